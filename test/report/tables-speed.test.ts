// Ten thousand trials are a table in well under a second of work.
import { expect, test } from "vitest";
import { gatherResults } from "../../src/report/run-results.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, line, player, run } from "./sample-runs.ts";

const LABELS = Array.from({ length: 20 }, (_, index) => `player ${index}`);
const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);

test("10,000 trials become all tables within a second of processor time", () => {
  const lines = LABELS.flatMap((label) =>
    SEEDS.map((seed) => line({ label, seed }, seed % 3 === 0 ? {} : bankrupt(32 + (seed % 7)))),
  );
  const whole = run(
    LABELS.map((label) => player(label)),
    lines,
    { seeds: SEEDS },
  );
  // Processor time, and the best of three, because the machine may have other work.
  const tookMs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    expect(tableFiles(gatherResults([whole]))["trials.csv"].split("\n")).toHaveLength(10_002);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  expect(Math.min(...tookMs)).toBeLessThan(1_000);
});
