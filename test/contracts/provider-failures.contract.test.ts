// §3 of the fixtures: slow down, or stop. Every signal of the table in every format, and what it is taken for.
import { expect, test } from "vitest";
import { adviceFor } from "../../src/llm/advice.ts";
import { type ErrorClass, stopsModel } from "../../src/llm/error.ts";
import { describeEachFormat } from "../support/mock-model/each-format.ts";
import type { FaultName } from "../support/mock-model/faults.ts";
import { dialectModel, failure, modelFor, NO_STOP, opening } from "../support/mock-model/players.ts";
import { startMockModel } from "../support/mock-model/server.ts";

interface Row {
  readonly fault: FaultName;
  readonly class: ErrorClass;
  readonly code: string;
  /** The longest hint, or a range where it is a date. */
  readonly waitMs?: number | readonly [number, number];
}

const TABLE: readonly Row[] = [
  { fault: "rate_limit_seconds", class: "rate", code: "rate_limit", waitMs: 1000 },
  { fault: "rate_limit_date", class: "rate", code: "rate_limit", waitMs: [1, 2000] },
  { fault: "rate_limit_ms", class: "rate", code: "rate_limit", waitMs: 80 },
  { fault: "rate_limit_reset_headers", class: "rate", code: "rate_limit", waitMs: 80 },
  { fault: "concurrency_limit", class: "concurrency", code: "concurrency_limit" },
  { fault: "slow_down", class: "concurrency", code: "slow_down" },
  { fault: "overloaded_503", class: "overload", code: "overloaded" },
  { fault: "overloaded_529", class: "overload", code: "overloaded" },
  { fault: "insufficient_quota", class: "money", code: "quota_exhausted" },
  { fault: "credit_balance_exhausted", class: "money", code: "quota_exhausted" },
  { fault: "spend_limit", class: "money", code: "quota_exhausted" },
  { fault: "usage_limit", class: "money", code: "quota_exhausted" },
  { fault: "http_408", class: "transient", code: "server_timeout" },
  { fault: "http_500", class: "transient", code: "server_error" },
  { fault: "http_502_html", class: "transient", code: "server_error" },
  { fault: "reset", class: "transient", code: "connection_lost" },
  { fault: "close_early", class: "transient", code: "connection_lost" },
  { fault: "close_mid_body", class: "transient", code: "connection_lost" },
  { fault: "end_mid_stream", class: "transient", code: "connection_lost" },
  { fault: "error_in_stream", class: "transient", code: "server_error" },
  { fault: "quota_in_stream", class: "money", code: "quota_exhausted" },
  { fault: "not_json", class: "malformed", code: "malformed_reply" },
  { fault: "wrong_key", class: "wrong", code: "wrong_key" },
  { fault: "forbidden", class: "wrong", code: "forbidden" },
  { fault: "not_found", class: "wrong", code: "not_found" },
  { fault: "bad_request", class: "wrong", code: "refused_request" },
  { fault: "redirect", class: "wrong", code: "redirected" },
];

describeEachFormat("§3 signals", {}, (bench) => {
  test.each(TABLE)("§3 $fault is $class", async ({ fault, class: expected, code, waitMs }) => {
    const { server, ask } = bench();
    server.script(fault);
    const error = await failure(ask(opening()));
    expect(error).toMatchObject({ class: expected, code, retryable: !["money", "wrong"].includes(expected) });
    if (typeof waitMs === "number") expect(error.retryAfterMs).toBe(waitMs);
    if (typeof waitMs === "object") {
      expect(error.retryAfterMs).toBeGreaterThanOrEqual(waitMs[0]);
      expect(error.retryAfterMs).toBeLessThanOrEqual(waitMs[1]);
    }
    // One attempt is one request: no SDK has tried again behind our back.
    expect(server.log.entries).toHaveLength(1);
    await ask(opening());
  });

  test("§3 a 200 stream that turns out overloaded is overload; whole, it is a failure that may pass", async () => {
    const { server, ask } = bench();
    server.script("overloaded_in_stream");
    expect(await failure(ask(opening()))).toMatchObject({ class: "overload", code: "overloaded" });
  });

  test("§3 401, 403, 404, or a 400 to the first request speak against the model, a later 400 against the trial", async () => {
    const { server, ask } = bench();
    server.script("wrong_key", "forbidden", "not_found", "bad_request");
    const errors = [];
    for (let request = 0; request < 4; request++) errors.push(await failure(ask(opening())));
    expect(errors.map((error) => stopsModel(error, false))).toEqual([true, true, true, true]);
    expect(errors.map((error) => stopsModel(error, true))).toEqual([true, true, true, false]);
  });

  test("§3 the provider's own words arrive", async () => {
    const { server, ask } = bench();
    server.script("forbidden", "http_502_html");
    expect((await failure(ask(opening()))).words).toContain("Your organization must be verified");
    expect((await failure(ask(opening()))).words).toBe("502 Bad Gateway nginx");
  });

  test("§3 what is left of a limit is read from the headers of a refusal", async () => {
    const { server, ask } = bench();
    server.script("rate_limit_reset_headers");
    expect((await failure(ask(opening()))).pace).toMatchObject({
      requestsLimit: 60,
      requestsLeft: 0,
      requestsResetMs: 30,
    });
  });
});

describeEachFormat("§3 limits", { admitPerSecond: 50 }, (bench) => {
  test("§3 what a limit is, is read from the headers of a reply", async () => {
    const reply = await bench().ask(opening());
    expect(reply.pace).toMatchObject({ requestsLimit: 50, requestsResetMs: 1000 });
  });
});

test("§3 an address where nothing listens is unreachable", async () => {
  const server = await startMockModel();
  await server.close();
  const error = await failure(modelFor("openai-chat", server.url).complete(opening(), { signal: NO_STOP }));
  expect(error).toMatchObject({ class: "transient", code: "unreachable" });
  expect(stopsModel(error, false)).toBe(true);
  expect(stopsModel(error, true)).toBe(false);
});

test("§3 a host that does not exist is unreachable", async () => {
  const fields = { endpoint: { baseURL: "http://no-such-host.invalid/v1" } };
  const error = await failure(modelFor("anthropic", "", fields).complete(opening(), { signal: NO_STOP }));
  expect(error).toMatchObject({ class: "transient", code: "unreachable" });
});

test.each([
  { fault: "vllm_no_tool_parser", dialect: "vllm", flag: "--enable-auto-tool-choice" },
  { fault: "llama_no_jinja", dialect: "llama-server", flag: "--jinja" },
] as const)("§2 $dialect without its flag: the advice names $flag", async ({ fault, dialect, flag }) => {
  const server = await startMockModel();
  server.script(fault);
  const error = await failure(dialectModel(dialect, server.url).complete(opening(), { signal: NO_STOP }));
  expect(adviceFor(error)).toContain(flag);
  await server.close();
});
