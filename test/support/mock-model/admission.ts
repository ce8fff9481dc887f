// Who is let in: so many requests a second, so many at once, and so many in all.
import type { Clock } from "../../../src/std/clock.ts";
import type { Refusal } from "./refusals.ts";

/** The server's limits; null for none. */
export interface AdmissionLimits {
  readonly perSecond: number | null;
  readonly inFlight: number | null;
  /** Answers before the account is empty. */
  readonly quota: number | null;
}

/** The door of the server. */
export interface Admission {
  /** A refusal, or null when the request is let in; then {@link leave} must follow. */
  enter(): Refusal | null;
  leave(answered: boolean): void;
}

/** A door with these limits. Requests of the last second are counted, refused ones are not. */
export function admission(limits: AdmissionLimits, clock: Clock): Admission {
  let inFlight = 0;
  let answers = 0;
  const admitted: number[] = [];
  return {
    enter() {
      const nowMs = clock();
      while (admitted[0] !== undefined && admitted[0] <= nowMs - 1000) admitted.shift();
      if (limits.quota !== null && answers + inFlight >= limits.quota) {
        return {
          status: 429,
          code: "insufficient_quota",
          message: "You exceeded your current quota, please check your plan and billing details.",
        };
      }
      if (limits.inFlight !== null && inFlight >= limits.inFlight) {
        return { status: 429, code: "concurrency_limit_exceeded", message: "Too many concurrent requests" };
      }
      const [oldest] = admitted;
      if (limits.perSecond !== null && oldest !== undefined && admitted.length >= limits.perSecond) {
        const waitMs = Math.max(1, oldest + 1000 - nowMs);
        const headers = { "retry-after": String(Math.ceil(waitMs / 1000)), "retry-after-ms": String(waitMs) };
        return {
          status: 429,
          code: "rate_limit_exceeded",
          message: "Rate limit reached for requests per second",
          headers,
        };
      }
      admitted.push(nowMs);
      inFlight++;
      return null;
    },
    leave(answered) {
      inFlight--;
      if (answered) answers++;
    },
  };
}
