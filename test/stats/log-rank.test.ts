import { expect, test } from "vitest";
import { logRankTest } from "../../src/stats/log-rank.ts";
import { mercaptopurine, placebo } from "./leukaemia.ts";

const dies = (months: number) => ({ months, died: true });
const leaves = (months: number) => ({ months, died: false });

// Kleinbaum & Klein (2012), chapter 2: log-rank 16.79; expected relapses 19.25 and 10.75 as Stata prints them.
test("the leukaemia trial gives the published statistic", () => {
  const result = logRankTest([mercaptopurine, placebo]);
  expect(result.chiSquare.toFixed(2)).toBe("16.79");
  expect(result.degreesOfFreedom).toBe(1);
  expect(result.p?.toExponential(1)).toBe("4.2e-5");
  expect(result.groups.map(({ observed, expected }) => [observed, expected.toFixed(2)])).toEqual([
    [9, "19.25"],
    [21, "10.75"],
  ]);
});

// Miller (1981), acute myelogenous leukaemia with and without maintenance; `survdiff` in R prints 3.4 and 0.07.
test("the AML trial gives the statistic R prints", () => {
  const maintained = [...[9, 13, 18, 23, 31, 34, 48].map(dies), ...[13, 28, 45, 161].map(leaves)];
  const not = [...[5, 5, 8, 8, 12, 23, 27, 30, 33, 43, 45].map(dies), leaves(16)];
  const { chiSquare, p } = logRankTest([maintained, not]);
  expect([chiSquare.toFixed(1), p?.toFixed(2)]).toEqual(["3.4", "0.07"]);
});

test("three groups of one, dying in turn, give 2.6 by hand", () => {
  const result = logRankTest([[dies(1)], [dies(2)], [dies(3)]]);
  expect(result.chiSquare).toBeCloseTo(2.6, 12);
  expect(result.degreesOfFreedom).toBe(2);
  expect(result.p).toBeCloseTo(Math.exp(-1.3), 12);
});

test("the order of groups does not matter, and an empty one adds no degree of freedom", () => {
  const third = [4, 9, 14, 30].map(dies);
  const one = logRankTest([mercaptopurine, placebo, third]);
  const other = logRankTest([third, [], mercaptopurine, placebo]);
  expect(other.chiSquare).toBeCloseTo(one.chiSquare, 10);
  expect(other.degreesOfFreedom).toBe(2);
});

test("equal curves differ by nothing", () => {
  expect(logRankTest([placebo, placebo])).toMatchObject({ degreesOfFreedom: 1, p: 1 });
});

test.each([
  { name: "no deaths", groups: [[leaves(132)], [leaves(132)]] },
  { name: "all dying together", groups: [[dies(5)], [dies(5), dies(5)]] },
  { name: "one group", groups: [[dies(5), dies(7)]] },
  { name: "no group", groups: [] },
])("$name cannot be told apart", ({ groups }) => {
  expect(logRankTest(groups)).toMatchObject({ chiSquare: 0, degreesOfFreedom: 0, p: null });
});
