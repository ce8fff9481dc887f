// A brain's decision as a draft of a reply, and what the content faults do to it.
import { sha256Hex } from "../../../src/std/hash.ts";
import type { ContentFault } from "./faults.ts";
import type { Decision, Draft, DraftCall } from "./view.ts";

/** What a draft is made of. */
export interface DraftInput {
  readonly decision: Decision;
  readonly bodyHash: string;
  readonly promptTokens: number;
  readonly reasons: boolean;
  /** How this server makes call ids. */
  readonly idOf: (seed: string) => string | null;
}

/** The reply as it would be without faults. */
export function draftOf({ decision, bodyHash, promptTokens, reasons, idOf }: DraftInput): Draft {
  const calls = decision.calls.map(
    (call, index): DraftCall => ({
      id: idOf(`${bodyHash}:${index}`),
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    }),
  );
  const reasoning = reasons ? `Thinking about ${bodyHash.slice(0, 6)}.` : null;
  const output = Math.ceil((decision.text.length + JSON.stringify(calls).length) / 4);
  return {
    text: decision.text,
    calls,
    reasoning,
    refusal: null,
    finish: calls.length > 0 ? "calls" : "stop",
    usage: { input: promptTokens, cached: Math.floor(promptTokens / 2), output, reasoning: reasons ? 12 : 0 },
  };
}

/** The reply as the fault leaves it. */
export function spoil(draft: Draft, fault: ContentFault | null): Draft {
  if (fault === null) return draft;
  SPOILERS[fault](draft);
  return draft;
}

const SPOILERS: Readonly<Record<ContentFault, (draft: Draft) => void>> = {
  finish_mismatch: (draft) => (draft.finish = "stop"),
  finish_calls_without_calls: (draft) => {
    draft.calls = [];
    draft.finish = "calls";
    draft.text = "I have decided.";
  },
  arguments_object: (draft) =>
    eachCall(draft, (call) => (call.arguments = JSON.parse(String(call.arguments)) as unknown)),
  arguments_double_encoded: (draft) => eachCall(draft, (call) => (call.arguments = JSON.stringify(call.arguments))),
  arguments_empty: (draft) => eachCall(draft, (call) => (call.arguments = "")),
  arguments_trailing: (draft) => eachCall(draft, (call) => (call.arguments = `${String(call.arguments)}""`)),
  arguments_broken: (draft) =>
    eachCall(draft, (call) => (call.arguments = '{"amount_usd": 20000000, "instrument": "equ')),
  arguments_huge_broken: (draft) => eachCall(draft, (call) => (call.arguments = `{"note": "${"x".repeat(40_000)}`)),
  missing_call_id: (draft) => eachCall(draft, (call) => (call.id = "")),
  duplicate_call_id: (draft) => {
    const id = `call_${sha256Hex("same").slice(0, 9)}`;
    draft.calls = [
      { id, name: "verify_cash_position", arguments: "{}" },
      ...draft.calls.map((call) => ({ ...call, id })),
    ];
  },
  surplus_calls: (draft) => {
    const first = draft.calls[0]?.id ?? "x";
    draft.calls = [...draft.calls, { id: surplusId(first), name: "verify_cash_position", arguments: "{}" }];
  },
  unknown_tool: (draft) => eachCall(draft, (call) => (call.name = "print_money")),
  empty_reply: (draft) => silence(draft, ""),
  text_only: (draft) => silence(draft, "Let me think about this month."),
  length_cut: (draft) => {
    silence(draft, "I was about to");
    draft.finish = "length";
  },
  think_text: (draft) => (draft.text = `<think>Should I call {"name":"pass"}? No.</think>${draft.text}`),
  think_unclosed: (draft) => {
    silence(draft, "<think>I could go on and on");
    draft.finish = "length";
  },
  refusal: (draft) => {
    silence(draft, "");
    draft.refusal = "I cannot help with this.";
  },
  usage_null: (draft) => (draft.usage = "null"),
  usage_absent: (draft) => (draft.usage = "absent"),
  calls_as_hermes: asWritten(
    (call) => `<tool_call>\n{"name": "${call.name}", "arguments": ${String(call.arguments)}}\n</tool_call>`,
  ),
  calls_as_llama: asWritten((call) => `{"name": "${call.name}", "parameters": ${String(call.arguments)}}`, true),
  calls_as_mistral: asWritten(
    (call) => `[TOOL_CALLS][{"name": "${call.name}", "arguments": ${String(call.arguments)}}]`,
  ),
  calls_as_qwen: asWritten((call) => {
    const given = Object.entries(JSON.parse(String(call.arguments)) as Record<string, unknown>);
    const parameters = given.map(([key, value]) => `<parameter=${key}>\n${String(value)}\n</parameter>`).join("\n");
    return `<tool_call>\n<function=${call.name}>\n${parameters}\n</function>\n</tool_call>`;
  }),
  thinking_only: (draft) => {
    silence(draft, "");
    draft.finish = "length";
    draft.reasoning ??= "Thinking until the limit.";
  },
  pause_turn: (draft) => {
    silence(draft, "One moment.");
    draft.finish = "pause";
  },
  // These two change how a reply is written, not what it says: the formats do them.
  content_parts: () => undefined,
  stream_index_zero: () => undefined,
};

/** The surplus call's id resembles the first one's, so that a format's rules for ids hold for it as well. */
function surplusId(first: string): string {
  const tail = sha256Hex(`surplus:${first}`).slice(0, 6);
  return `${first.slice(0, -6)}${tail}`;
}

function eachCall(draft: Draft, change: (call: DraftCall) => void): void {
  for (const call of draft.calls) change(call);
}

function silence(draft: Draft, text: string): void {
  draft.calls = [];
  draft.text = text;
  draft.finish = "stop";
}

function asWritten(write: (call: DraftCall) => string, alone = false): (draft: Draft) => void {
  return (draft) => {
    const written = draft.calls.map(write).join("\n");
    silence(draft, alone ? written : `${draft.text}\n${written}`);
  };
}
