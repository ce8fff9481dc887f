// The outside world failing, as data that survives threads and files. Never holds a secret: whoever makes
// one has scrubbed its words, and no cause is kept, since an SDK's error carries the request's headers.
import type { Pace } from "./pace.ts";

/** What kind of failure it is, which decides what is done about it. */
export type ErrorClass =
  /** Too many requests: wait, and lower the limiter. */
  | "rate"
  /** Too many at once: fewer in flight. */
  | "concurrency"
  /** The provider is overloaded: back off, but do not shrink the limiter. */
  | "overload"
  /** Quota or credit is used up: never retried, that endpoint pauses. */
  | "money"
  /** A broken connection, a timeout, a server error: retry. */
  | "transient"
  /** An answer that is none: retry. */
  | "malformed"
  /** The request, the key or the address is wrong: no retry. */
  | "wrong"
  /** The conversation is longer than the model takes: trim, then once more. */
  | "context"
  /** We stopped it ourselves. */
  | "aborted";

/** Everything that is known of a failure, as JSON. */
export interface ProviderErrorData {
  /** A name of ours for the failure, stable across providers. */
  readonly code: string;
  readonly class: ErrorClass;
  readonly retryable: boolean;
  /** How long the server asks us to wait, in its longest hint; null when it says nothing. */
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  /** The provider's own words, scrubbed and cut. */
  readonly words: string;
  readonly pace: Pace | null;
}

const RETRYABLE: readonly ErrorClass[] = ["rate", "concurrency", "overload", "transient", "malformed"];

/** Whether a failure of this class may be tried again. */
export function isRetryableClass(errorClass: ErrorClass): boolean {
  return RETRYABLE.includes(errorClass);
}

/** A request to a model that failed. */
export class ProviderError extends Error implements ProviderErrorData {
  override readonly name = "ProviderError";
  readonly code: string;
  readonly class: ErrorClass;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  readonly words: string;
  readonly pace: Pace | null;

  constructor(data: Pick<ProviderErrorData, "code" | "class" | "words"> & Partial<ProviderErrorData>) {
    const status = data.status ?? null;
    super(`${data.code}${status === null ? "" : ` (HTTP ${status})`}: ${data.words}`);
    this.code = data.code;
    this.class = data.class;
    this.retryable = data.retryable ?? isRetryableClass(data.class);
    this.retryAfterMs = data.retryAfterMs ?? null;
    this.status = status;
    this.words = data.words;
    this.pace = data.pace ?? null;
  }

  /** The failure as data, for threads and records. */
  toJSON(): ProviderErrorData {
    const { code, class: errorClass, retryable, retryAfterMs, status, words, pace } = this;
    return { code, class: errorClass, retryable, retryAfterMs, status, words, pace };
  }
}

/**
 * Whether a failure speaks against the model's settings and not against one trial: a wrong key, address
 * or model name, a server that cuts prompts, or anything wrong before the model has ever answered.
 */
export function stopsModel(error: ProviderErrorData, hasAnsweredBefore: boolean): boolean {
  if (error.code === "context_cut") return true;
  if (error.class === "wrong") {
    return !hasAnsweredBefore || [401, 403, 404].includes(error.status ?? 0);
  }
  return error.code === "unreachable" && !hasAnsweredBefore;
}

/**
 * Whether the provider may charge for a request that failed: it had begun to answer, or may have, before the
 * connection or our patience ended. A refusal with a status costs nothing.
 */
export function mayHaveCost(error: ProviderErrorData): boolean {
  return error.status === null && error.class !== "wrong" && error.code !== "unreachable";
}
