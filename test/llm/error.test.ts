import { expect, test } from "vitest";
import { mayHaveCost, ProviderError, stopsModel } from "../../src/llm/error.ts";

test.each([
  { code: "timeout_idle", class: "transient", status: null, cost: true },
  { code: "connection_lost", class: "transient", status: null, cost: true },
  { code: "malformed_reply", class: "malformed", status: null, cost: true },
  { code: "aborted", class: "aborted", status: null, cost: true },
  { code: "unreachable", class: "transient", status: null, cost: false },
  { code: "rate_limit", class: "rate", status: 429, cost: false },
  { code: "server_error", class: "transient", status: 500, cost: false },
  { code: "context_cut", class: "wrong", status: null, cost: false },
] as const)("$code may have cost something: $cost", ({ cost, ...data }) => {
  expect(mayHaveCost(new ProviderError({ ...data, words: "" }))).toBe(cost);
});

test.each([
  { code: "wrong_key", class: "wrong", status: 401, first: true, later: true },
  { code: "not_found", class: "wrong", status: 404, first: true, later: true },
  { code: "refused_request", class: "wrong", status: 400, first: true, later: false },
  { code: "context_cut", class: "wrong", status: null, first: true, later: true },
  { code: "unreachable", class: "transient", status: null, first: true, later: false },
  { code: "server_error", class: "transient", status: 500, first: false, later: false },
  { code: "quota_exhausted", class: "money", status: 429, first: false, later: false },
] as const)("$code stops the model: at first $first, later $later", ({ first, later, ...data }) => {
  const error = new ProviderError({ ...data, words: "" });
  expect([stopsModel(error, false), stopsModel(error, true)]).toEqual([first, later]);
});
