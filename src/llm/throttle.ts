// The say of whoever shares limits and budgets among trials: every attempt asks first and reports after.
import type { ProviderErrorData } from "./error.ts";
import type { Usage } from "./model.ts";
import type { Pace } from "./pace.ts";

/** Permission to send, one attempt at a time. The shared limiter and budget stand behind it. */
export interface Throttle {
  /** Waits until the attempt may be sent; rejects when it never may, or when the signal ends the wait. */
  acquire(request: LeaseRequest, signal: AbortSignal): Promise<Lease>;
}

/** What an attempt may use at most. */
export interface LeaseRequest {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where prices are unknown. */
  readonly worstUsd: number | null;
  /** From 1; a request that is tried again asks again. */
  readonly attempt: number;
}

/** A permission in use. */
export interface Lease {
  /** Gives the permission back, once, with what came of it. */
  release(outcome: LeaseOutcome): void;
}

/** What came of an attempt. */
export type LeaseOutcome =
  | { readonly kind: "replied"; readonly usage: Usage; readonly pace: Pace | null; readonly elapsedMs: number }
  | { readonly kind: "failed"; readonly error: ProviderErrorData; readonly elapsedMs: number }
  /** A bug of ours ended it: nothing is known of what was sent. */
  | { readonly kind: "unused" };

/** A throttle that never waits. */
export const unthrottled: Throttle = {
  acquire: () => Promise.resolve({ release: () => undefined }),
};
