import { describe, expect, test } from "vitest";
import {
  debtChance,
  debtRate,
  delayMonths,
  equityChance,
  filledAmount,
  leverageOf,
  type Ruleset,
  sharePrice,
} from "../../src/sim/financing.ts";
import type { MacroMonth } from "../../src/sim/scenario.ts";
import type { TapeMonth } from "../../src/sim/tape.ts";
import { SCENARIO } from "../support/scenario.ts";

const market = (change: Partial<MacroMonth>): MacroMonth => Object.assign({}, SCENARIO.macro[0], change);
const draw = (change: Partial<TapeMonth>): TapeMonth => ({
  grossMargin: 0,
  ebitdaMargin: 0,
  growth: 0,
  collection: 0,
  outcome: 0,
  fill: 0,
  delay: 0,
  ...change,
});

describe("equity succeeds", () => {
  test.each<[vix: number, rounds: number, chance: number]>([
    [5, 0, 0.98],
    [12, 0, 0.98],
    [13, 0, 0.972],
    [62, 0, 0.58],
    [200, 0, 0.05],
    [12, 1, 0.98 * 0.75],
    [12, 3, 0.98 * 0.421875],
  ])("at a VIX of %d after %i rounds with a chance of %d", (vix, rounds, chance) => {
    expect(equityChance(market({ vix }), rounds)).toBeCloseTo(chance, 12);
  });
});

describe("debt succeeds", () => {
  test.each<[sofr: number, leverage: number, chance: number]>([
    [0, 0, 0.85],
    [0, 0.5, 0.85],
    [2, 0, 0.65],
    [9, 0, 0.05],
    [0, 0.9, 0.85 * 0.4],
    [0, 0.5 + 2 / 3, 0],
    [0, 3, 0],
  ])("at a SOFR of %d and a leverage of %d with a chance of %d", (sofr, leverage, chance) => {
    expect(debtChance(market({ sofr }), leverage)).toBeCloseTo(chance, 12);
  });

  test.each<[leverage: number, rate: number]>([
    [0, 0.06],
    [0.5, 0.06],
    [0.9, 0.08],
    [2.5, 0.16],
  ])("at a leverage of %d at a rate of %d a year", (leverage, rate) => {
    expect(debtRate(market({ treasury_2y: 2, baa_yield: 4 }), leverage)).toBeCloseTo(rate, 12);
  });
});

test.each<[notes: number, equity: number, leverage: number]>([
  [0, 6_300, 0],
  [5_000, 10_000, 0.5],
  [5_000, 99, 50],
  [5_000, -1_000_000, 50],
])("leverage of %i cents of notes on %i cents of equity is %d", (notes, equity, leverage) => {
  expect(leverageOf(notes, equity)).toBe(leverage);
});

describe("a request that is met brings", () => {
  test.each<[ruleset: Ruleset, fill: number, asked: number, loans: number, filled: number]>([
    ["paper", 0, 1_000, 100, 700],
    ["paper", 0.5, 1_000, 100, 850],
    ["paper", 0.999, 1_000, 100, 1_000],
    ["paper", 0, 1, 100, 1],
    ["hardened", 0, 1_000, 100_000, 700],
    ["hardened", 0, 1_000_000, 100_000, 28_000],
    ["hardened", 0.5, 1_000_000, 100_000, 34_000],
    ["hardened", 0.5, 1_000_000, 0, 0],
  ])(
    "by %s rules at a fill of %d of %i cents asked, with %i cents of loans, %i",
    (ruleset, fill, asked, loans, filled) => {
      expect(filledAmount(draw({ fill }), asked, ruleset, loans)).toBe(filled);
    },
  );

  test.each<[delay: number, months: number]>([
    [0, 1],
    [0.1666, 1],
    [0.1667, 2],
    [0.5, 4],
    [0.9999, 6],
  ])("its money, at a draw of %d, %i months later", (delay, months) => {
    expect(delayMonths(draw({ delay }))).toBe(months);
  });
});

test.each<[what: string, pe: number, perShare: number, price: number]>([
  ["is 10 at the opening", 20, 6, 10],
  ["follows the market's P/E", 30, 6, 15],
  ["follows book equity a share", 20, 3, 5],
  ["never falls below a cent", 20, -4, 0.01],
])("the price of a share %s", (_what, pe, perShare, price) => {
  expect(sharePrice(pe, 20, perShare, 6)).toBeCloseTo(price, 12);
});
