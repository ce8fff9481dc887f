// One attempt under one clock: it ends when its work ends, when the caller stops it, or when its time is up.
import { setMaxListeners } from "node:events";
import { classify, type Judging } from "./classify.ts";
import { ProviderError } from "./error.ts";
import { type Failure, failureOf, type Timeouts } from "./failure.ts";

/** How an attempt is bounded and judged. */
export interface AttemptRules {
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
  readonly judging: () => Judging;
}

/**
 * Carries out `work` and turns whatever ends it into a {@link ProviderError}; bugs pass unchanged.
 * The caller's signal is listened to only while the attempt lasts, so that a long trial leaves nothing behind.
 */
export async function attempt<T>(rules: AttemptRules, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, timeouts } = rules;
  const stop = new AbortController();
  let ended: Failure | null = null;
  const end = (failure: Failure) => {
    ended ??= failure;
    stop.abort();
  };
  const onAbort = () => {
    end({ kind: "aborted" });
  };
  if (signal.aborted) throw classify({ kind: "aborted" }, rules.judging());
  // One stop may end hundreds of requests; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    end({ kind: "timeout", part: "attempt", afterMs: timeouts.attemptMs });
  }, timeouts.attemptMs);
  try {
    const result = await work(stop.signal);
    // SDKs end an aborted stream quietly, as if it were complete.
    const cutShort = ended as Failure | null;
    if (cutShort !== null) throw classify(cutShort, rules.judging());
    return result;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const failure = (ended as Failure | null) ?? failureOf(error, timeouts);
    if (failure === null) throw error;
    throw classify(failure, rules.judging());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
