import { describe, expect, test } from "vitest";
import { COMPARE_OPTIONS, comparePairs, type Side } from "../../src/report/compare.ts";
import { type Chosen, pairSides } from "../../src/report/compare-sides.ts";
import { compareText } from "../../src/report/compare-text.ts";
import { gatherResults, type ProtocolResults } from "../../src/report/run-results.ts";
import type { ScoredTrial } from "../../src/report/scored-trials.ts";
import { mcnemarTest } from "../../src/stats/mcnemar.ts";
import { line, player, run } from "./sample-runs.ts";

function trial(seed: number, survived: boolean, scoreMusd = survived ? 50 : 0, repeat = 0): ScoredTrial {
  return { seed, repeat, survived, months: survived ? 132 : 40, scoreMusd, raisedMusd: 20 };
}

function side(name: string, survives: (seed: number) => boolean, seeds = 40): Side {
  return { name, trials: Array.from({ length: seeds }, (_, seed) => trial(seed, survives(seed))) };
}

describe("a pair on shared seeds", () => {
  test("survival is McNemar's on one pair a seed, with the seeds of one alone left out", () => {
    const [pair] = comparePairs([[side("A", (seed) => seed < 30, 50), side("B", (seed) => seed >= 20)]]);
    expect(pair?.unshared).toBe(10);
    expect(pair?.seeds).toHaveLength(40);
    expect(pair?.survival.test).toMatchObject({ firstOnly: 20, secondOnly: 10, pairs: 40 });
    expect(pair?.survival.test.p).toBe(mcnemarTest({ firstOnly: 20, secondOnly: 10 }).p);
    expect(pair?.survival.first).toMatchObject({ successes: 30, n: 40, estimator: "wilson" });
    expect(pair?.survival.detectable).toBeGreaterThan(0.1);
  });

  test("with repeats the lowest scored one of each seed is the pair, the means are over all", () => {
    const repeated = { name: "A", trials: [trial(0, false, 0, 1), trial(0, true, 50, 0), trial(1, true)] };
    const [pair] = comparePairs([[repeated, side("B", () => false, 2)]]);
    expect(pair?.survival.test).toMatchObject({ firstOnly: 2, secondOnly: 0 });
    expect(pair?.means[0]).toMatchObject({ figure: "score", first: (25 + 50) / 2, second: 0 });
  });

  test("Holm goes over the pairs of a figure", () => {
    const pairs = comparePairs([
      [side("A", (seed) => seed < 8), side("B", () => false)],
      [side("C", () => true), side("D", () => true)],
    ]);
    expect(pairs[0]?.survival.pHolm).toBeCloseTo(2 * (pairs[0]?.survival.test.p ?? 0));
    expect(pairs[1]?.survival.pHolm).toBe(1);
  });
});

describe("what is concluded", () => {
  const say = (first: Side, second: Side) => compareText(comparePairs([[first, second]]), "Same.", COMPARE_OPTIONS);

  test("a real difference is named with its better side", () => {
    const text = say(
      side("A", () => false),
      side("B", (seed) => seed < 20),
    );
    expect(text).toContain(
      "Survival differs: B survives seeds that A does not (0 seeds only A survived, 20 only B; p < 0.001)",
    );
    expect(text).toContain("Score differs: B has more");
  });

  test("none shown is not none: the reach of the seeds is told", () => {
    const text = say(
      side("A", (seed) => seed !== 3),
      side("B", () => true),
    );
    expect(text).toContain("No difference in survival is shown");
    expect(text).toMatch(/40 seeds would show a difference of \d+ points or more in four cases of five/);
  });

  test("five seeds can show nothing of survival, and it says so", () => {
    expect(
      say(
        side("A", () => true, 5),
        side("B", () => false, 5),
      ),
    ).toContain("5 seeds cannot show any difference in survival, however large");
  });

  test("nothing shared, nothing compared", () => {
    const elsewhere = { name: "B", trials: [trial(99, true)] };
    expect(
      say(
        side("A", () => true, 2),
        elsewhere,
      ),
    ).toContain("No seed was scored by both");
  });

  test("n, estimator and seed stand with the figures", () => {
    const text = say(
      side("A", (seed) => seed % 2 === 0),
      side("B", () => true),
    );
    expect(text).toContain("n = 40 shared seeds (0–39)");
    expect(text).toContain("BCa bootstrap");
    expect(text).toContain("bootstrap stream 0");
  });
});

describe("which rows meet", () => {
  const results = (...labels: string[]): ProtocolResults => {
    const { tables } = gatherResults([
      run(
        labels.map((label) => player(label)),
        labels.map((label) => line({ label })),
      ),
    ]);
    return tables[0] as ProtocolResults;
  };
  const chosen = (folder: string, label: string | null, ...labels: string[]): Chosen => {
    return { folder, label, results: results(...labels) };
  };
  const names = (first: Chosen, second: Chosen) => pairSides(first, second).map((pair) => pair.map(({ name }) => name));

  test.each<[what: string, first: Chosen, second: Chosen, pairs: string[][]]>([
    ["every label both have", chosen("x", null, "A", "B"), chosen("y", null, "B", "C"), [["x: B", "y: B"]]],
    ["two labels of one run", chosen("x", "A", "A", "B"), chosen("x", "B", "A", "B"), [["x: A", "x: B"]]],
    [
      "a label with the same of the other run",
      chosen("x", "A", "A", "B"),
      chosen("y", null, "A", "B"),
      [["x: A", "y: A"]],
    ],
    ["the only rows, whatever they are called", chosen("x", null, "A"), chosen("y", null, "B"), [["x: A", "y: B"]]],
  ])("%s", (_what, first, second, pairs) => {
    expect(names(first, second)).toEqual(pairs);
  });

  test("no shared label is an error that lists both", () => {
    expect(() => names(chosen("x", null, "A", "B"), chosen("y", null, "C"))).toThrow(
      /x \(A, B\) and y \(C\) share no label/,
    );
    expect(() => names(chosen("x", "Z", "A"), chosen("y", null, "A"))).toThrow(/x has no player "Z"; it has A/);
  });
});
