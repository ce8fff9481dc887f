// A Chat Completions answer as our reply, from servers that keep the format more or less.

import { type RawCall, readCalls } from "./calls.ts";
import { REASONING_FIELDS } from "./chat-wire.ts";
import { errorInReply, malformed } from "./failure.ts";
import type { Echo, ModelToolCall } from "./messages.ts";
import { type Finish, type RecordedReply, type Repair, UNKNOWN_USAGE, type Usage } from "./model.ts";
import { recoverCalls } from "./recover-calls.ts";
import { withoutThinking } from "./thinking-text.ts";
import { asCount, asJson, asList, asObject, asText, distinct, pick, settledFinish, type WireObject } from "./wire.ts";

/** How to read what is not plainly a call. */
export interface ChatReading {
  readonly usedIds: ReadonlySet<string>;
  readonly recoverTextCalls: boolean;
}

/** Reads a whole answer body. */
export function fromChatWire(body: unknown, reading: ChatReading): RecordedReply {
  const answer = asObject(body);
  const choice = asObject(asList(answer["choices"])[0]);
  // Routers answer 200 with an error beside empty choices, or inside a choice.
  const error = answer["error"] ?? choice["error"];
  if (error !== undefined && error !== null) throw errorInReply({ error });
  if (choice["message"] === undefined) throw malformed("an answer without choices");
  const message = asObject(choice["message"]);
  const repairs: Repair[] = [];
  const content = contentText(message["content"]);
  const refusal = asText(message["refusal"]);
  const spoken = withoutThinking(content);
  if (spoken.stripped) repairs.push("think_stripped");
  const rawCalls = callsOf(message);
  const recovered = rawCalls.length === 0 && reading.recoverTextCalls ? recoverCalls(spoken.text) : null;
  if (recovered !== null && recovered.calls.length > 0) repairs.push("recovered_text_calls");
  const taken = recovered !== null && recovered.calls.length > 0 ? recovered.calls : rawCalls;
  const { calls, repairs: callRepairs } = readCalls(taken, reading.usedIds);
  // A recovered call never had an id; that is not a second oddity.
  repairs.push(...callRepairs.filter((repair) => taken === rawCalls || repair !== "missing_call_id"));
  const usage = usageOf(answer["usage"], repairs);
  const finish = settledFinish(finishOf(choice["finish_reason"], refusal), calls.length > 0, repairs);
  const text = recovered !== null && recovered.calls.length > 0 ? recovered.text : spoken.text;
  return {
    text: text === "" && refusal !== null ? refusal : text,
    toolCalls: calls,
    echo: echoOf(message, {
      calls,
      raw: taken,
      content: taken === rawCalls ? content : thinkingOf(content) + text,
      text,
    }),
    finish,
    usage,
    servedModel: asText(answer["model"]),
    responseId: asText(answer["id"]),
    repairs: distinct(repairs),
  };
}

/** The thinking at the head of a content, tags included. */
function thinkingOf(content: string): string {
  return /^[\s\S]*<\/think(?:ing)?>\s*/i.exec(content)?.[0] ?? "";
}

/** Content is a text, null, or a list of parts of which the text ones count. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content)
    .map((part) => (typeof part === "string" ? part : (asText(asObject(part)["text"]) ?? "")))
    .join("");
}

interface ChatRawCall extends RawCall {
  readonly whole: WireObject;
}

function callsOf(message: WireObject): readonly ChatRawCall[] {
  const listed = asList(message["tool_calls"]).map((item) => {
    const whole = asObject(item);
    const named = asObject(whole["function"]);
    return {
      whole,
      id: whole["id"],
      name: named["name"] ?? whole["name"],
      arguments: named["arguments"] ?? whole["arguments"],
    };
  });
  const single = asObject(message["function_call"]);
  if (listed.length > 0 || single["name"] === undefined) return listed;
  return [{ whole: {}, id: null, name: single["name"], arguments: single["arguments"] }];
}

const FINISHES: Readonly<Record<string, Finish>> = {
  stop: "stop",
  eos: "stop",
  end_turn: "stop",
  tool_calls: "calls",
  function_call: "calls",
  length: "length",
  max_tokens: "length",
  content_filter: "filter",
};

function finishOf(reason: unknown, refusal: string | null): Finish {
  if (refusal !== null && refusal !== "") return "refusal";
  return typeof reason === "string" ? (FINISHES[reason] ?? "other") : "other";
}

function usageOf(value: unknown, repairs: Repair[]): Usage {
  const usage = asObject(value);
  const prompt = asObject(usage["prompt_tokens_details"]);
  const completion = asObject(usage["completion_tokens_details"]);
  const input = asCount(usage["prompt_tokens"]);
  const output = asCount(usage["completion_tokens"]);
  if (input === null || output === null) repairs.push("usage_missing");
  if (input === null && output === null) return UNKNOWN_USAGE;
  return {
    input,
    cachedInput:
      asCount(prompt["cached_tokens"]) ?? asCount(usage["prompt_cache_hit_tokens"]) ?? asCount(usage["cached_tokens"]),
    cacheWrite: asCount(prompt["cache_write_tokens"]) ?? asCount(prompt["cache_creation_tokens"]),
    output,
    reasoning: asCount(completion["reasoning_tokens"]),
  };
}

/** What the server must see again: reasoning, signatures on calls, and content that differs from the text. */
function echoOf(
  message: WireObject,
  turn: { calls: readonly ModelToolCall[]; raw: readonly RawCall[]; content: string; text: string },
): Echo | null {
  const item: WireObject = pick(message, REASONING_FIELDS);
  if (turn.content !== turn.text) item["content"] = turn.content;
  const extras: WireObject = {};
  turn.calls.forEach((call, index) => {
    const extra = extraOf((turn.raw[index] as ChatRawCall | undefined)?.whole ?? {});
    if (extra !== null) extras[call.id] = extra;
  });
  if (Object.keys(extras).length > 0) item["calls"] = extras;
  return Object.keys(item).length === 0 ? null : { format: "chat", items: [asJson(item)] };
}

function extraOf(call: WireObject): WireObject | null {
  const outer = without(call, ["id", "type", "function", "index", "name", "arguments"]);
  const inner = without(asObject(call["function"]), ["name", "arguments", "description", "parameters"]);
  const extra: WireObject = {};
  if (Object.keys(outer).length > 0) extra["call"] = outer;
  if (Object.keys(inner).length > 0) extra["function"] = inner;
  return Object.keys(extra).length === 0 ? null : extra;
}

function without(source: WireObject, names: readonly string[]): WireObject {
  return pick(
    source,
    Object.keys(source).filter((name) => !names.includes(name)),
  );
}
