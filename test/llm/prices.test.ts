import { expect, test } from "vitest";
import { genaiPrices, libraryRates } from "../../src/llm/genai-prices.ts";
import { UNKNOWN_USAGE, type Usage } from "../../src/llm/model.ts";
import {
  costOf,
  findPrices,
  isLoopback,
  type Prices,
  type PriceTable,
  pricesSchema,
  worstCostUsd,
} from "../../src/llm/prices.ts";

const M = 1_000_000;
const FLAT = pricesSchema.parse({ input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 });
const TIERED = pricesSchema.parse({ input: 1, output: 5, tiers: [{ aboveInputTokens: 200_000, input: 2, output: 9 }] });
const WORST = { inputTokens: M, outputTokens: M };
const usage = (input: number, output: number, more: Partial<Usage> = {}): Usage => ({
  ...UNKNOWN_USAGE,
  input,
  output,
  ...more,
});

test.each<{ name: string; usage: Usage; prices: Prices | null; usd: number | null; estimated: boolean }>([
  { name: "fresh tokens", usage: usage(M, M), prices: FLAT, usd: 12, estimated: false },
  { name: "cached tokens", usage: usage(M, 0, { cachedInput: M / 2 }), prices: FLAT, usd: 1.1, estimated: false },
  {
    name: "cache writes",
    usage: usage(M, 0, { cachedInput: M / 4, cacheWrite: M / 4 }),
    prices: FLAT,
    usd: 1 + 0.05 + 0.625,
    estimated: false,
  },
  {
    name: "cached without a price of its own",
    usage: usage(M, 0, { cachedInput: M }),
    prices: TIERED,
    usd: 2,
    estimated: false,
  },
  { name: "the lower tier, at its end", usage: usage(200_000, 0), prices: TIERED, usd: 0.2, estimated: false },
  {
    name: "the upper tier, for all of the request",
    usage: usage(200_001, M),
    prices: TIERED,
    usd: 0.400002 + 9,
    estimated: false,
  },
  { name: "unknown usage, at its worst", usage: UNKNOWN_USAGE, prices: FLAT, usd: 12, estimated: true },
  { name: "unknown output", usage: { ...UNKNOWN_USAGE, input: M }, prices: FLAT, usd: 12, estimated: true },
  { name: "free", usage: usage(M, M), prices: "free", usd: 0, estimated: false },
  { name: "no prices", usage: usage(M, M), prices: null, usd: null, estimated: false },
])("$name cost $usd", ({ usage: used, prices, usd, estimated }) => {
  const cost = costOf(used, prices, WORST);
  if (usd === null) expect(cost).toBeNull();
  else {
    expect(cost?.usd).toBeCloseTo(usd, 9);
    expect(cost?.estimated).toBe(estimated);
  }
});

test("the worst case takes the dearest prompt rate", () => {
  expect(worstCostUsd({ inputTokens: M, outputTokens: M }, FLAT)).toBe(12.5);
  expect(worstCostUsd(WORST, null)).toBeNull();
  expect(worstCostUsd(WORST, "free")).toBe(0);
});

test("the worst case is never below the cost", () => {
  for (const input of [10, 1000, 200_000, 200_001, M]) {
    const worst = { inputTokens: input, outputTokens: 500 };
    const cost = costOf(usage(input, 500, { cacheWrite: input }), FLAT, worst)?.usd ?? 0;
    expect(worstCostUsd(worst, FLAT)).toBeGreaterThanOrEqual(cost);
  }
});

const TABLE: PriceTable = [
  { model: "m", prices: FLAT },
  { model: "m", host: "api.dear.example", prices: TIERED },
  { model: "local", prices: FLAT },
];
const NOTHING = () => null;

test.each([
  {
    name: "the player's own",
    own: "free" as const,
    model: "m",
    baseURL: "https://x.example/v1",
    from: "player",
    prices: "free",
  },
  { name: "the table", own: undefined, model: "m", baseURL: "https://x.example/v1", from: "table", prices: FLAT },
  {
    name: "the table's line for this host",
    own: undefined,
    model: "m",
    baseURL: "https://api.dear.example/v1",
    from: "table",
    prices: TIERED,
  },
  {
    name: "loopback",
    own: undefined,
    model: "other",
    baseURL: "http://127.0.0.1:8000/v1",
    from: "loopback",
    prices: "free",
  },
])("prices come from $name", ({ own, model, baseURL, from, prices }) => {
  expect(findPrices({ model, baseURL, own, table: TABLE, library: NOTHING })).toEqual({ from, prices });
});

test("unknown is unknown, and not free", () => {
  expect(
    findPrices({ model: "other", baseURL: "https://x.example/v1", own: undefined, table: TABLE, library: NOTHING }),
  ).toBeNull();
});

test("the library knows hosted models, with their tiers, and admits what it does not know", () => {
  const found = findPrices({
    model: "claude-sonnet-4-5",
    baseURL: "https://api.anthropic.com",
    own: undefined,
    table: [],
    library: genaiPrices,
  });
  expect(found).toMatchObject({
    from: "genai-prices",
    prices: {
      input: 3,
      cachedInput: 0.3,
      cacheWrite: 3.75,
      output: 15,
      tiers: [{ aboveInputTokens: 200_000, input: 6 }],
    },
  });
  expect(genaiPrices("no-such-model", "https://api.openai.com/v1")).toBeNull();
});

test.each([
  { url: "http://localhost:11434/v1", is: true },
  { url: "http://127.0.0.1/v1", is: true },
  { url: "http://127.8.9.1/v1", is: true },
  { url: "http://[::1]:80/", is: true },
  { url: "http://10.0.0.1/v1", is: false },
  { url: "https://127.0.0.1.example.com/", is: false },
  { url: "", is: false },
])("$url is loopback: $is", ({ url, is }) => {
  expect(isLoopback(url)).toBe(is);
});

test("prices are checked as they are read", () => {
  expect(pricesSchema.safeParse({ input: -1, output: 1 }).success).toBe(false);
  expect(pricesSchema.safeParse({ input: 1, output: 1, per: "token" }).success).toBe(false);
  expect(pricesSchema.safeParse("cheap").success).toBe(false);
});

test("a price that changes with the hour is taken at its dearest, whenever it is asked for", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 10, 10, hour, 15));
  const asked = hours.map((ms) => libraryRates("deepseek-v4-pro", "https://api.deepseek.com", () => ms));
  expect(new Set(asked.map((rates) => rates?.input)).size).toBe(1);
  expect(asked[0]?.input).toBeGreaterThan(0);
});
