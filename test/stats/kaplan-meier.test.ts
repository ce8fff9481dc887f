import { expect, test } from "vitest";
import { atRiskAt, kaplanMeier, survivalAt } from "../../src/stats/kaplan-meier.ts";
import { mercaptopurine, placebo } from "./leukaemia.ts";

// Kleinbaum & Klein (2012), chapter 2: the survival column of the 6-MP group; standard errors and intervals as Stata's
// `sts list` prints them for the same data.
test.each([
  [6, 21, 3, "0.8571", "0.0764", "0.6197", "0.9516"],
  [7, 17, 1, "0.8067", "0.0869", "0.5631", "0.9228"],
  [10, 15, 1, "0.7529", "0.0963", "0.5032", "0.8894"],
  [13, 12, 1, "0.6902", "0.1068", "0.4316", "0.8491"],
  [16, 11, 1, "0.6275", "0.1141", "0.3675", "0.8049"],
  [22, 7, 1, "0.5378", "0.1282", "0.2678", "0.7468"],
  [23, 6, 1, "0.4482", "0.1346", "0.1881", "0.6801"],
])("6-MP at week %i: %i at risk, %i relapses, S = %s ± %s (%s to %s)", (week, atRisk, deaths, s, se, low, high) => {
  const point = kaplanMeier(mercaptopurine).points.find(({ month }) => month === week);
  expect(point).toMatchObject({ atRisk, deaths });
  expect([point?.survival, point?.standardError, point?.low, point?.high].map((x) => x?.toFixed(4))).toEqual([
    s,
    se,
    low,
    high,
  ]);
});

// Kleinbaum & Klein (2012), chapter 2: without censoring S is the share still in remission.
test("placebo steps down to zero, where no interval is defined", () => {
  const curve = kaplanMeier(placebo);
  expect(curve.points.map(({ survival }) => Math.round(survival * 21))).toEqual([
    19, 17, 16, 14, 12, 8, 6, 4, 3, 2, 1, 0,
  ]);
  expect(curve.points.at(-1)).toMatchObject({ month: 23, atRisk: 1, survival: 0, low: null, high: null });
});

test("the curve can be read at any month, and says when nobody was left to see", () => {
  const curve = kaplanMeier(mercaptopurine);
  expect(survivalAt(curve, 0)).toBe(1);
  expect(survivalAt(curve, 6.5)).toBeCloseTo(18 / 21, 14);
  expect(survivalAt(curve, 35)).toBeCloseTo(0.4482, 4);
  expect(survivalAt(curve, 36)).toBeNull();
  expect(survivalAt(kaplanMeier(placebo), 100)).toBe(0);
  expect([1, 6, 8, 24, 35, 36].map((month) => atRiskAt(curve, month))).toEqual([21, 21, 16, 5, 1, 0]);
});

test("survivors of the whole horizon keep the curve at one", () => {
  const curve = kaplanMeier([
    { months: 132, died: false },
    { months: 132, died: false },
  ]);
  expect(curve.points).toEqual([
    { month: 132, atRisk: 2, deaths: 0, censored: 2, survival: 1, standardError: 0, low: 1, high: 1 },
  ]);
});

test("a trial truncated in a month counts as at risk for the deaths of that month", () => {
  const [point] = kaplanMeier([
    { months: 3, died: false },
    { months: 3, died: true },
  ]).points;
  expect(point).toMatchObject({ atRisk: 2, deaths: 1, censored: 1, survival: 0.5 });
});

test("nobody observed gives no points", () => {
  const curve = kaplanMeier([]);
  expect(curve).toMatchObject({ n: 0, points: [] });
  expect(survivalAt(curve, 0)).toBeNull();
});
