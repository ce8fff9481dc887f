import { expect, test } from "vitest";
import { paceOf, retryAfterMs, waitOf } from "../../src/llm/pace.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");

test.each([
  { text: "20", ms: 20_000 },
  { text: "0.25", ms: 250 },
  { text: "0", ms: 0 },
  { text: "1s", ms: 1000 },
  { text: "6m0s", ms: 360_000 },
  { text: "120ms", ms: 120 },
  { text: "1h2m3.5s", ms: 3_723_500 },
  { text: "1d", ms: 86_400_000 },
  { text: "2026-01-05T12:00:30Z", ms: 30_000 },
  { text: "Mon, 05 Jan 2026 12:01:00 GMT", ms: 60_000 },
  { text: "2026-01-05T11:00:00Z", ms: 0 },
  { text: String(NOW / 1000 + 5), ms: 5000 },
  { text: String(NOW + 7000), ms: 7000 },
  { text: "-4", ms: 0 },
  { text: "", ms: null },
  { text: "soon", ms: null },
  { text: undefined, ms: null },
])("a wait of $text is $ms ms", ({ text, ms }) => {
  expect(waitOf(text, NOW)).toBe(ms);
});

test.each([
  { name: "seconds", headers: { "retry-after": "2" }, words: "", ms: 2000 },
  { name: "milliseconds", headers: { "retry-after-ms": "1500" }, words: "", ms: 1500 },
  {
    name: "the longest of three",
    headers: { "retry-after": "2", "retry-after-ms": "1500", "x-ratelimit-reset-tokens": "6m0s" },
    words: "",
    ms: 360_000,
  },
  { name: "words", headers: {}, words: "Rate limit reached. Please try again in 1.242s.", ms: 1242 },
  { name: "words against headers", headers: { "retry-after": "1" }, words: "Please try again in 6m0s", ms: 360_000 },
  { name: "Gemini's delay", headers: {}, words: "quota — retryDelay: 34s", ms: 34_000 },
  {
    name: "an empty Anthropic bucket",
    headers: {
      "anthropic-ratelimit-tokens-remaining": "0",
      "anthropic-ratelimit-tokens-reset": "2026-01-05T12:00:09Z",
    },
    words: "",
    ms: 9000,
  },
  {
    name: "a full Anthropic bucket",
    headers: {
      "retry-after": "1",
      "anthropic-ratelimit-tokens-remaining": "9",
      "anthropic-ratelimit-tokens-reset": "2026-01-05T13:00:00Z",
    },
    words: "",
    ms: 1000,
  },
  { name: "nothing", headers: { date: "x" }, words: "no", ms: null },
])("$name", ({ headers, words, ms }) => {
  expect(retryAfterMs(headers as Record<string, string>, words, NOW)).toBe(ms);
});

test("a pace is read from either vendor's headers, or is null", () => {
  expect(paceOf({ "x-ratelimit-limit-requests": "60", "x-ratelimit-reset-requests": "1s" }, NOW)).toMatchObject({
    requestsLimit: 60,
    requestsLeft: null,
    requestsResetMs: 1000,
  });
  expect(paceOf({ "anthropic-ratelimit-tokens-remaining": "5" }, NOW)).toMatchObject({ tokensLeft: 5 });
  expect(paceOf({ "content-type": "application/json" }, NOW)).toBeNull();
});
