// Every bad thing that the server can do, by name, and when it does it. What a reply holds is drawn from
// the request alone, how it travels from the request and the attempt, so a resumed run meets the same.
import { sha256Hex } from "../../../src/std/hash.ts";

/** Faults of what a reply holds; the reply arrives, and costs. */
export const CONTENT_FAULTS = [
  "finish_mismatch",
  "finish_calls_without_calls",
  "arguments_object",
  "arguments_double_encoded",
  "arguments_empty",
  "arguments_trailing",
  "arguments_broken",
  "arguments_huge_broken",
  "missing_call_id",
  "duplicate_call_id",
  "surplus_calls",
  "unknown_tool",
  "empty_reply",
  "text_only",
  "length_cut",
  "think_text",
  "think_unclosed",
  "refusal",
  "usage_null",
  "usage_absent",
  "calls_as_hermes",
  "calls_as_llama",
  "calls_as_mistral",
  "calls_as_qwen",
  "thinking_only",
  "pause_turn",
  "content_parts",
  "stream_index_zero",
] as const;

/** Faults of how a reply travels; most of them never arrive. */
export const TRANSPORT_FAULTS = [
  "rate_limit_seconds",
  "rate_limit_date",
  "rate_limit_ms",
  "rate_limit_reset_headers",
  "concurrency_limit",
  "slow_down",
  "overloaded_503",
  "overloaded_529",
  "insufficient_quota",
  "credit_balance_exhausted",
  "spend_limit",
  "usage_limit",
  "http_408",
  "http_500",
  "http_502_html",
  "reset",
  "close_early",
  "close_mid_body",
  "end_mid_stream",
  "error_in_stream",
  "overloaded_in_stream",
  "quota_in_stream",
  "error_body_200",
  "empty_choices",
  "not_json",
  "stall_first_byte",
  "stall_idle",
  "trickle",
  "wrong_key",
  "forbidden",
  "not_found",
  "bad_request",
  "context_length_exceeded",
  "context_prompt_too_long",
  "context_maximum_length",
  "context_input_and_max_tokens",
  "context_413",
  "redirect",
  "vllm_no_tool_parser",
  "llama_no_jinja",
] as const;

export type ContentFault = (typeof CONTENT_FAULTS)[number];
export type TransportFault = (typeof TRANSPORT_FAULTS)[number];
export type FaultName = ContentFault | TransportFault;

/** The faults that a run is expected to live through: what `--fault-rate` draws from. */
export const SURVIVABLE: readonly FaultName[] = [
  "finish_mismatch",
  "arguments_object",
  "arguments_double_encoded",
  "arguments_trailing",
  "arguments_broken",
  "missing_call_id",
  "duplicate_call_id",
  "surplus_calls",
  "unknown_tool",
  "empty_reply",
  "text_only",
  "think_text",
  "usage_null",
  "usage_absent",
  "rate_limit_ms",
  "rate_limit_reset_headers",
  "concurrency_limit",
  "overloaded_503",
  "overloaded_529",
  "http_408",
  "http_500",
  "http_502_html",
  "reset",
  "close_mid_body",
  "error_in_stream",
  "error_body_200",
  "empty_choices",
  "not_json",
];

/** Which faults happen, and how often. */
export interface FaultPlan {
  /** Chance of a fault in a request, half of it for content, half for transport. */
  readonly rate: number;
  readonly among: readonly FaultName[];
}

/** The faults of one request. */
export interface DrawnFaults {
  readonly content: ContentFault | null;
  readonly transport: TransportFault | null;
}

/** Draws the faults of a request: the same for the same body and attempt, wherever and whenever. */
export function drawFaults(plan: FaultPlan, bodyHash: string, attempt: number): DrawnFaults {
  return {
    content: drawOne(CONTENT_FAULTS, plan, `content:${bodyHash}`),
    transport: drawOne(TRANSPORT_FAULTS, plan, `transport:${bodyHash}:${attempt}`),
  };
}

function drawOne<F extends FaultName>(kind: readonly F[], plan: FaultPlan, seed: string): F | null {
  const possible = kind.filter((name) => plan.among.includes(name));
  const digest = sha256Hex(seed);
  const happens = parseInt(digest.slice(0, 8), 16) / 2 ** 32 < plan.rate / 2;
  return happens ? (possible[parseInt(digest.slice(8, 16), 16) % possible.length] ?? null) : null;
}

/** Whether a fault is one of content. */
export function isContentFault(name: FaultName): name is ContentFault {
  return (CONTENT_FAULTS as readonly string[]).includes(name);
}
