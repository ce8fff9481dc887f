import { describe, expect, test } from "vitest";
import { clip, type Drivers, driversOf } from "../../src/sim/drivers.ts";
import type { MacroMonth } from "../../src/sim/scenario.ts";
import type { TapeMonth } from "../../src/sim/tape.ts";
import { SCENARIO } from "../support/scenario.ts";

const world: MacroMonth = Object.assign({}, SCENARIO.macro[0], {
  base_growth_pct: 0.5,
  surge_pct: 1.5,
  gross_margin_pct: 30,
  ebitda_margin_pct: 5,
  treasury_2y: 1,
  baa_yield: 4,
});
const drawOf = (z: number): TapeMonth => ({
  grossMargin: z,
  ebitdaMargin: z,
  growth: z,
  collection: z,
  outcome: 0.5,
  fill: 0.5,
  delay: 0.5,
});

describe("a month's drivers", () => {
  test.each<[z: number, noise: boolean, drivers: Omit<Drivers, "ratePerYear">]>([
    [0, true, { growthPct: 2, grossMarginPct: 30, ebitdaMarginPct: 5, collectionRate: 0.97 }],
    [0.5, true, { growthPct: 2.25, grossMarginPct: 31, ebitdaMarginPct: 5.75, collectionRate: 0.99 }],
    [3, true, { growthPct: 3.5, grossMarginPct: 36, ebitdaMarginPct: 9.5, collectionRate: 1 }],
    [-4, true, { growthPct: 0, grossMarginPct: 22, ebitdaMarginPct: 0, collectionRate: 0.85 }],
    [-11, true, { growthPct: -3.5, grossMarginPct: 10, ebitdaMarginPct: 0, collectionRate: 0.85 }],
    [40, true, { growthPct: 22, grossMarginPct: 80, ebitdaMarginPct: 60, collectionRate: 1 }],
    [40, false, { growthPct: 2, grossMarginPct: 30, ebitdaMarginPct: 5, collectionRate: 0.97 }],
  ])("at normals of %d with noise %s", (z, noise, drivers) => {
    expect(driversOf(world, drawOf(z), noise)).toEqual({ ...drivers, ratePerYear: 0.05 });
  });
});

test.each([
  [1, 2, 3, 2],
  [4, 2, 3, 3],
  [2.5, 2, 3, 2.5],
])("%d within [%d, %d] is %d", (value, low, high, clipped) => {
  expect(clip(value, low, high)).toBe(clipped);
});
