import { describe, expect, test } from "vitest";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { aggregateRow, type Table1Row } from "../../src/report/aggregate.ts";
import { bankrupt, failed, line, MILLION_CENTS, truncated } from "./sample-runs.ts";

function row(
  lines: readonly TrialLine[],
  planned = lines.length,
  protocol: Record<string, unknown> | null = { horizon: 132 },
): Table1Row {
  const named = { label: "A", framework: "react", category: "C", playerStamp: "s" };
  return aggregateRow({ ...named, planned, lines }, { protocolStamp: "p", protocol });
}

describe("a row over three trials, by hand", () => {
  const three = row([
    line(
      { seed: 0 },
      { toolCalls: 264, closings: 1, requests: 2, scoreCents: 30 * MILLION_CENTS, raisedCents: 10 * MILLION_CENTS },
    ),
    line(
      { seed: 1 },
      { toolCalls: 132, closings: 0, requests: 3, scoreCents: 60 * MILLION_CENTS, raisedCents: 40 * MILLION_CENTS },
    ),
    line({ seed: 2 }, bankrupt(30, { toolCalls: 93, requests: 6, raisedCents: 10 * MILLION_CENTS })),
  ]);

  test.each<[what: string, actual: number | null, expected: number]>([
    ["two of three survived", three.fullSurvivalPct, 200 / 3],
    ["months (132 + 132 + 30) / 3", three.months.mean, 98],
    ["their spread √((34² + 34² + 68²) / 2)", three.months.sd, Math.sqrt(3468)],
    ["score (30 + 60 + 0) / 3, the bankrupt one 0", three.scoreMusd.mean, 30],
    ["its spread √((0 + 30² + 30²) / 2)", three.scoreMusd.sd, 30],
    ["first crisis", three.crisisPct[0], 100],
    ["second crisis", three.crisisPct[1], 200 / 3],
    ["calls a month: 264/132, 132/132, 93/31, then the mean", three.toolsPerMonth, 2],
    ["actions (3 + 3 + 6) / 3", three.actions, 4],
    ["raised (10 + 40 + 10) / 3, the bankrupt one included", three.raisedMusd.mean, 20],
    ["its spread √((10² + 20² + 10²) / 2)", three.raisedMusd.sd, Math.sqrt(300)],
    ["score less raised (20 + 20 − 10) / 3", three.scoreLessRaisedMusd.mean, 10],
    ["its spread √((10² + 10² + 20²) / 2)", three.scoreLessRaisedMusd.sd, Math.sqrt(300)],
  ])("%s", (_what, actual, expected) => {
    expect(actual).toBeCloseTo(expected, 10);
  });

  test("has a rank and no bracket", () => {
    expect([three.unranked, three.survivalBracketPct]).toEqual([null, null]);
  });
});

describe("too little to tell", () => {
  test("one trial has a mean and no spread", () => {
    expect(row([line({})]).months).toEqual({ mean: 132, sd: null });
  });

  test("no scored trial leaves everything blank but the counts", () => {
    const empty = row([line({}, failed(12))], 5);
    expect(empty).toMatchObject({
      fullSurvivalPct: null,
      months: { mean: null, sd: null },
      toolsPerMonth: null,
      actions: null,
    });
    expect([empty.planned, empty.attempted, empty.scored, empty.unranked]).toEqual([5, 1, 0, "coverage"]);
  });

  test("a crisis beyond the horizon is blank, and one survived by half is 50 %", () => {
    const short = row([
      line({ seed: 0 }, { crises: [true, true, null] }),
      line({ seed: 1 }, { crises: [true, false, null] }),
    ]);
    expect(short.crisisPct).toEqual([100, 50, null]);
  });
});

describe("only trials that were played to their end are scored", () => {
  const [good, short, gone] = [line({ seed: 0 }), line({ seed: 1 }, truncated(50)), line({ seed: 2 }, failed(10))];

  test.each<[what: string, lines: TrialLine[], scored: number, months: number]>([
    ["a survivor", [good], 1, 132],
    ["a bankruptcy", [good, line({ seed: 3 }, bankrupt(32))], 2, 82],
    ["not a truncated trial", [good, short], 1, 132],
    ["not a failed one", [good, gone], 1, 132],
  ])("%s", (_what, lines, scored, months) => {
    const result = row(lines);
    expect([result.attempted, result.scored, result.months.mean]).toEqual([lines.length, scored, months]);
  });

  test("a bankrupt company scores 0 whatever its line says", () => {
    expect(row([line({}, bankrupt(32, { scoreCents: null }))]).scoreMusd.mean).toBe(0);
  });
});

describe("rank", () => {
  const played = (count: number) =>
    Array.from({ length: count }, (_, seed) => line({ seed }, seed === 0 ? {} : bankrupt(32)));

  test.each<
    [
      what: string,
      scored: number,
      planned: number,
      protocol: Record<string, unknown> | null,
      unranked: Table1Row["unranked"],
    ]
  >([
    ["four of five is enough", 4, 5, { horizon: 132 }, null],
    ["three of four is not", 3, 4, { horizon: 132 }, "coverage"],
    ["a horizon of 131 is another protocol", 5, 5, { horizon: 131 }, "horizon"],
    ["an unknown protocol ranks nobody", 5, 5, null, "protocol"],
    ["nor does one without a horizon", 5, 5, {}, "protocol"],
  ])("%s", (_what, scored, planned, protocol, unranked) => {
    expect(row(played(scored), planned, protocol).unranked).toBe(unranked);
  });

  test("without it survival is bracketed: 1 of 10 if the 7 missing went bankrupt, 8 of 10 if they survived", () => {
    expect(row(played(3), 10).survivalBracketPct).toEqual({ worst: 10, best: 80 });
  });
});
