import { describe, expect, test } from "vitest";
import { intervalsOf } from "../../src/report/intervals.ts";
import { intervalsMarkdown } from "../../src/report/intervals-text.ts";
import { gatherResults, type ProtocolResults } from "../../src/report/run-results.ts";
import { wilsonInterval } from "../../src/stats/wilson.ts";
import { bankrupt, line, MILLION_CENTS, player, run } from "./sample-runs.ts";

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);

/** One table in which A survives every seed, B none and C the even ones. */
function table(repeats = 1): ProtocolResults {
  const times = Array.from({ length: repeats }, (_, repeat) => repeat);
  const lines = SEEDS.flatMap((seed) =>
    times.flatMap((repeat) => [
      line({ label: "A", seed, repeat }, { scoreCents: (20 + seed) * MILLION_CENTS }),
      line({ label: "B", seed, repeat }, bankrupt(30 + seed)),
      line({ label: "C", seed, repeat }, (seed + repeat) % 2 === 0 ? {} : bankrupt(50)),
    ]),
  );
  const { tables } = gatherResults([run([player("A"), player("B"), player("C")], lines, { seeds: SEEDS, repeats })]);
  return tables[0] as ProtocolResults;
}

describe("the intervals of a table", () => {
  const { players } = intervalsOf(table());

  test("survival is Wilson's on the scored trials, beside the score's Student interval", () => {
    expect(players[2]).toMatchObject({ label: "C", trials: 10, seeds: 10, survival: wilsonInterval(5, 10) });
    expect(players[0]?.score).toMatchObject({ mean: 24.5, estimator: "student-t", n: 10, clusters: 10, level: 0.95 });
    expect(players.map(({ months }) => months.estimator)).toEqual(["no-spread", "student-t", "student-t"]);
  });

  test("groups part what differs and hold together what cannot be told apart", () => {
    expect(players.map(({ rankBySurvival }) => rankBySurvival?.rank)).toEqual([1, 3, 1]);
    expect(players.map(({ rankByScore }) => rankByScore?.group)).toEqual([1, 3, 2]);
    expect(players[0]?.rankByScore).toMatchObject({ leader: players[0]?.id, p: null });
  });

  test("nothing is said of repeats where there are none", () => {
    expect(players[2]).toMatchObject({ survivalBySeed: null, survivalPower: [] });
  });

  test("repeats give survival of all of them, and seeds as the sample size", () => {
    const [always, , sometimes] = intervalsOf(table(2)).players;
    expect(sometimes).toMatchObject({ trials: 20, seeds: 10 });
    expect(sometimes?.survivalBySeed).toMatchObject({ mean: 50, clusters: 10 });
    expect(always?.survivalPower.map(({ value }) => value)).toEqual([1, 1]);
    expect(sometimes?.survivalPower.map(({ value }) => value)).toEqual([0.5, 0]);
  });

  test("a row below its coverage has intervals and no rank", () => {
    const lines = [line({ label: "A", seed: 0 }), ...SEEDS.map((seed) => line({ label: "B", seed }))];
    const { tables } = gatherResults([run([player("A"), player("B")], lines, { seeds: SEEDS })]);
    const [short, whole] = intervalsOf(tables[0] as ProtocolResults).players;
    expect(short).toMatchObject({ trials: 1, rankByScore: null, rankBySurvival: null });
    expect(short?.score).toMatchObject({ estimator: "one-seed", low: null });
    expect(whole?.rankByScore).toMatchObject({ rank: 1 });
  });

  test("the same table gives the same intervals", () => {
    expect(intervalsOf(table())).toEqual(intervalsOf(table()));
  });
});

test("the Markdown says n, estimator and seed of every figure", () => {
  const text = intervalsMarkdown(intervalsOf(table(2)));
  expect(text).toMatch(/\| +20 \/ 10 \|/);
  expect(text).toContain("stream 0");
  expect(text).toContain("Student's t");
  expect(text).toContain("50.0 [29.9, 70.1]");
  expect(text).toContain("all of 2 %");
});
