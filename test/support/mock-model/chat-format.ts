// Chat Completions answers, whole and streamed, with the habits of each compatible server.
import { sha256Hex } from "../../../src/std/hash.ts";
import { checkChat, viewChat } from "./chat-check.ts";
import type { MockDialect, MockFormat, Writing } from "./format.ts";
import { seal } from "./signature.ts";
import { pieces, type StreamEvent } from "./sse.ts";
import type { Draft, DraftCall } from "./view.ts";

type Fields = Record<string, unknown>;

/** The format of OpenAI's chat, and of the servers that speak like it. */
export const chatFormat: MockFormat = {
  name: "chat",
  check: checkChat,
  view: viewChat,
  reasons: (_body, dialect) => REASONING_FIELD[dialect] !== undefined,
  callId(seed, dialect) {
    // Ollama's own calls have no ids.
    if (dialect === "ollama") return null;
    const digest = sha256Hex(seed);
    return dialect === "mistral" ? digest.slice(0, 9) : `call_${digest.slice(0, 24)}`;
  },
  whole: (draft, writing) => ({
    ...head(draft, writing, "chat.completion"),
    choices: [{ index: 0, message: wholeMessage(draft, writing), finish_reason: finishOf(draft) }],
  }),
  events,
  error: ({ status, code, message }, dialect) => {
    const error = { message, type: code, param: null, code };
    if (dialect === "gemini") return [{ error: { code: status, message, status: "INVALID_ARGUMENT" } }];
    return dialect === "vllm" ? { object: "error", message, type: code, code: status } : { error };
  },
  errorEvent: ({ code, message }) => ({ event: null, data: { error: { message, type: code, code } } }),
};

/** Where a server puts what it thinks. */
const REASONING_FIELD: Partial<Record<MockDialect, string>> = {
  deepseek: "reasoning_content",
  kimi: "reasoning_content",
  vllm: "reasoning",
  openrouter: "reasoning_details",
};

function reasoningFields(draft: Draft, dialect: MockDialect): Fields {
  const field = REASONING_FIELD[dialect];
  if (field === undefined || draft.reasoning === null) return {};
  if (field !== "reasoning_details") return { [field]: draft.reasoning };
  return {
    [field]: [{ type: "reasoning.text", text: draft.reasoning, signature: seal("router", draft.reasoning), index: 0 }],
  };
}

function wholeMessage(draft: Draft, { dialect, fault }: Writing): Fields {
  const text = draft.text === "" ? null : draft.text;
  const message: Fields = {
    role: "assistant",
    content: fault === "content_parts" ? [{ type: "text", text: draft.text }] : text,
    refusal: draft.refusal,
    ...reasoningFields(draft, dialect),
  };
  if (draft.calls.length > 0) message["tool_calls"] = draft.calls.map((call, index) => wireCall(call, index, dialect));
  return message;
}

function wireCall(call: DraftCall, index: number, dialect: MockDialect): Fields {
  const args: unknown =
    dialect === "ollama" && typeof call.arguments === "string" ? parsed(call.arguments) : call.arguments;
  return {
    ...(call.id === null ? {} : { id: call.id }),
    type: "function",
    function: { name: call.name, arguments: args },
    ...(dialect === "gemini" && index === 0
      ? { extra_content: { google: { thought_signature: seal("thought", call.name) } } }
      : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function head(draft: Draft, { body, bodyHash }: Writing, object: string): Fields {
  const answer: Fields = {
    id: `chatcmpl-${bodyHash.slice(0, 16)}`,
    object,
    created: 1_700_000_000,
    model: body["model"],
  };
  if (draft.usage !== "absent") answer["usage"] = usageOf(draft);
  return answer;
}

function usageOf({ usage }: Draft): unknown {
  if (typeof usage === "string") return null;
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

function finishOf({ finish }: Draft): string {
  return { calls: "tool_calls", stop: "stop", length: "length", pause: "stop" }[finish];
}

function events(draft: Draft, writing: Writing): StreamEvent[] {
  const { dialect, fault } = writing;
  const { usage, ...base } = head(draft, writing, "chat.completion.chunk");
  const chunk = (delta: Fields, finish: string | null = null): StreamEvent => ({
    event: null,
    data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }] },
  });
  const stream: StreamEvent[] = [chunk({ role: "assistant", content: "" })];
  const [reasoningName, reasoning] = Object.entries(reasoningFields(draft, dialect))[0] ?? [];
  if (typeof reasoning === "string" && reasoningName !== undefined) {
    for (const piece of pieces(reasoning)) stream.push(chunk({ [reasoningName]: piece }));
  } else if (reasoningName !== undefined) {
    stream.push(chunk({ [reasoningName]: reasoning }));
  }
  for (const piece of pieces(draft.text)) stream.push(chunk({ content: piece }));
  if (draft.refusal !== null) stream.push(chunk({ refusal: draft.refusal }));
  for (const [index, call] of draft.calls.entries()) {
    const whole = wireCall(call, index, dialect);
    // Some servers number every call zero and send each in one piece.
    if (fault === "stream_index_zero" || typeof (whole["function"] as Fields)["arguments"] !== "string") {
      stream.push(chunk({ tool_calls: [{ index: 0, ...whole }] }));
      continue;
    }
    const { name, arguments: text } = whole["function"] as { name: string; arguments: string };
    stream.push(chunk({ tool_calls: [{ index, ...whole, function: { name, arguments: "" } }] }));
    for (const piece of pieces(text)) stream.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  stream.push(chunk({}, finishOf(draft)));
  if (draft.usage !== "absent") stream.push({ event: null, data: { ...base, choices: [], usage } });
  stream.push({ event: null, data: "[DONE]" });
  return stream;
}
