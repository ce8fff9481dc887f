// The long proof behind the intervals: coverage over many populations and numbers of seeds. It prints its table, and
// writes it to the folder ARENA_EVIDENCE_DIR names, if any.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pairedMean } from "../../src/stats/paired-mean.ts";
import { uniformStream } from "../../src/std/random.ts";
import {
  coverage,
  exponentialScores,
  normalScores,
  type Population,
  peakedScores,
  skewedScores,
} from "../stats/coverage.ts";

const TRIALS = 4000;
const RESAMPLES = 1999;
const MINUTES = 60_000;

/** Promised at 50 seeds: 93–97 %. */
const promisedAtFifty = [
  normalScores,
  exponentialScores,
  ...[0.2, 0.3, 0.5, 0.75, 0.95].map((survival) => skewedScores(survival, 0.6)),
  ...[0.3, 0.5, 0.75, 0.9].map((survival) => peakedScores(survival, 0.25)),
  ...[0.4, 0.6, 0.75].map((survival) => peakedScores(survival, 0.06)),
];

/** Promised at 5 seeds: at least 90 %. */
const promisedAtFive = [
  normalScores,
  ...[0.6, 0.75, 0.9].map((survival) => skewedScores(survival, 0.6)),
  ...[0.5, 0.6, 0.9].map((survival) => peakedScores(survival, 0.25)),
];

/**
 * Where no interval made from the values alone keeps its level at every number of seeds: the sample too often holds
 * no survivor, or no bankruptcy, at all, or its tail is too heavy. Shown, not promised.
 */
const beyond = [
  skewedScores(0.1, 0.6),
  skewedScores(0.5, 0.6),
  skewedScores(0.5, 1),
  peakedScores(0.75, 0.25),
  peakedScores(0.75, 0.06),
  peakedScores(0.95, 0.06),
];

const rows: string[] = ["| seeds | population | coverage of 95 % | promise |", "| ---: | --- | ---: | --- |"];

test.each(promisedAtFifty)("at 50 seeds: $name", { timeout: 5 * MINUTES }, (population) => {
  const share = measured(population, 50, "93–97 %");
  expect(share).toBeGreaterThanOrEqual(0.93);
  expect(share).toBeLessThanOrEqual(0.97);
});

test.each(promisedAtFive)("at 5 seeds: $name", { timeout: 5 * MINUTES }, (population) => {
  expect(measured(population, 5, "≥ 90 %")).toBeGreaterThanOrEqual(0.9);
});

test.each([5, 20, 50, 100])("beyond the promise, at %i seeds", { timeout: 10 * MINUTES }, (seeds) => {
  for (const population of beyond) measured(population, seeds, "none");
});

test.each([10, 20, 50, 100])(
  "a paired test at 0.05 on %i pairs of equal players rejects at most 0.07",
  {
    timeout: 5 * MINUTES,
  },
  (pairs) => {
    const population = peakedScores(0.75, 0.06);
    const data = uniformStream("size of the paired test", String(pairs));
    const play = () => new Map(Array.from({ length: pairs }, (_, seed) => [seed, [population.draw(data)]] as const));
    let rejected = 0;
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { p } = pairedMean(play(), play(), { streamSeed: trial, resamples: RESAMPLES });
      if (p !== null && p <= 0.05) rejected += 1;
    }
    rows.push(`| ${pairs} | paired test, equal players | ${percent(1 - rejected / TRIALS)} | ≥ 93 % |`);
    expect(rejected / TRIALS).toBeLessThanOrEqual(0.07);
  },
);

test("the table is written", () => {
  const table = `${rows.join("\n")}\n\n${TRIALS} trials a row, ${RESAMPLES} resamples; standard error at most 0.8 points.\n`;
  console.log(table);
  const folder = process.env["ARENA_EVIDENCE_DIR"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "interval-coverage.md"), table);
  }
  expect(rows.length).toBeGreaterThan(20);
});

function measured(population: Population, seeds: number, promise: string): number {
  const share = coverage(population, seeds, TRIALS, RESAMPLES);
  rows.push(`| ${seeds} | ${population.name} | ${percent(share)} | ${promise} |`);
  return share;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
