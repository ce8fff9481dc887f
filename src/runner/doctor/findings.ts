// From what a model's server answered to what is right, what is wrong, and what to change.
import type { ReactPlayer } from "../../agents/react/player.ts";
import { adviceFor, fieldOf } from "../../llm/advice.ts";
import { looksCut } from "../../llm/context-cut.ts";
import { baseURLOf } from "../../llm/endpoint.ts";
import type { ProviderErrorData } from "../../llm/error.ts";
import { promptBytes } from "../../llm/estimate.ts";
import type { ModelToolCall } from "../../llm/messages.ts";
import type { Reply } from "../../llm/model.ts";
import { recoverCalls } from "../../llm/recover-calls.ts";
import { asText } from "../../llm/text-calling.ts";
import type { FoundKey } from "../model-access.ts";
import { bad, type Check, type CheckName, good, skipped } from "./check.ts";
import { contextCure, toolCallCure, usageCure } from "./cures.ts";
import type { Answer, Probe } from "./probe.ts";

/** The checks that a conversation decides, in their order. */
export function findingsOf(player: ReactPlayer, key: FoundKey, probe: Probe): Check[] {
  const { first } = probe;
  if (first.kind === "failed") return afterFailure(player, key, first.error);
  const { reply } = first;
  return [
    good("key", key.name === null ? "none is named, and the server asks for none" : `${key.name} is set and accepted`),
    good("endpoint", `${addressOf(player)} answers`),
    good("model", servedText(player, reply)),
    good("settings", "accepted as the file has them"),
    toolCallCheck(player, reply, probe.toolNames),
    secondTurnCheck(reply, probe.second),
    usageCheck(player, reply),
    contextCheck(player, probe.long),
  ];
}

/** An address without what may be secret in it. */
function addressOf(player: ReactPlayer): string {
  const url = new URL(baseURLOf(player));
  return `${url.origin}${url.pathname}`.replace(/\/$/, "");
}

function servedText({ model }: ReactPlayer, { servedModel }: Reply): string {
  if (servedModel === null) return `${model} answers, without saying its name`;
  return servedModel === model ? `${model} answers` : `${model} answers, served as ${servedModel}`;
}

const ORDER: readonly CheckName[] = [
  "key",
  "endpoint",
  "model",
  "settings",
  "tool call",
  "second turn",
  "usage",
  "context",
];

/** Where the first request fails, one check is to blame: those before it hold, those after it say nothing. */
function afterFailure(player: ReactPlayer, key: FoundKey, error: ProviderErrorData): Check[] {
  const blamed = blameFor(error);
  return ORDER.map((name) => {
    if (name === blamed) return bad(name, failureText(error), failureCure(player, key, error));
    if (name === "key") return keySoFar(key, blamed === "endpoint");
    if (name === "endpoint" && blamed !== "endpoint") return good(name, `${addressOf(player)} answers`);
    const isAfter = ORDER.indexOf(name) > ORDER.indexOf(blamed);
    return skipped(name, isAfter ? `${blamed} comes first` : `${blamed} failed`);
  });
}

function keySoFar(key: FoundKey, unreached: boolean): Check {
  const seen = key.name === null ? "none is named" : `${key.name} is set`;
  return good("key", unreached ? `${seen}; nobody has looked at it yet` : seen);
}

const ENDPOINT_CODES = ["unreachable", "untrusted_server", "redirected", "connection_lost", "malformed_reply"];

function blameFor(error: ProviderErrorData): CheckName {
  if (["wrong_key", "quota_exhausted"].includes(error.code)) return "key";
  if (ENDPOINT_CODES.includes(error.code) || error.code.startsWith("timeout")) return "endpoint";
  if (["not_found", "forbidden"].includes(error.code)) return fieldOf(error) === "toolCalling" ? "tool call" : "model";
  if (error.class === "context" || error.code === "context_cut") return "context";
  return fieldOf(error) === "toolCalling" ? "tool call" : "settings";
}

function failureText({ code, status, words }: ProviderErrorData): string {
  // Our own words about a cut prompt go on with a cure for every server; the one that fits is told apart.
  const said = code === "context_cut" ? (words.split(". ")[0] ?? words) : words;
  return `${code}${status === null ? "" : ` (HTTP ${status})`}: ${quoted(said)}`;
}

