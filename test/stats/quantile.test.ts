import { expect, test } from "vitest";
import { quantile } from "../../src/stats/quantile.ts";

test.each<[values: number[], p: number, expected: number | null]>([
  [[], 0.5, null],
  [[7], 0.25, 7],
  [[3, 1, 2], 0, 1],
  [[3, 1, 2], 0.5, 2],
  [[3, 1, 2], 1, 3],
  // R: quantile(c(1, 2, 3, 4), c(0.25, 0.5, 0.75)) gives 1.75, 2.5, 3.25.
  [[4, 3, 2, 1], 0.25, 1.75],
  [[4, 3, 2, 1], 0.5, 2.5],
  [[4, 3, 2, 1], 0.75, 3.25],
])("of %j at %s is %s", (values, p, expected) => {
  expect(quantile(values, p)).toBe(expected);
});
