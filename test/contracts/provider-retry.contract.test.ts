// §3 and §5 of the fixtures, with the one layer that tries again, in real time: every passing fault is lived
// through, none is paid twice, money ends at once, and after a stop nothing is sent.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { userMessage } from "../../src/llm/messages.ts";
import type { ChatModel } from "../../src/llm/model.ts";
import { type RetryEvent, type RetryPolicy, retrying } from "../../src/llm/retry.ts";
import { systemSleep } from "../../src/llm/sleep.ts";
import { unthrottled } from "../../src/llm/throttle.ts";
import { systemClock } from "../../src/std/clock.ts";
import { uniformStream } from "../../src/std/random.ts";
import { describeEachFormat, inEachFormat } from "../support/mock-model/each-format.ts";
import { type FaultName, SURVIVABLE } from "../support/mock-model/faults.ts";
import { failure, NO_STOP, opening } from "../support/mock-model/players.ts";

const POLICY: RetryPolicy = { attempts: 8, forMs: 20_000, maxWaitMs: 500, baseMs: 10, firstContactAttempts: 3 };

function persistent(model: ChatModel, events: RetryEvent[] = []): ChatModel {
  return retrying(model, {
    policy: POLICY,
    throttle: unthrottled,
    worstCase: () => ({ inputTokens: 0, outputTokens: 0, worstUsd: null }),
    sleep: systemSleep,
    clock: systemClock,
    uniform: uniformStream(0, "retry"),
    observe: (event) => events.push(event),
  });
}

const PASSING: readonly FaultName[] = [
  "rate_limit_ms",
  "rate_limit_reset_headers",
  "concurrency_limit",
  "slow_down",
  "overloaded_503",
  "overloaded_529",
  "http_408",
  "http_500",
  "http_502_html",
  "reset",
  "close_early",
  "close_mid_body",
  "end_mid_stream",
  "error_in_stream",
  "overloaded_in_stream",
  "error_body_200",
  "empty_choices",
  "not_json",
];

describe("§3 retries, in every format, whole and streamed", () => {
  test("§3 everything that may pass is lived through, one attempt a wait, and one answer is paid", async () => {
    await inEachFormat({}, async ({ server, model }) => {
      const events: RetryEvent[] = [];
      const chat = persistent(model(), events);
      for (const fault of PASSING) {
        server.script(fault);
        await chat.complete(opening({ messages: [userMessage(`${fault}\nPending: none`)] }), { signal: NO_STOP });
      }
      expect(events.filter((event) => event.kind === "retry")).toHaveLength(PASSING.length);
      expect(server.log.entries).toHaveLength(2 * PASSING.length);
      expect(server.log.paid).toHaveLength(PASSING.length);
    });
  });

  test.each([
    "insufficient_quota",
    "credit_balance_exhausted",
    "spend_limit",
    "usage_limit",
    "quota_in_stream",
    "wrong_key",
    "not_found",
    "bad_request",
  ] as const)("§3 %s is asked once", async (fault) => {
    await inEachFormat({}, async ({ server, model }) => {
      server.script(fault);
      await failure(persistent(model()).complete(opening(), { signal: NO_STOP }));
      expect(server.log.entries).toHaveLength(1);
    });
  });

  test("§3 a stop during a wait ends it, and the server sees no further request", async () => {
    await inEachFormat({}, async ({ server, model }) => {
      server.script("rate_limit_seconds", "rate_limit_seconds");
      const stop = new AbortController();
      const events: RetryEvent[] = [];
      const pending = failure(persistent(model(), events).complete(opening(), { signal: stop.signal }));
      await vi.waitUntil(() => events.some(({ kind }) => kind === "retry"), { timeout: 20_000, interval: 10 });
      stop.abort();
      expect(await pending).toMatchObject({ class: "aborted" });
      // Longer than the longest wait.
      await sleep(POLICY.maxWaitMs + 100);
      expect(server.log.entries).toHaveLength(1);
    });
  });
});

describeEachFormat("§5 a misbehaving server", { faultRate: 0.5, faults: SURVIVABLE }, (bench) => {
  test("§5 forty requests with a fault in every other one all end with a reply, none paid twice", async () => {
    const { server, model } = bench();
    const chat = persistent(model());
    const requests = Array.from({ length: 40 }, (_, month) =>
      opening({ messages: [userMessage(`Month ${month}\nPending: none`)] }),
    );
    const replies = await Promise.all(requests.map((request) => chat.complete(request, { signal: NO_STOP })));
    expect(replies).toHaveLength(40);
    expect(server.log.paid).toHaveLength(40);
    expect(new Set(server.log.paid.map((entry) => entry.hash)).size).toBe(40);
  });
});
