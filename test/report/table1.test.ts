import { describe, expect, test } from "vitest";
import type { ManifestPlayer } from "../../src/record/manifest.ts";
import { marksOf, type RankedColumn } from "../../src/report/best.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { type Table1, table1Of } from "../../src/report/table1.ts";
import { present } from "../../src/std/assert.ts";
import { bankrupt, line, player, run } from "./sample-runs.ts";

/** A table in which each player went bankrupt after the given months, one trial a number. */
function tableOf(players: readonly (readonly [ManifestPlayer, ...number[]])[], seeds = [0]): Table1 {
  const lines = players.flatMap(([{ label }, ...months]) =>
    months.map((month, seed) => line({ label, seed }, bankrupt(month))),
  );
  const results = gatherResults([
    run(
      players.map(([who]) => who),
      lines,
      { seeds },
    ),
  ]);
  return table1Of(present(results.tables[0], "one table"));
}

const model = (label: string, category: string) => player(label, { category });
const other = (label: string, framework: string) => player(label, { framework, category: "Other frameworks" });
const policy = (label: string) => player(label, { framework: "scripted", category: "Scripted" });

describe("groups", () => {
  test("hold the categories of a framework in the order of the run, even where players alternate", () => {
    const table = tableOf([
      [model("a", "Closed"), 1],
      [model("b", "Open"), 1],
      [model("c", "Closed"), 1],
    ]);
    expect(
      table.groups.map((group) =>
        group.categories.map(({ category, rows }) => [category, rows.map((row) => row.label)]),
      ),
    ).toEqual([
      [
        ["Closed", ["a", "c"]],
        ["Open", ["b"]],
      ],
    ]);
  });

  test("pool trials, not rows, and count what was planned", () => {
    const table = tableOf(
      [
        [model("a", "Closed"), 10, 20, 30],
        [model("b", "Open"), 60],
      ],
      [0, 1, 2],
    );
    expect(table.groups[0]?.overall).toMatchObject({
      label: "Overall (ReAct)",
      months: { mean: 30 },
      planned: 6,
      attempted: 4,
      scored: 4,
    });
    expect(table.groups[0]?.overall?.months.sd).toBeCloseTo(Math.sqrt((20 ** 2 + 10 ** 2 + 30 ** 2) / 3), 10);
  });

  test.each<[what: string, players: ManifestPlayer[], overall: (string | undefined)[]]>([
    ["a single row repeats itself: none", [model("a", "Closed")], [undefined, undefined]],
    ["one framework: its own, and none of all", [model("a", "C"), model("b", "C")], ["Overall (ReAct)", undefined]],
    ["policies: their own", [policy("p"), policy("q")], ["Overall (Scripted)", undefined]],
    [
      "policies are not averaged into agents",
      [policy("p"), policy("q"), model("a", "C"), model("b", "C")],
      ["Overall (Scripted)", "Overall (ReAct)", undefined],
    ],
    [
      "other frameworks are one group, as in the paper",
      [model("a", "C"), model("b", "C"), other("x", "codex"), other("y", "my-own")],
      ["Overall (ReAct)", "Overall (Other Agents)", "Overall"],
    ],
  ])("Overall of %s", (_what, players, overall) => {
    const table = tableOf(players.map((who) => [who, 30]));
    expect([...table.groups.map((group) => group.overall?.label), table.overall?.label]).toEqual(overall);
  });

  test("Overall of all holds agents alone: no policy and no person", () => {
    const human = player("me", { framework: "human", category: "Human" });
    const table = tableOf([
      [policy("p"), 132],
      [human, 132],
      [model("a", "C"), 30],
      [other("x", "codex"), 50],
    ]);
    expect(table.overall).toMatchObject({ scored: 2, months: { mean: 40 } });
  });
});

describe("marks", () => {
  /** Labels whose months are best of their category, and best of all. */
  function best(table: Table1, column: RankedColumn | null = "months"): [category: string[], all: string[]] {
    const marks = marksOf(table);
    const labels = (key: "bestOfCategory" | "bestOfAll") =>
      table.rows.filter((row) => marks(column, row)[key]).map((row) => row.label);
    return [labels("bestOfCategory"), labels("bestOfAll")];
  }

  test.each<[what: string, players: (readonly [ManifestPlayer, ...number[]])[], category: string[], all: string[]]>([
    [
      "the most of each category, and of all",
      [
        [model("a", "C"), 5],
        [model("b", "C"), 9],
        [model("c", "O"), 7],
        [model("d", "O"), 3],
      ],
      ["b", "c"],
      ["b"],
    ],
    [
      "all that tie",
      [
        [model("a", "C"), 9],
        [model("b", "C"), 9],
        [model("c", "C"), 3],
      ],
      ["a", "b"],
      ["a", "b"],
    ],
    [
      "nothing where all are alike",
      [
        [model("a", "C"), 9],
        [model("b", "C"), 9],
      ],
      [],
      [],
    ],
    [
      "the only row of a category as best of all at most",
      [
        [model("a", "C"), 9],
        [model("b", "O"), 3],
      ],
      [],
      ["a"],
    ],
  ])("go to %s", (_what, players, category, all) => {
    expect(best(tableOf(players))).toEqual([category, all]);
  });

  test("go to no row without a rank, which does not compete either", () => {
    const short = tableOf(
      [
        [model("a", "C"), 99],
        [model("b", "C"), 9, 9],
        [model("c", "C"), 3, 3],
      ],
      [0, 1],
    );
    expect(best(short)).toEqual([["b"], ["b"]]);
  });

  test("go to no column without a better end", () => {
    expect(
      best(
        tableOf([
          [model("a", "C"), 9],
          [model("b", "C"), 3],
        ]),
        null,
      ),
    ).toEqual([[], []]);
  });
});
