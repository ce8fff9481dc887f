import { expect, test } from "vitest";
import { ProviderError, type ProviderErrorData } from "../../src/llm/error.ts";
import { type ChatModel, type Reply, UNKNOWN_USAGE } from "../../src/llm/model.ts";
import { type RetryEvent, type RetryPolicy, retrying } from "../../src/llm/retry.ts";
import type { LeaseOutcome, LeaseRequest, Throttle } from "../../src/llm/throttle.ts";
import { uniformStream } from "../../src/std/random.ts";
import { failure, NO_STOP, opening } from "../support/mock-model/players.ts";

const POLICY: RetryPolicy = { attempts: 4, forMs: 600_000, maxWaitMs: 60_000, baseMs: 1000, firstContactAttempts: 2 };
const REPLY: Reply = {
  text: "ok",
  toolCalls: [],
  echo: null,
  finish: "stop",
  usage: UNKNOWN_USAGE,
  servedModel: null,
  responseId: null,
  repairs: [],
  pace: null,
};

type Fault = Pick<ProviderErrorData, "class" | "code"> & Partial<ProviderErrorData>;
const RATE: Fault = { class: "rate", code: "rate_limit" };
const BUSY: Fault = { class: "overload", code: "overloaded" };
const MONEY: Fault = { class: "money", code: "quota_exhausted" };
const LOST: Fault = { class: "transient", code: "connection_lost" };
const AWAY: Fault = { class: "transient", code: "unreachable" };

