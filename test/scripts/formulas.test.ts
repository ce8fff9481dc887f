import { describe, expect, it } from "vitest";
import {
  ebitdaMarginPct,
  grossMarginPct,
  growthPct,
  knownQuarterStart,
  lastQuarterEnd,
  type Regime,
  regimeOf,
  surgePct,
} from "../../scripts/data/formulas.ts";

describe("the gross and EBITDA margin", () => {
  it.each([
    ["of the first month", 3.407, 5.0, 31.86, 5.86],
    ["at the lower bound", 5.0, 5.0, 10, 0],
    ["at the upper bound", 0.1, 10.0, 80, 54],
    ["where losses leave less than operations take", 4.0, 5.0, 20, 0],
    ["rounded to 6 decimals", 1.0, 3.0, 66.666667, 40.666667],
  ])("%s", (_name, chargeOff, rate, gross, ebitda) => {
    expect(grossMarginPct(chargeOff, rate)).toBe(gross);
    expect(ebitdaMarginPct(gross)).toBe(ebitda);
  });
});

describe("a surge", () => {
  it.each([
    ["has not begun", 7, 0],
    ["begins at zero", 8, 0],
    ["of the first crisis peaks", 11, 1.0],
    ["of the first crisis half way up", 9, 0.5],
    ["ends at zero", 14, 0],
    ["of the second crisis peaks", 29, 4.1],
    ["of the second crisis a month later", 30, 3.960296],
    ["has passed", 36, 0],
    ["of the third crisis peaks", 57, 3.6],
    ["is over for good", 63, 0],
  ])("%s", (_name, month, points) => {
    expect(surgePct(month)).toBe(points);
  });
});

describe("growth", () => {
  const steady = (month: number) => 1000 * Math.exp(0.005 * month);

  it("is the mean log change of twelve months", () => {
    expect(growthPct(steady, 0, new Set())).toBe(0.5);
  });

  it("sees a jump for twelve months and no longer", () => {
    const jump = (month: number) => steady(month) * (month >= 20 ? Math.exp(0.12) : 1);
    expect([19, 20, 31, 32].map((month) => growthPct(jump, month, new Set()))).toEqual([0.5, 1.5, 1.5, 0.5]);
  });

  it("does not see a jump that is a break of reporting", () => {
    const jump = (month: number) => steady(month) * (month >= 20 ? Math.exp(0.12) : 1);
    expect([19, 20, 25, 31].map((month) => growthPct(jump, month, new Set([20])))).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it("replaces a break by its neighbours' own changes, the later one included at the window's end", () => {
    const changes: Record<number, number> = { 19: 0.01, 20: 9, 21: 0.03 };
    const level = (month: number): number => (month < 9 ? 1 : level(month - 1) * Math.exp(changes[month] ?? 0));
    expect(growthPct(level, 20, new Set([20]))).toBe(0.25);
  });
});

describe("quarters", () => {
  it.each([
    [0, 0, -3],
    [1, 0, -3],
    [2, 2, 0],
    [3, 2, 0],
    [4, 2, 0],
    [5, 5, 3],
    [131, 131, 129],
  ])("in month %i the last quarter ended in %i and the known one began in %i", (month, end, start) => {
    expect(lastQuarterEnd(month)).toBe(end);
    expect(knownQuarterStart(month)).toBe(start);
  });
});

describe("the regime", () => {
  const flat = Array<number>(13).fill(0.1);
  it.each<[string, number[], number[], number, Regime]>([
    ["is a recession half a point above the low", [5, 5.5], [0.1, 0.1], 1, "recession"],
    ["is none just below that", [5, 5.49], [0.1, 0.1], 1, "neutral"],
    ["does not hang on a float's last bit", [4.4, 4.9], [0.1, 0.1], 1, "recession"],
    ["is a recession even where growth is high", [5, 6], [0.1, 0.3], 1, "recession"],
    ["is an expansion above the mean", [5, 5], [0.1, 0.3], 1, "expansion"],
    ["is neutral below the mean", [5, 5], [0.3, 0.1], 1, "neutral"],
    ["remembers a low of eleven months ago", [9, 4, ...Array<number>(11).fill(5)], flat, 12, "recession"],
    ["forgets a low of twelve months ago", [4, ...Array<number>(12).fill(5)], flat, 12, "neutral"],
  ])("%s", (_name, unemployment, growth, month, expected) => {
    expect(regimeOf(unemployment, growth, month)).toBe(expected);
  });
});
