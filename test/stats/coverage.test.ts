import { expect, test } from "vitest";
import { coverage, exponentialScores, normalScores, type Population, peakedScores, skewedScores } from "./coverage.ts";

// Seeds are fixed, so these cannot flake; test/evidence/coverage.test.ts runs the same with more trials.
const atFifty: Population[] = [normalScores, exponentialScores, skewedScores(0.5, 0.6), peakedScores(0.75, 0.06)];

test.each(atFifty)("at 50 seeds the 95 % interval covers 93 to 97 %: $name", (population) => {
  const share = coverage(population, 50, 1000, 999);
  expect(share).toBeGreaterThanOrEqual(0.93);
  expect(share).toBeLessThanOrEqual(0.97);
});

const atFive: Population[] = [normalScores, skewedScores(0.75, 0.6), peakedScores(0.6, 0.25)];

test.each(atFive)("at 5 seeds the 95 % interval covers at least 90 %: $name", (population) => {
  expect(coverage(population, 5, 2000, 999)).toBeGreaterThanOrEqual(0.9);
});
