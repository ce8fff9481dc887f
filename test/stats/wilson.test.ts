import { expect, test } from "vitest";
import { wilsonInterval } from "../../src/stats/wilson.ts";

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", Stat. Med. 17:857, table I, method 3.
test.each([
  [81, 263, "0.2553", "0.3662"],
  [15, 148, "0.0624", "0.1605"],
  [0, 20, "0.0000", "0.1611"],
  [1, 29, "0.0061", "0.1718"],
])("Wilson's interval on %i of %i is %s to %s, as printed", (successes, n, low, high) => {
  const interval = wilsonInterval(successes, n);
  expect(interval.low.toFixed(4)).toBe(low);
  expect(interval.high.toFixed(4)).toBe(high);
});

test("nothing counted leaves everything possible", () => {
  expect(wilsonInterval(0, 0)).toEqual({
    proportion: null,
    low: 0,
    high: 1,
    successes: 0,
    n: 0,
    level: 0.95,
    estimator: "wilson",
  });
});

test("all or none touch the end exactly", () => {
  expect(wilsonInterval(5, 5).high).toBe(1);
  expect(wilsonInterval(0, 5).low).toBe(0);
});

test("impossible counts and levels are bugs", () => {
  expect(() => wilsonInterval(3, 2)).toThrow(/3 successes of 2/);
  expect(() => wilsonInterval(1, 2, 1)).toThrow(/level/);
});
