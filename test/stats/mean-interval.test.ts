import { expect, test } from "vitest";
import { meanInterval } from "../../src/stats/mean-interval.ts";
import { mean, sampleSd } from "../../src/stats/sample.ts";

const options = { streamSeed: 7 };

/** One value a seed. */
function bySeed(values: readonly number[]): Map<number, number[]> {
  return new Map(values.map((value, seed) => [seed, [value]]));
}

test("mean and sample deviation of none and of one are blank", () => {
  expect([mean([]), sampleSd([]), sampleSd([4])]).toEqual([null, null, null]);
  expect(mean([1, 2, 6])).toBe(3);
  expect(sampleSd([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14);
});

// Student (1908), extra hours of sleep of ten patients (Cushny & Peebles), second drug less first; interval as printed
// by `t.test(extra ~ group, data = sleep, paired = TRUE)` in R.
test("below 20 seeds the interval is Student's t, to the printed digit", () => {
  const interval = meanInterval(bySeed([1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]), options);
  expect(interval.mean).toBeCloseTo(1.58, 12);
  expect(interval.low?.toFixed(7)).toBe("0.7001142");
  expect(interval.high?.toFixed(7)).toBe("2.4598858");
  expect(interval).toMatchObject({ n: 10, clusters: 10, estimator: "student-t", level: 0.95, resamples: null });
});

test("from 20 seeds it is a bootstrap, and says with what", () => {
  const values = Array.from({ length: 20 }, (_, i) => i);
  expect(meanInterval(bySeed(values.slice(1)), options).estimator).toBe("student-t");
  expect(meanInterval(bySeed(values), options)).toMatchObject({
    mean: 9.5,
    estimator: "bootstrap-bca",
    resamples: 9999,
    streamSeed: 7,
    clusters: 20,
  });
});

test("on symmetric values the bootstrap is close to Student's t", () => {
  const values = Array.from({ length: 60 }, (_, i) => Math.sin(i * 12.9898) * 10);
  const { low, high } = meanInterval(bySeed(values), options);
  const half = (2.0009954 * (sampleSd(values) ?? 0)) / Math.sqrt(60);
  expect(((high ?? 0) - (low ?? 0)) / (2 * half)).toBeCloseTo(1, 1);
});

test("repeats of a seed are one cluster: doubling them adds nothing", () => {
  const once = new Map([
    [0, [1]],
    [1, [5]],
    [2, [9]],
  ]);
  const twice = new Map([
    [0, [1, 1]],
    [1, [5, 5]],
    [2, [9, 9]],
  ]);
  const { n, ...rest } = meanInterval(twice, options);
  expect(n).toBe(6);
  expect(meanInterval(once, options)).toEqual({ ...rest, n: 3 });
});

test("every seed weighs the same, however often it was played", () => {
  expect(
    meanInterval(
      new Map([
        [0, [0, 0, 0]],
        [1, [6]],
      ]),
      options,
    ).mean,
  ).toBe(3);
});

test.each([
  { name: "no seed", values: [], expected: { mean: null, low: null, high: null, estimator: "no-data", clusters: 0 } },
  { name: "one seed", values: [4], expected: { mean: 4, low: null, high: null, estimator: "one-seed", clusters: 1 } },
  { name: "equal values", values: [2, 2, 2], expected: { mean: 2, low: 2, high: 2, estimator: "no-spread" } },
  { name: "30 equal values", values: Array(30).fill(0.1), expected: { estimator: "no-spread", clusters: 30 } },
])("the degenerate case of $name is named", ({ values, expected }) => {
  expect(meanInterval(bySeed(values), options)).toMatchObject(expected);
});

test("a seed without a value was not played", () => {
  expect(
    meanInterval(
      new Map([
        [0, []],
        [1, [3]],
      ]),
      options,
    ),
  ).toMatchObject({ clusters: 1, n: 1 });
});
