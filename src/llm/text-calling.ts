// Tool calling for models without native calls: the schemas stand in the prompt, a call is one fenced JSON
// block in the reply, and answers come back as plain messages. A wrapper, so every provider can do it.
import { tryParseJson } from "../std/json.ts";
import { isObject, type RawCall, readCalls } from "./calls.ts";
import type { Message, ToolAnswer, ToolSpec } from "./messages.ts";
import { usedCallIds } from "./messages.ts";
import type { ChatModel, ChatRequest, Repair, Reply } from "./model.ts";

/** The same model, calling tools by text. */
export function textCalling(model: ChatModel): ChatModel {
  return {
    async complete(request, options) {
      const reply = await model.complete(asText(request), options);
      return withTextCalls(reply, usedCallIds(request.messages));
    },
    close: () => model.close(),
  };
}

/** The request without native tools: schemas in the system text, answers as user messages. */
export function asText(request: ChatRequest): ChatRequest {
  const names = new Map<string, string>();
  for (const message of request.messages) {
    if (message.role === "assistant") for (const call of message.toolCalls) names.set(call.id, call.name);
  }
  const messages = request.messages.map((message): Message => {
    if (message.role === "assistant") return { ...message, toolCalls: [] };
    return message.role === "tool" ? { role: "user", text: answerText(message, names) } : message;
  });
  const system =
    request.tools.length === 0 ? request.system : `${request.system}\n\n${toolInstructions(request.tools)}`;
  return { ...request, system, messages, tools: [] };
}

function answerText(answer: ToolAnswer, names: ReadonlyMap<string, string>): string {
  const name = names.get(answer.callId) ?? "the tool";
  return `${answer.isError ? "Error" : "Result"} of ${name}:\n${answer.text}`;
}

/** How to call, in the words and order that every model of this kind gets. */
export function toolInstructions(tools: readonly ToolSpec[]): string {
  const list = tools.map(
    (tool) => `- ${tool.name}: ${tool.description}\n  Arguments (JSON Schema): ${JSON.stringify(tool.inputSchema)}`,
  );
  return [
    "# Calling tools",
    "",
    "You act by calling tools. To call one, end your reply with exactly one fenced block, and nothing after it:",
    "",
    "```json",
    '{"tool": "<name>", "arguments": {<arguments>}}',
    "```",
    "",
    "One call a reply. Its result comes in the next message. These tools exist:",
    "",
    ...list,
  ].join("\n");
}

function withTextCalls(reply: Reply, usedIds: ReadonlySet<string>): Reply {
  const found = findTextCalls(reply.text);
  const { calls, repairs } = readCalls(found.calls.slice(0, 1), usedIds);
  // Every text call comes without an id and as an object: that is the protocol here, not an oddity.
  const odd = repairs.filter((repair) => !["missing_call_id", "arguments_object"].includes(repair));
  const extra: Repair[] = found.calls.length > 1 ? ["extra_text_calls"] : [];
  const broken: Repair[] = found.broken ? ["broken_text_call"] : [];
  return {
    ...reply,
    toolCalls: calls,
    finish: calls.length > 0 && reply.finish === "stop" ? "calls" : reply.finish,
    repairs: [...new Set([...reply.repairs, ...odd, ...extra, ...broken])],
  };
}

/** The fenced calls of a reply, in order; a reply that is nothing but one JSON call counts as fenced. */
export function findTextCalls(text: string): { calls: readonly RawCall[]; broken: boolean } {
  const fenced = [...text.matchAll(/```(?:json|tool_call|tool)?[ \t]*\r?\n([\s\S]*?)(?:```|$)/g)].map(
    (match) => match[1] ?? "",
  );
  const bodies = fenced.length > 0 ? fenced : text.trimStart().startsWith("{") ? [text] : [];
  const calls: RawCall[] = [];
  let broken = false;
  for (const body of bodies) {
    const value = tryParseJson(body.trim());
    const call = isObject(value) ? callIn(value) : brokenCall(body, value === undefined);
    if (call !== null) calls.push(call);
    else if (value === undefined && /"(?:tool|name)"\s*:/.test(body)) broken = true;
  }
  return { calls, broken };
}

function callIn(value: { readonly [key: string]: unknown }): RawCall | null {
  const name = value["tool"] ?? value["name"];
  if (typeof name !== "string") return null;
  return { id: null, name, arguments: value["arguments"] ?? value["parameters"] ?? {} };
}

/** A block that is no JSON but names a tool is a call with broken arguments, which the model is told. */
function brokenCall(body: string, isBroken: boolean): RawCall | null {
  const name = isBroken ? /"(?:tool|name)"\s*:\s*"([^"]+)"/.exec(body)?.[1] : undefined;
  return name === undefined ? null : { id: null, name, arguments: body.trim() };
}
