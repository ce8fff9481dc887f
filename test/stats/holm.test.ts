import { expect, test } from "vitest";
import { holmAdjusted } from "../../src/stats/holm.ts";

test.each([
  // Documentation of pingouin's `holm` (Vallat 2018, JOSS 3:1026).
  { given: [0.5, 0.003, 0.32, 0.054, 0.0003], expected: ["0.6400", "0.0120", "0.6400", "0.1620", "0.0015"] },
  // The example of Wikipedia's "Holm–Bonferroni method", which rejects the first and the fourth at 5 %.
  { given: [0.01, 0.04, 0.03, 0.005], expected: ["0.0300", "0.0600", "0.0600", "0.0200"] },
  { given: [0.9, 0.8], expected: ["1.0000", "1.0000"] },
  { given: [0.02], expected: ["0.0200"] },
  { given: [], expected: [] },
])("Holm adjusts $given to $expected", ({ given, expected }) => {
  expect(holmAdjusted(given).map((p) => p.toFixed(4))).toEqual(expected);
});