function failureCure(player: ReactPlayer, key: FoundKey, error: ProviderErrorData): string {
  if (error.code === "wrong_key") {
    return key.name === null
      ? "the server wants a key: name the variable that holds it in endpoint: { apiKeyEnv: … }"
      : `${key.name} holds a key that this server refuses: set the right one, or name another in endpoint.apiKeyEnv`;
  }
  if (error.class === "context" || error.code === "context_cut") return contextCure(player);
  if (error.code === "malformed_reply") return "no API speaks like this: check provider and endpoint.baseURL";
  return adviceFor(error) ?? "go by the provider's words; the settings in question are model, sampling and extraBody";
}

function toolCallCheck(player: ReactPlayer, reply: Reply, toolNames: readonly string[]): Check {
  const [call] = reply.toolCalls;
  if (call === undefined) return noCall(player, reply);
  const seen = `called ${call.name} ${reply.repairs.includes("recovered_text_calls") ? "as text, taken out of it" : HOW[player.toolCalling]}`;
  const wrong = wrongWith(call, toolNames);
  if (wrong === null) return good("tool call", seen);
  return bad("tool call", `${seen}, ${wrong}`, toolCallCure(player, false));
}

const HOW = { native: "natively", text: "as a fenced block" } as const;

function wrongWith(call: ModelToolCall, toolNames: readonly string[]): string | null {
  if (call.arguments === null) return `with arguments that are no JSON: ${quoted(call.argumentsText)}`;
  return toolNames.includes(call.name) ? null : "which does not exist";
}

function noCall(player: ReactPlayer, reply: Reply): Check {
  const said = reply.text.trim() === "" ? "nothing at all" : quoted(reply.text);
  const seen = `the reply calls no tool; it says ${said}`;
  if (reply.finish === "length") {
    const { maxOutputTokens } = player.sampling;
    return bad(
      "tool call",
      `${seen}, cut by the output limit`,
      `raise sampling.maxOutputTokens (now ${maxOutputTokens})`,
    );
  }
  if (player.toolCalling === "text") {
    return bad("tool call", seen, "try once more; a model that cannot keep to the form cannot play");
  }
  return bad("tool call", seen, toolCallCure(player, recoverCalls(reply.text).calls.length > 0));
}

function secondTurnCheck(reply: Reply, second: Answer | null): Check {
  if (second === null) return skipped("second turn", "there is no call to answer");
  const echo = reply.echo === null ? "no reasoning to send back" : "its reasoning sent back";
  if (second.kind === "replied") return good("second turn", `the tool's answer is accepted, ${echo}`);
  const cure =
    adviceFor(second.error) ??
    "go by the provider's words; another endpoint.dialect may send turns as this server wants them";
  return bad("second turn", `refused, ${echo}: ${failureText(second.error)}`, cure);
}

function usageCheck(player: ReactPlayer, { usage }: Reply): Check {
  const { input, output, reasoning } = usage;
  if (input === null || output === null || input === 0) {
    return bad("usage", "the reply does not tell how many tokens were used", usageCure(player));
  }
  const thought = reasoning === null || reasoning === 0 ? "" : `, ${reasoning} of them reasoning`;
  return good("usage", `${input} input and ${output} output tokens reported${thought}`);
}

function contextCheck(player: ReactPlayer, long: Answer | null): Check {
  if (long === null) return skipped("context", "no long prompt was sent");
  const sentBytes = promptBytes(player.toolCalling === "text" ? asText(long.request) : long.request);
  const sent = `a prompt of ${sentBytes.toLocaleString("en-US")} bytes`;
  if (long.kind === "failed") {
    const isContext = long.error.class === "context" || long.error.code === "context_cut";
    const cure = isContext ? contextCure(player) : (adviceFor(long.error) ?? "try once more");
    return bad("context", `${sent} fails: ${failureText(long.error)}`, cure);
  }
  const { input } = long.reply.usage;
  if (looksCut(sentBytes, input))
    return bad("context", `of ${sent} the server counts ${input} tokens`, contextCure(player));
  if (input === null || input === 0) return skipped("context", "the server does not count its tokens");
  return good("context", `${sent} is counted as ${input} tokens: nothing is cut`);
}

const QUOTED_CHARS = 200;

/** Words of a server or a model, on one line and not too long; control characters could act on a terminal. */
function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return `"${line.length <= QUOTED_CHARS ? line : `${line.slice(0, QUOTED_CHARS)}…`}"`;
}
