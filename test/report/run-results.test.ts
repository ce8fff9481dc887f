import { describe, expect, test } from "vitest";
import { gatherResults, type RunResults } from "../../src/report/run-results.ts";
import { UserError } from "../../src/std/user-error.ts";
import { bankrupt, failed, line, player, run } from "./sample-runs.ts";

const A = player("A");
const B = player("B");

/** `label stamp planned/attempted` of every row of every table. */
function rowsOf(runs: readonly RunResults[]): string[][] {
  return gatherResults(runs).tables.map(({ players }) =>
    players.map(({ label, playerStamp, planned, lines }) => `${label} ${playerStamp} ${planned}/${lines.length}`),
  );
}

describe("one run", () => {
  test("gives a row a player in the manifest's order, played or not", () => {
    expect(rowsOf([run([B, A], [line({ label: "A" })])])).toEqual([["B stamp of B 2/0", "A stamp of A 2/1"]]);
  });

  test("counts the newest line of a trial alone", () => {
    const lines = [
      line({ seed: 1 }, failed(3)),
      line({ seed: 0 }),
      line({ seed: 1 }, bankrupt(40)),
      line({ seed: 1 }, bankrupt(41)),
    ];
    const [table] = gatherResults([run([A], lines)]).tables;
    expect(table?.players[0]?.lines.map(({ trial, result }) => [trial.seed, result.months])).toEqual([
      [0, 132],
      [1, 41],
    ]);
  });

  test("plans repeats for a model, and none for a player who would decide alike", () => {
    const policy = player("B", { deterministic: true });
    expect(rowsOf([run([A, policy], [], { repeats: 3 })])).toEqual([["A stamp of A 6/0", "B stamp of B 2/0"]]);
  });

  test("shows a label whose served model changed as two rows and warns", () => {
    const lines = [line({ seed: 1, playerStamp: "t2" }), line({ seed: 0, playerStamp: "t1" })];
    expect(rowsOf([run([A], lines)])).toEqual([["A t1 2/1", "A t2 2/1"]]);
    expect(gatherResults([run([A], lines)]).warnings).toEqual([
      expect.stringMatching(/"A" has 2 player stamps \(t1, t2\)/),
    ]);
  });

  test("believes the stamp of a played trial, which knows the served model, without a warning", () => {
    const results = gatherResults([run([A], [line({ playerStamp: "served" })])]);
    expect(results.tables[0]?.players.map(({ playerStamp }) => playerStamp)).toEqual(["served"]);
    expect(results.warnings).toEqual([]);
  });
});

describe("several runs of one protocol", () => {
  test("that are shards make the table of the whole, planned once", () => {
    const shards = [run([A], [line({ seed: 1 })], { shard: [1, 2] }), run([A], [line({ seed: 0 })], { shard: [2, 2] })];
    expect(rowsOf(shards)).toEqual([["A stamp of A 2/2"]]);
  });

  test("give a shard without trials of a player no row apart", () => {
    const shards = [run([A], [], { shard: [1, 2] }), run([A], [line({ playerStamp: "served" })], { shard: [2, 2] })];
    expect(rowsOf(shards)).toEqual([["A served 2/1"]]);
  });

  test("with other seeds add up", () => {
    expect(rowsOf([run([A], [line({ seed: 0 })]), run([A], [line({ seed: 7 })], { seeds: [7] })])).toEqual([
      ["A stamp of A 3/2"],
    ]);
  });

  test("count a trial once that both hold with the same result", () => {
    expect(rowsOf([run([A], [line({})]), run([A], [line({})])])).toEqual([["A stamp of A 2/1"]]);
  });

  test("keep a label of two player stamps in two rows, each with the plan of its run", () => {
    const changed = player("A", { playerStamp: "new" });
    const runs = [run([A], [line({})]), run([changed], [line({ seed: 5, playerStamp: "new" })], { seeds: [5, 6, 7] })];
    expect(rowsOf(runs)).toEqual([["A new 3/1", "A stamp of A 2/1"]]);
    expect(gatherResults(runs).warnings).toHaveLength(1);
  });
});

describe("several protocols", () => {
  const short = { protocolStamp: "bbbb2222", protocol: { ruleset: "paper", horizon: 60 } };

  test("are separate tables that say why", () => {
    const { tables } = gatherResults([
      run([A], [line({})]),
      run([A], [line({ protocolStamp: "bbbb2222" }, { months: 60 })], short),
    ]);
    expect(tables.map(({ protocolStamp, players }) => [protocolStamp, players[0]?.lines.length])).toEqual([
      ["aaaa1111", 1],
      ["bbbb2222", 1],
    ]);
    expect(tables.map(({ apartBecause }) => apartBecause)).toEqual([
      null,
      expect.stringContaining("(horizon 60, not 132)"),
    ]);
  });

  test.each<[what: string, rest: Parameters<typeof run>[2], words: string]>([
    ["an engine", { protocolStamp: "c", fingerprint: "g" }, "(another engine)"],
    ["data and tools", { protocolStamp: "c", dataHash: "x", toolHash: "y" }, "(other data; other tools)"],
    [
      "a new setting",
      { protocolStamp: "c", protocol: { ruleset: "paper", horizon: 132, delay: false } },
      "(delay false, not unset)",
    ],
    ["nothing a manifest tells", { protocolStamp: "c" }, "(stamp c, not aaaa1111)"],
  ])("may differ in %s", (_what, rest, words) => {
    expect(gatherResults([run([A], []), run([A], [], rest)]).tables[1]?.apartBecause).toContain(words);
  });

  test("mixed in one folder are separate as well, the stranger without a plan", () => {
    const mixed = run([A], [line({}), line({ protocolStamp: "zzzz" })]);
    expect(rowsOf([mixed])).toEqual([["A stamp of A 2/1"], ["A stamp of A 1/1"]]);
    expect(gatherResults([mixed]).tables[1]).toMatchObject({
      protocol: null,
      apartBecause: expect.stringContaining("no manifest") as string,
    });
  });
});

describe("refused", () => {
  test.each<[what: string, runs: RunResults[], message: string]>([
    [
      "is a branch",
      [{ ...run([A], [], { branchOf: "results/x/a-s0-r0" }), name: "results/b" }],
      "results/b is a branch of results/x/a-s0-r0",
    ],
    [
      "is a trial of nobody the manifest names",
      [run([A], [line({ label: "X" })])],
      `trial x-s0-r0 is of "X", which manifest.json does not name (A)`,
    ],
    [
      "are two runs that contradict each other",
      [run([A], [line({})]), run([A], [line({}, bankrupt(3))])],
      "a-s0-r0 is in two of the runs",
    ],
  ])("%s", (_what, runs, message) => {
    expect(() => gatherResults(runs)).toThrow(UserError);
    expect(() => gatherResults(runs)).toThrow(message);
  });
});

test("no run gives no table", () => {
  expect(gatherResults([])).toEqual({ tables: [], warnings: [] });
});