/** A retried model in a time of its own: sleeping moves the clock, and the throttle may take some too. */
function scene(
  faults: readonly (Fault | null)[],
  {
    policy = {},
    throttleMs = 0,
    uniform = () => 1,
  }: { policy?: Partial<RetryPolicy>; throttleMs?: number; uniform?: () => number } = {},
) {
  let nowMs = 0;
  const queue = [...faults];
  const events: RetryEvent[] = [];
  const leases: LeaseRequest[] = [];
  const outcomes: LeaseOutcome[] = [];
  const sleeps: number[] = [];
  const inner: ChatModel = {
    complete() {
      const fault = queue.length > 1 ? queue.shift() : queue[0];
      return fault === undefined || fault === null
        ? Promise.resolve(REPLY)
        : Promise.reject(new ProviderError({ words: "no", ...fault }));
    },
    close: () => Promise.resolve(),
  };
  const throttle: Throttle = {
    acquire(request) {
      nowMs += throttleMs;
      leases.push(request);
      return Promise.resolve({ release: (outcome) => outcomes.push(outcome) });
    },
  };
  const model = retrying(inner, {
    policy: { ...POLICY, ...policy },
    throttle,
    worstCase: () => ({ inputTokens: 10, outputTokens: 20, worstUsd: 0.5 }),
    sleep: (ms) => {
      sleeps.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
    clock: () => nowMs,
    uniform,
    observe: (event) => events.push(event),
  });
  return { ask: () => model.complete(opening(), { signal: NO_STOP }), events, leases, outcomes, sleeps };
}

test("a failure that may pass is tried again, each attempt with a lease of its own", async () => {
  const { ask, leases, outcomes, events } = scene([LOST, BUSY, null]);
  expect(await ask()).toEqual(REPLY);
  expect(leases.map((lease) => lease.attempt)).toEqual([1, 2, 3]);
  expect(leases[0]).toEqual({ inputTokens: 10, outputTokens: 20, worstUsd: 0.5, attempt: 1 });
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(["failed", "failed", "replied"]);
  expect(events).toMatchObject([
    { kind: "retry", attempt: 2, inMs: 1000, atMs: 1000, error: { code: "connection_lost" } },
    { kind: "retry", attempt: 3, inMs: 2000, atMs: 3000, error: { code: "overloaded" } },
  ]);
});

test("waits double up to the longest, with full jitter", async () => {
  const { ask, sleeps } = scene([LOST], { policy: { attempts: 9, maxWaitMs: 5000 }, uniform: () => 0.5 });
  await failure(ask());
  expect(sleeps).toEqual([500, 1000, 2000, 2500, 2500, 2500, 2500, 2500]);
});

test("jitter comes from its own stream: the same stream, the same waits", async () => {
  const run = async () => {
    const { ask, sleeps } = scene([LOST], { uniform: uniformStream(1, "jitter") });
    await failure(ask());
    return sleeps;
  };
  expect(await run()).toEqual(await run());
});

test.each([
  { name: "the server's hint", hintMs: 7000, wait: [7000, 7700] },
  { name: "the longest wait where the hint is longer", hintMs: 600_000, wait: [60_000, 60_000] },
])("it waits for $name", async ({ hintMs, wait }) => {
  const { ask, sleeps } = scene([{ ...RATE, retryAfterMs: hintMs }, null]);
  await ask();
  expect(sleeps[0]).toBeGreaterThanOrEqual(wait[0] ?? 0);
  expect(sleeps[0]).toBeLessThanOrEqual(wait[1] ?? 0);
});

test.each([
  MONEY,
  { class: "wrong", code: "refused_request" } as const,
  { class: "context", code: "context_overflow" } as const,
])("$code is never tried again", async (fault) => {
  const { ask, leases, sleeps } = scene([fault]);
  expect(await failure(ask())).toMatchObject(fault);
  expect(leases).toHaveLength(1);
  expect(sleeps).toEqual([]);
});

test("attempts end", async () => {
  const { ask, leases } = scene([LOST]);
  expect(await failure(ask())).toMatchObject(LOST);
  expect(leases).toHaveLength(POLICY.attempts);
});

test("a refusal for going too fast counts as no attempt", async () => {
  const { ask, leases } = scene([RATE, RATE, RATE, RATE, RATE, RATE, null]);
  await ask();
  expect(leases).toHaveLength(7);
});

test("a limit that never ends pauses the endpoint like a used-up quota; it is no trial's outcome", async () => {
  const { ask } = scene([{ ...RATE, retryAfterMs: 50_000 }]);
  expect(await failure(ask())).toMatchObject({ class: "money", code: "limit_unending", retryable: false });
});

test("time ends, and waits for the throttle do not count", async () => {
  const policy = { attempts: 100, forMs: 10_000, maxWaitMs: 4000, baseMs: 4000 };
  const quick = scene([LOST], { policy });
  await failure(quick.ask());
  const throttled = scene([LOST], { policy, throttleMs: 60_000 });
  await failure(throttled.ask());
  expect(throttled.leases.length).toBeGreaterThanOrEqual(quick.leases.length);
  expect(throttled.events[0]).toEqual({ kind: "waited", ms: 60_000, attempt: 1 });
});

test("a server that has never answered is given up sooner", async () => {
  const stranger = scene([AWAY]);
  await failure(stranger.ask());
  expect(stranger.leases).toHaveLength(POLICY.firstContactAttempts);
  const known = scene([null, AWAY]);
  await known.ask();
  await failure(known.ask());
  expect(known.leases).toHaveLength(1 + POLICY.attempts);
});

test("a bug is not retried, and its lease is given back", async () => {
  const released: LeaseOutcome[] = [];
  const broken: ChatModel = { complete: () => Promise.reject(new TypeError("bug")), close: () => Promise.resolve() };
  const throttle: Throttle = { acquire: () => Promise.resolve({ release: (outcome) => released.push(outcome) }) };
  const tools = {
    policy: POLICY,
    throttle,
    worstCase: () => ({ inputTokens: 1, outputTokens: 1, worstUsd: 0 }),
    sleep: () => Promise.resolve(),
    clock: () => 0,
    uniform: () => 0,
    observe: () => undefined,
  };
  await expect(retrying(broken, tools).complete(opening(), { signal: NO_STOP })).rejects.toThrow(TypeError);
  expect(released).toEqual([{ kind: "unused" }]);
});
