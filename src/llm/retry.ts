// The one layer that tries again. SDKs never do: they know neither a used-up quota nor a limiter that is
// shared. A refusal for going too fast is never a trial's outcome; money is never retried.
import type { Clock } from "../std/clock.ts";
import type { Uniform } from "../std/random.ts";
import { ProviderError, type ProviderErrorData } from "./error.ts";
import type { CallOptions, ChatModel, ChatRequest, Reply } from "./model.ts";
import type { Sleep } from "./sleep.ts";
import type { LeaseOutcome, LeaseRequest, Throttle } from "./throttle.ts";

/** How long, how often and how patiently. */
export interface RetryPolicy {
  /** Attempts of one request, the first included; refusals for going too fast are not counted. */
  readonly attempts: number;
  /** Time from the first failure on, waits for the throttle left out. */
  readonly forMs: number;
  /** The longest single wait, whatever a server asks for. */
  readonly maxWaitMs: number;
  /** The first wait is up to this long, each further one up to twice the last. */
  readonly baseMs: number;
  /** Attempts to reach a server that has never answered: an address may simply be wrong. */
  readonly firstContactAttempts: number;
}

/** The first wait, and the number of tries to reach a server for the first time. */
export const RETRY_DEFAULTS = { baseMs: 1000, firstContactAttempts: 3 } as const;

/** What happens between attempts, for whoever shows progress or counts time. */
export type RetryEvent =
  | { readonly kind: "waited"; readonly ms: number; readonly attempt: number }
  | {
      readonly kind: "retry";
      readonly attempt: number;
      readonly inMs: number;
      readonly atMs: number;
      readonly error: ProviderErrorData;
    };

/** What retrying needs. */
export interface RetryTools {
  readonly policy: RetryPolicy;
  readonly throttle: Throttle;
  readonly worstCase: (request: ChatRequest) => Omit<LeaseRequest, "attempt">;
  readonly sleep: Sleep;
  readonly clock: Clock;
  /** Draws the jitter; a stream of its own, so that no other chance depends on the network. */
  readonly uniform: Uniform;
  readonly observe: (event: RetryEvent) => void;
}

/** The same model, tried again by the rules. */
export function retrying(model: ChatModel, tools: RetryTools): ChatModel {
  let hasAnswered = false;
  return {
    async complete(request, options) {
      const reply = await untilDone(model, request, options, { tools, hasAnswered: () => hasAnswered });
      hasAnswered = true;
      return reply;
    },
    close: () => model.close(),
  };
}

interface Rules {
  readonly tools: RetryTools;
  readonly hasAnswered: () => boolean;
}

async function untilDone(model: ChatModel, request: ChatRequest, options: CallOptions, rules: Rules): Promise<Reply> {
  const { tools } = rules;
  const spent = { failures: 0, counted: 0, firstFailureMs: 0, throttledMs: 0 };
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(model, request, options, { tools, attempt, spent });
    } catch (thrown) {
      if (!(thrown instanceof ProviderError)) throw thrown;
      const waitMs = nextWait(thrown, spent, rules);
      tools.observe({
        kind: "retry",
        attempt: attempt + 1,
        inMs: waitMs,
        atMs: tools.clock() + waitMs,
        error: thrown.toJSON(),
      });
      await tools.sleep(waitMs, options.signal).catch((error: unknown) => {
        throw options.signal.aborted ? abortedError() : error;
      });
    }
  }
}

interface Spent {
  failures: number;
  counted: number;
  firstFailureMs: number;
  throttledMs: number;
}

async function once(
  model: ChatModel,
  request: ChatRequest,
  options: CallOptions,
  { tools, attempt, spent }: { tools: RetryTools; attempt: number; spent: Spent },
): Promise<Reply> {
  const { signal } = options;
  stopIfAborted(signal);
  const askedMs = tools.clock();
  const lease = await tools.throttle.acquire({ ...tools.worstCase(request), attempt }, signal);
  const sentMs = tools.clock();
  if (sentMs > askedMs) {
    spent.throttledMs += sentMs - askedMs;
    tools.observe({ kind: "waited", ms: sentMs - askedMs, attempt });
  }
  try {
    // The stop may have come while the throttle was waiting.
    stopIfAborted(signal);
    const reply = await model.complete(request, options);
    lease.release({ kind: "replied", usage: reply.usage, pace: reply.pace, elapsedMs: tools.clock() - sentMs });
    return reply;
  } catch (error) {
    lease.release(outcomeOf(error, tools.clock() - sentMs));
    throw error;
  }
}

function outcomeOf(error: unknown, elapsedMs: number): LeaseOutcome {
  return error instanceof ProviderError ? { kind: "failed", error: error.toJSON(), elapsedMs } : { kind: "unused" };
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortedError();
}

/** How long to wait before the next attempt; throws the error that ends the request when there is none. */
function nextWait(error: ProviderError, spent: Spent, { tools, hasAnswered }: Rules): number {
  if (!error.retryable) throw error;
  const { policy, clock, uniform } = tools;
  const tooFast = error.class === "rate" || error.class === "concurrency";
  spent.failures++;
  if (!tooFast) spent.counted++;
  if (spent.failures === 1) spent.firstFailureMs = clock();
  const unknownServer = error.code === "unreachable" && !hasAnswered();
  const attempts = unknownServer ? Math.min(policy.attempts, policy.firstContactAttempts) : policy.attempts;
  if (!tooFast && spent.counted >= attempts) throw error;
  const backoffMs = uniform() * Math.min(policy.maxWaitMs, policy.baseMs * 2 ** (spent.failures - 1));
  const waitMs = Math.min(
    policy.maxWaitMs,
    error.retryAfterMs === null ? backoffMs : spreadOut(error.retryAfterMs, uniform()),
  );
  const elapsedMs = clock() - spent.firstFailureMs - spent.throttledMs;
  if (elapsedMs + waitMs > policy.forMs) throw tooFast ? unendingLimit(error) : error;
  return Math.ceil(waitMs);
}

/** Not earlier than the server says, and not all at the same moment. */
function spreadOut(hintMs: number, draw: number): number {
  return hintMs + draw * Math.min(1000, hintMs * 0.1);
}

/** A limit that does not end is a quota by another name: the endpoint pauses, and its trials stay unfinished. */
function unendingLimit(error: ProviderError): ProviderError {
  return new ProviderError({ ...error.toJSON(), code: "limit_unending", class: "money", retryable: false });
}

function abortedError(): ProviderError {
  return new ProviderError({ code: "aborted", class: "aborted", words: "stopped by this program" });
}
