import { expect, test } from "vitest";
import { detectableMean } from "../../src/stats/detectable-mean.ts";
import { pairedMean } from "../../src/stats/paired-mean.ts";
import { uniformStream } from "../../src/std/random.ts";

const options = { streamSeed: "pairs" };

function bySeed(values: readonly number[], from = 0): Map<number, number[]> {
  return new Map(values.map((value, i) => [from + i, [value]]));
}

// Student (1908), sleep data: t = 4.0621, df = 9, p = 0.002833 as printed by R's `t.test(..., paired = TRUE)`.
test("below 20 pairs it is the paired t test, to the printed digit", () => {
  const second = bySeed([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
  const first = bySeed([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
  const result = pairedMean(second, first, options);
  expect(result.p?.toFixed(6)).toBe("0.002833");
  expect(result.difference).toBeCloseTo(1.58, 12);
  expect(result).toMatchObject({ pairs: 10, estimator: "student-t" });
});

test("only seeds that both played are compared", () => {
  expect(pairedMean(bySeed([1, 2, 3, 4]), bySeed([0, 0, 5], 2), options)).toMatchObject({ pairs: 2, difference: 3.5 });
  expect(pairedMean(bySeed([1]), bySeed([1], 5), options)).toMatchObject({ pairs: 0, difference: null, p: null });
});

test("identical players differ by exactly 0 with p 1", () => {
  const scores = bySeed(Array.from({ length: 100 }, (_, i) => i * 1.1));
  expect(pairedMean(scores, scores, options)).toMatchObject({ difference: 0, low: 0, high: 0, p: 1, pairs: 100 });
});

test("a constant difference is judged by the sign test", () => {
  expect(pairedMean(bySeed([2, 3, 4, 5]), bySeed([1, 2, 3, 4]), options).p).toBe(1 / 8);
});

test("from 20 pairs interval and p value agree on what is significant", () => {
  const uniform = uniformStream("paired", "agreement");
  let significant = 0;
  for (let trial = 0; trial < 60; trial += 1) {
    const differences = Array.from({ length: 30 }, () => 0.35 * (trial / 30) + Math.log(1 - uniform()) + 0.9);
    const { low, high, p, estimator } = pairedMean(bySeed(differences), bySeed(differences.map(() => 0)), options);
    expect(estimator).toBe("bootstrap-bca");
    const excludes = (low ?? 0) > 0 || (high ?? 0) < 0;
    if ((p ?? 1) < 0.045) expect(excludes).toBe(true);
    if ((p ?? 0) > 0.055) expect(excludes).toBe(false);
    if (excludes) significant += 1;
  }
  expect(significant).toBeGreaterThan(5);
  expect(significant).toBeLessThan(55);
});

test("a difference far beyond what resampling can show keeps a p value that survives Holm", () => {
  const worse = bySeed(Array.from({ length: 100 }, (_, i) => i % 10));
  const better = bySeed(Array.from({ length: 100 }, (_, i) => (i % 10) + 50 + (i % 7)));
  expect(pairedMean(better, worse, options).p).toBeLessThan(1e-20);
});

// Faul et al. (2007), G*Power: a paired t test needs 34 pairs for an effect of 0.5 deviations at 5 % and power 0.8.
test("the smallest detectable mean difference meets the published sample size", () => {
  expect(detectableMean({ pairs: 34, sd: 1 })).toBeLessThan(0.5);
  expect(detectableMean({ pairs: 33, sd: 1 })).toBeGreaterThan(0.5);
  expect(detectableMean({ pairs: 1, sd: 1 })).toBeNull();
  expect(detectableMean({ pairs: 1_000_000, sd: 1000 })).toBeCloseTo(1.959964 + 0.841621, 4);
});

test("an effect of the detectable size is found as often as promised", () => {
  const pairs = 15;
  const shift = detectableMean({ pairs, sd: 1 }) ?? 0;
  const uniform = uniformStream("paired", "power");
  const gauss = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const zero = bySeed(Array.from({ length: pairs }, () => 0));
  let found = 0;
  for (let trial = 0; trial < 2000; trial += 1) {
    const { p } = pairedMean(bySeed(Array.from({ length: pairs }, () => shift + gauss())), zero, options);
    if ((p ?? 1) <= 0.05) found += 1;
  }
  expect(found / 2000).toBeCloseTo(0.8, 1);
});
