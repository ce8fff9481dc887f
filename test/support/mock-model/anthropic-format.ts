// Messages answers, whole and streamed.
import { sha256Hex } from "../../../src/std/hash.ts";
import { checkAnthropic, thinks, viewAnthropic } from "./anthropic-check.ts";
import type { MockFormat, Writing } from "./format.ts";
import { seal } from "./signature.ts";
import { pieces, type StreamEvent } from "./sse.ts";
import type { Draft } from "./view.ts";

type Fields = Record<string, unknown>;

/** Anthropic's Messages. */
export const anthropicFormat: MockFormat = {
  name: "anthropic",
  check: (body, _dialect, headers) => checkAnthropic(body, headers),
  view: viewAnthropic,
  reasons: (body) => thinks(body),
  callId: (seed) => `toolu_${sha256Hex(seed).slice(0, 22)}`,
  whole: (draft, writing) => answer(draft, writing),
  events,
  error: (violation) => errorBody(violation.code, violation.message),
  errorEvent: ({ code, message }) => ({ event: "error", data: errorBody(code, message) }),
};

function errorBody(type: string, message: string): Fields {
  return { type: "error", error: { type, message }, request_id: "req_mock" };
}

function contentOf(draft: Draft): Fields[] {
  const blocks: Fields[] = [];
  if (draft.reasoning !== null) {
    blocks.push({ type: "thinking", thinking: draft.reasoning, signature: seal("thinking", draft.reasoning) });
    blocks.push({ type: "redacted_thinking", data: seal("redacted", draft.reasoning) });
  }
  if (draft.text !== "" || draft.refusal !== null)
    blocks.push({ type: "text", text: draft.refusal ?? draft.text, citations: null });
  for (const call of draft.calls)
    blocks.push({ type: "tool_use", id: call.id, name: call.name, input: inputOf(call.arguments) });
  return blocks;
}

/** This format sends objects; what is no JSON stays the text it was, as proxies for other models leave it. */
function inputOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const STOPS = { calls: "tool_use", stop: "end_turn", length: "max_tokens", pause: "pause_turn" } as const;

function answer(draft: Draft, { body, bodyHash }: Writing): Fields {
  const made: Fields = {
    id: `msg_${bodyHash.slice(0, 16)}`,
    type: "message",
    role: "assistant",
    model: body["model"],
    content: contentOf(draft),
    stop_reason: draft.refusal === null ? STOPS[draft.finish] : "refusal",
    stop_sequence: null,
  };
  if (draft.usage === "absent") return made;
  return { ...made, usage: draft.usage === "null" ? null : usageOf(draft.usage) };
}

/** A third of the prompt fresh, cached or written is told apart, as this format does. */
function usageOf(usage: Exclude<Draft["usage"], string>): Fields {
  const written = Math.floor((usage.input - usage.cached) / 2);
  return {
    input_tokens: usage.input - usage.cached - written,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: written,
    output_tokens: usage.output,
  };
}

function events(draft: Draft, writing: Writing): StreamEvent[] {
  const { content, usage, stop_reason: reason, ...head } = answer(draft, writing);
  const stream: StreamEvent[] = [];
  const push = (type: string, fields: Fields) => stream.push({ event: type, data: { type, ...fields } });
  push("message_start", {
    message: { ...head, content: [], stop_reason: null, usage: usage === undefined ? undefined : usage },
  });
  push("ping", {});
  for (const [index, block] of (content as Fields[]).entries()) {
    const { start, deltas } = partsOf(block, draft);
    push("content_block_start", { index, content_block: start });
    for (const delta of deltas) push("content_block_delta", { index, delta });
    push("content_block_stop", { index });
  }
  const counted = typeof draft.usage === "string" ? {} : { usage: { output_tokens: draft.usage.output } };
  push("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, ...counted });
  push("message_stop", {});
  return stream;
}

function partsOf(block: Fields, draft: Draft): { start: Fields; deltas: Fields[] } {
  switch (block["type"]) {
    case "text":
      return {
        start: { type: "text", text: "" },
        deltas: pieces(String(block["text"])).map((text) => ({ type: "text_delta", text })),
      };
    case "thinking":
      return {
        start: { type: "thinking", thinking: "", signature: "" },
        deltas: [
          ...pieces(String(block["thinking"])).map((thinking) => ({ type: "thinking_delta", thinking })),
          { type: "signature_delta", signature: block["signature"] },
        ],
      };
    case "tool_use": {
      const call = draft.calls.find(({ id, name }) => id === block["id"] && name === block["name"]);
      const json = typeof call?.arguments === "string" ? call.arguments : JSON.stringify(block["input"]);
      return {
        start: { ...block, input: {} },
        deltas: pieces(json).map((text) => ({ type: "input_json_delta", partial_json: text })),
      };
    }
    default:
      return { start: block, deltas: [] };
  }
}
