// The Responses format: requests checked, answers whole and streamed.

import { asList, asObject, asText } from "../../../src/llm/wire.ts";
import { sha256Hex } from "../../../src/std/hash.ts";
import type { Body, MockFormat, Writing } from "./format.ts";
import { seal } from "./signature.ts";
import { pieces, type StreamEvent } from "./sse.ts";
import type { Draft, SeenMessage, Violation } from "./view.ts";

type Fields = Record<string, unknown>;

/** Calls made after reasoning carry this in their id, so that a missing reasoning item shows. */
const REASONED = "call_r";

/** OpenAI's Responses. */
export const responsesFormat: MockFormat = {
  name: "responses",
  check,
  view: (body) => ({
    model: asText(body["model"]) ?? "",
    system: asText(body["instructions"]) ?? "",
    messages: asList(body["input"]).map(asObject).flatMap(seen),
    tools: asList(body["tools"]).map((tool) => asText(asObject(tool)["name"]) ?? ""),
  }),
  reasons: (body) => asList(body["include"]).includes("reasoning.encrypted_content"),
  callId: (seed, _dialect, reasons) => `${reasons ? REASONED : "call_"}${sha256Hex(seed).slice(0, 20)}`,
  whole: (draft, writing) => answer(draft, writing),
  events,
  error: ({ code, message }) => ({ error: { message, type: code, param: null, code } }),
  errorEvent: ({ code, message }) => ({
    event: "error",
    data: { type: "error", code, message, param: null, sequence_number: 3 },
  }),
};

function check(body: Body): Violation | null {
  const input = asList(body["input"]).map(asObject);
  if (/^(o\d|gpt-5)/.test(asText(body["model"]) ?? "") && body["temperature"] !== undefined) {
    return invalid("Unsupported parameter: 'temperature' is not supported with this model.");
  }
  for (const tool of asList(body["tools"]).map(asObject)) {
    if (asText(tool["name"]) === null) return invalid("Missing required parameter: 'tools[0].name'.");
  }
  if (body["store"] !== false) return invalid("this server stores nothing: store must be false");
  return checkItems(input) ?? checkAnswers(input);
}

function checkItems(input: readonly Fields[]): Violation | null {
  for (const [index, item] of input.entries()) {
    const id = asText(item["id"]);
    if (id !== null) {
      return {
        status: 404,
        code: "invalid_request_error",
        message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
      };
    }
    const next = input[index + 1];
    if (item["type"] === "reasoning") {
      if (!Array.isArray(item["summary"])) return invalid(`Missing required parameter: 'input[${index}].summary'.`);
      const key = next === undefined ? null : keyOf(next);
      if (key === null) return invalid("Item of type 'reasoning' was provided without its required following item.");
      if (item["encrypted_content"] !== seal("reasoning", key))
        return invalid("The encrypted content could not be verified.");
    }
    const reasoned = item["type"] === "function_call" && asText(item["call_id"])?.startsWith(REASONED);
    const before = input[index - 1]?.["type"];
    if (reasoned && !["reasoning", "function_call", "message"].includes(asText(before) ?? "")) {
      return invalid("Item of type 'function_call' was provided without its required 'reasoning' item.");
    }
  }
  return null;
}

/** What a reasoning item is bound to: the item after it. */
function keyOf(item: Fields): string | null {
  if (item["type"] === "function_call") return `call:${asText(item["name"]) ?? ""}`;
  return item["type"] === "message" && item["role"] === "assistant" ? "message" : null;
}

function checkAnswers(input: readonly Fields[]): Violation | null {
  const called = new Set<string>();
  const answered = new Set<string>();
  for (const item of input) {
    const id = asText(item["call_id"]) ?? "";
    if (item["type"] === "function_call") {
      if (called.has(id)) return invalid(`Duplicate call_id ${id}`);
      called.add(id);
    }
    if (item["type"] === "function_call_output") {
      if (!called.has(id)) return invalid(`No tool call found for function call output with call_id ${id}.`);
      answered.add(id);
    }
  }
  const open = [...called].filter((id) => !answered.has(id));
  return open.length > 0 ? invalid(`No tool output found for function call ${open.join(", ")}.`) : null;
}

function invalid(message: string): Violation {
  return { status: 400, code: "invalid_request_error", message };
}

function seen(item: Fields): SeenMessage[] {
  const content = item["content"];
  const text =
    asText(content) ??
    asList(content)
      .map((part) => asText(asObject(part)["text"]) ?? "")
      .join("");
  switch (item["type"] ?? "message") {
    case "message":
      return [{ role: item["role"] === "assistant" ? "assistant" : "user", text, isError: false, calls: [] }];
    case "function_call":
      return [
        {
          role: "assistant",
          text: "",
          isError: false,
          calls: [{ id: asText(item["call_id"]) ?? "", name: asText(item["name"]) ?? "" }],
        },
      ];
    case "function_call_output": {
      const output = asText(item["output"]) ?? "";
      return [{ role: "tool", text: output, isError: output.startsWith("Error"), calls: [] }];
    }
    default:
      return [];
  }
}

function outputItems(draft: Draft): Fields[] {
  const items: Fields[] = [];
  const spoken = draft.text !== "" || draft.refusal !== null;
  if (spoken) {
    const part =
      draft.refusal === null
        ? { type: "output_text", text: draft.text, annotations: [] }
        : { type: "refusal", refusal: draft.refusal };
    items.push({ id: "msg_1", type: "message", role: "assistant", status: "completed", content: [part] });
  }
  for (const [index, call] of draft.calls.entries()) {
    items.push({
      id: `fc_${index}`,
      type: "function_call",
      status: "completed",
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    });
  }
  if (draft.reasoning === null) return items;
  const first = items[0];
  const bound = first === undefined ? "nothing" : (keyOf(first) ?? "nothing");
  return [{ id: "rs_1", type: "reasoning", summary: [], encrypted_content: seal("reasoning", bound) }, ...items];
}

function answer(draft: Draft, { body, bodyHash }: Writing): Fields {
  const cut = draft.finish === "length";
  const made: Fields = {
    id: `resp_${bodyHash.slice(0, 16)}`,
    object: "response",
    created_at: 1_700_000_000,
    status: cut ? "incomplete" : "completed",
    error: null,
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    model: body["model"],
    output: outputItems(draft),
  };
  if (draft.usage === "absent") return made;
  return { ...made, usage: draft.usage === "null" ? null : usageOf(draft.usage) };
}

function usageOf(usage: Exclude<Draft["usage"], string>): Fields {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

function events(draft: Draft, writing: Writing): StreamEvent[] {
  const whole = answer(draft, writing);
  const stream: StreamEvent[] = [];
  const push = (type: string, fields: Fields) =>
    stream.push({ event: type, data: { type, sequence_number: stream.length, ...fields } });
  push("response.created", { response: { ...whole, output: [], status: "in_progress", usage: null } });
  for (const [index, item] of asList(whole["output"]).map(asObject).entries()) {
    push("response.output_item.added", { output_index: index, item: { ...item, status: "in_progress" } });
    if (typeof item["arguments"] === "string") {
      for (const delta of pieces(item["arguments"]))
        push("response.function_call_arguments.delta", { output_index: index, delta });
    }
    push("response.output_item.done", { output_index: index, item });
  }
  // Some servers leave the finished items out of the last event.
  const last = writing.fault === "stream_index_zero" ? { ...whole, output: [] } : whole;
  push(draft.finish === "length" ? "response.incomplete" : "response.completed", { response: last });
  return stream;
}
