import { describe, expect, test } from "vitest";
import type { TrialLine, TrialResult } from "../../src/record/trial-line.ts";
import { trialsCsv } from "../../src/report/csv.ts";
import { table1Markdown } from "../../src/report/markdown.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { servedWarnings } from "../../src/report/served-models.ts";
import { table1Of } from "../../src/report/table1.ts";
import { failed, line, player, run } from "./sample-runs.ts";

const A = player("A");

function served(seed: number, servedModel: string | null, rest: Partial<TrialResult> = {}): TrialLine {
  return line({ seed }, { turns: 2, servedModel, ...rest });
}

const mixed = (seed: number): TrialLine => served(seed, "m2", { servedModels: { m2: 1, m1: 1 } });

/** The seeds of each row. */
function rowsOf(...lines: readonly TrialLine[]): number[][] {
  const [table] = gatherResults([run([A], lines)]).tables;
  return (table?.players ?? []).map((row) => row.lines.map(({ trial }) => trial.seed)).sort();
}

describe("trials of one label", () => {
  test("that one model served are one row, under another stamp than those of another model", () => {
    expect(rowsOf(served(0, "m1"), served(1, "m1"))).toEqual([[0, 1]]);
    const stampOf = (model: string) =>
      gatherResults([run([A], [served(0, model)])]).tables[0]?.players.map((row) => row.playerStamp);
    expect(stampOf("m1")).not.toEqual(stampOf("m2"));
    expect(stampOf("m1")).toHaveLength(1);
  });

  test("that two models served are two rows, and those served by both in turn a third", () => {
    expect(rowsOf(served(0, "m1"), served(1, "m2"), mixed(2), mixed(3), served(4, "m1"))).toEqual([
      [0, 4],
      [1],
      [2, 3],
    ]);
  });

  test("whose provider named nobody are in the row of most of the others", () => {
    const silent = line({ seed: 9 }, { ...failed(0), servedModel: null });
    expect(rowsOf(silent, served(0, "m2"), served(1, "m1"), served(2, "m1"))).toEqual([[0], [1, 2, 9]].sort());
    expect(rowsOf(silent)).toEqual([[9]]);
  });

  test("are the same rows when they come from several runs, in any order", () => {
    const parts = [run([A], [served(0, "m1"), mixed(2)]), run([A], [served(1, "m2"), line({ seed: 9 }, failed(0))])];
    const stampsOf = (runs: typeof parts) =>
      gatherResults(runs).tables[0]?.players.map((row) => [row.playerStamp, row.lines.map(({ trial }) => trial.seed)]);
    expect(stampsOf([...parts].reverse())).toEqual(stampsOf(parts));
    expect(stampsOf(parts)).toHaveLength(3);
  });

  test("are planned once, however many rows wait for them", () => {
    const results = gatherResults([run([A], [served(0, "m1"), served(1, "m2")])]);
    expect(results.tables[0]?.players.map(({ planned }) => planned)).toEqual([2, 2]);
    expect(table1Markdown(results.tables.map(table1Of))).toContain("2 planned, 2 attempted, 2 scored.");
    expect(results.tables.map(table1Of)[0]?.groups[0]?.overall).toMatchObject({
      planned: 2,
      scored: 2,
      unranked: null,
    });
  });

  test("have their models in the trials' table", () => {
    const { tables } = gatherResults([run([A], [served(0, "m1"), mixed(1)])]);
    const cells = trialsCsv(tables).trimEnd().split("\n");
    expect(cells.map((row) => row.split(",").at(-1))).toEqual(expect.arrayContaining(["served_model", "m1", "m1; m2"]));
  });
});

describe("the warning", () => {
  test("names label, models and trials, also where all of it is within trials", () => {
    expect(servedWarnings([served(0, "m1"), served(1, "m2"), served(2, "m2"), mixed(3)])).toEqual([
      `"A" was served by 2 models: m1 in 1 trial, m1 and m2 within 1 trial, m2 in 2 trials.`,
    ]);
    expect(servedWarnings([mixed(0), mixed(1)])).toEqual([`"A" was served by 2 models: m1 and m2 within 2 trials.`]);
  });

  test("is not given for one model a label, nor for silence", () => {
    const other = line({ label: "B" }, { servedModel: "m2" });
    expect(servedWarnings([served(0, "m1"), served(1, "m1"), served(2, null), other])).toEqual([]);
  });

  test("stands in a report beside the one that says which row is which", () => {
    const { warnings, tables } = gatherResults([run([A], [served(0, "m1"), served(1, "m2")])]);
    const stamps = tables[0]?.players.map(
      ({ playerStamp, lines }) => `${playerStamp} of ${lines[0]?.result.servedModel}`,
    );
    expect(warnings).toEqual([
      expect.stringContaining(`"A" has 2 player stamps (${stamps?.join(", ")})`),
      expect.stringContaining(`"A" was served by 2 models`),
    ]);
  });
});
