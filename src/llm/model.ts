// What it is to talk to a model: one request, one reply. Providers, recordings, text calling and retries
// are all this one interface, wrapped around each other.
import type { AssistantTurn, Message, ToolSpec } from "./messages.ts";
import type { Pace } from "./pace.ts";

/** One model, ready to answer. Never retries by itself unless it says so. */
export interface ChatModel {
  /** Throws {@link ProviderError} for everything that the outside world does wrong. */
  complete(request: ChatRequest, options: CallOptions): Promise<Reply>;
  /** Closes sockets; outstanding requests fail. */
  close(): Promise<void>;
}

/** What is asked of a model. Equal requests give equal bytes on the wire. */
export interface ChatRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Takes the place of the player's own limit, for the one larger try after a cut reply. */
  readonly maxOutputTokens?: number;
  /** Groups requests that share a prefix, where the provider has a use for it. In no hash. */
  readonly cacheKey?: string;
}

/** How one request is to be carried out. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Takes the place of the player's own time for a whole attempt. */
  readonly attemptMs?: number;
}

/** One reply, normalised. */
export interface Reply extends RecordedReply {
  /** What the provider's headers say of its limits; a fact of the moment, never recorded. */
  readonly pace: Pace | null;
}

/** A reply as a record keeps it: with this, a trial can be taken up without asking again. */
export interface RecordedReply extends Omit<AssistantTurn, "role"> {
  /** For information only: whether a turn acts is decided by the presence of tool calls. */
  readonly finish: Finish;
  readonly usage: Usage;
  readonly servedModel: string | null;
  readonly responseId: string | null;
  /** What was odd about the reply and has been put right. */
  readonly repairs: readonly Repair[];
}

/** Why the provider says that the reply ended. */
export type Finish = "calls" | "stop" | "length" | "refusal" | "filter" | "pause" | "other";

/**
 * Tokens of one request. `input` counts the whole prompt, cached parts included; `output` includes
 * reasoning. Null means unknown, never zero.
 */
export interface Usage {
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
}

/** The usage of a reply that reports none. */
export const UNKNOWN_USAGE: Usage = {
  input: null,
  cachedInput: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
};

/** The oddities of replies that are put right, each counted in the record. */
export const REPAIRS = [
  "missing_call_id",
  "duplicate_call_id",
  "missing_call_name",
  "arguments_object",
  "arguments_double_encoded",
  "arguments_empty",
  "arguments_trailing",
  "arguments_broken",
  "finish_mismatch",
  "usage_missing",
  "think_stripped",
  "recovered_text_calls",
  "extra_text_calls",
  "broken_text_call",
] as const;

/** One of {@link REPAIRS}. */
export type Repair = (typeof REPAIRS)[number];

/** The part of a reply that a record keeps. */
export function recordedReply(reply: Reply): RecordedReply {
  const { pace: _pace, ...kept } = reply;
  return kept;
}
