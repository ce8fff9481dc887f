import { expect, test } from "vitest";
import { survivalPower } from "../../src/stats/survival-power.ts";

test.each([
  [4, 3, 1, 0.75],
  [4, 3, 2, 0.5],
  [4, 3, 3, 0.25],
  [4, 3, 4, 0],
  [5, 5, 4, 1],
  [8, 6, 3, 20 / 56],
])("%i repeats with %i survived: survival^%i is %f", (repeats, survived, k, expected) => {
  expect(survivalPower([{ survived, repeats }], k).value).toBeCloseTo(expected, 14);
});

test("it is the share of all sets of k repeats that survive whole", () => {
  const outcomes = [true, true, false, true, true, false];
  let whole = 0;
  let sets = 0;
  for (const [i, a] of outcomes.entries()) {
    for (const [j, b] of outcomes.entries()) {
      for (const [l, c] of outcomes.entries()) {
        if (!(i < j && j < l)) continue;
        sets += 1;
        if (a && b && c) whole += 1;
      }
    }
  }
  expect(survivalPower([{ survived: 4, repeats: 6 }], 3).value).toBeCloseTo(whole / sets, 14);
});

test("seeds are averaged, and those with too few repeats are counted out", () => {
  const bySeed = [
    { survived: 2, repeats: 2 },
    { survived: 1, repeats: 2 },
    { survived: 1, repeats: 1 },
  ];
  expect(survivalPower(bySeed, 2)).toEqual({ k: 2, value: 0.5, seeds: 2, seedsLeftOut: 1 });
  expect(survivalPower(bySeed, 3)).toEqual({ k: 3, value: null, seeds: 0, seedsLeftOut: 3 });
});

test("more survivals than repeats is a bug", () => {
  expect(() => survivalPower([{ survived: 3, repeats: 2 }], 1)).toThrow(/more often/);
});
