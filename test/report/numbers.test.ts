import { expect, test } from "vitest";
import { fixed, meanSdText, rangesText } from "../../src/report/numbers.ts";

test.each<[value: number | null, decimals: number, text: string]>([
  [98, 1, "98.0"],
  [66.666, 1, "66.7"],
  [-1.25, 2, "-1.25"],
  [-0.04, 1, "0.0"],
  [-0, 0, "0"],
  [-0.5, 1, "-0.5"],
  [null, 1, ""],
])("%s with %s decimals is %s", (value, decimals, text) => {
  expect(fixed(value, decimals)).toBe(text);
});

test.each<[mean: number | null, sd: number | null, text: string]>([
  [58.12, 9.26, "58.1 ± 9.3"],
  [32, null, "32.0"],
  [32, 0, "32.0 ± 0.0"],
  [null, null, "–"],
])("mean %s and spread %s read %s", (mean, sd, text) => {
  expect(meanSdText({ mean, sd })).toBe(text);
});

test.each<[values: number[], text: string]>([
  [[], ""],
  [[3], "3"],
  [[0, 1, 2, 3, 4], "0–4"],
  [[0, 1, 7, 9, 10], "0–1, 7, 9–10"],
])("the seeds %j read %s", (values, text) => {
  expect(rangesText(values)).toBe(text);
});
