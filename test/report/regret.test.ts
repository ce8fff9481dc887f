import { describe, expect, test } from "vitest";
import { meanRegretMusd, regretsOf } from "../../src/report/regret.ts";
import { gatherResults, type ProtocolResults } from "../../src/report/run-results.ts";
import { bankrupt, failed, line, MILLION_CENTS, manifest, player, run } from "./sample-runs.ts";

const ORACLE = player("oracle", { category: "Oracle", framework: "oracle" });
const A = player("A");

type Trial = Parameters<typeof line>[1];

/** Regrets of A's trials, by seed, in millions; the oracle raised 30M and scored 100M on seed 0, and died on seed 1. */
function regrets(ruleset: string, trials: readonly Trial[], seed = 0): (number | null)[] {
  const oracle = { raisedCents: 30 * MILLION_CENTS, scoreCents: 100 * MILLION_CENTS };
  const lines = [
    line({ label: "oracle", seed: 0 }, oracle),
    line({ label: "oracle", seed: 1 }, bankrupt(12)),
    ...trials.map((trial, repeat) => line({ label: "A", seed, repeat }, trial)),
  ];
  const results = tableOf(ruleset, lines);
  const found = regretsOf(results);
  const own = results.players.find(({ label }) => label === "A")?.lines ?? [];
  return own.map((one) => {
    const cents = found.get(one);
    return cents === undefined ? null : cents / MILLION_CENTS;
  });
}

function tableOf(ruleset: string, lines: readonly ReturnType<typeof line>[], players = [ORACLE, A]): ProtocolResults {
  const results = gatherResults([run(players, lines, { ...manifest(players), protocol: { ruleset, horizon: 132 } })]);
  const [table] = results.tables;
  if (table === undefined) throw new Error("no table");
  return table;
}

describe("the regret of a trial", () => {
  test.each<[what: string, ruleset: string, seed: number, trial: Trial, regretMusd: number | null]>([
    ["hardened: the score missed", "hardened", 0, { scoreCents: 60 * MILLION_CENTS }, 40],
    ["hardened: all of it for a bankrupt company", "hardened", 0, bankrupt(32), 100],
    ["hardened: none for a failed trial", "hardened", 0, failed(3), null],
    ["hardened: none where the oracle died", "hardened", 1, {}, null],
    ["hardened: none where no oracle played", "hardened", 2, {}, null],
    ["paper: money raised beyond the oracle's", "paper", 0, { raisedCents: 55 * MILLION_CENTS }, 25],
    ["paper: below zero for one that needed less", "paper", 0, { raisedCents: 29 * MILLION_CENTS }, -1],
    ["paper: none for a bankrupt company", "paper", 0, bankrupt(32, { raisedCents: 55 * MILLION_CENTS }), null],
    ["paper: none for a failed trial", "paper", 0, failed(3), null],
    ["none under rules it does not know", "other", 0, {}, null],
  ])("%s", (_what, ruleset, seed, trial, regretMusd) => {
    expect(regrets(ruleset, [trial], seed)).toEqual([regretMusd]);
  });

  test("of the oracle itself is nothing", () => {
    const table = tableOf("paper", [line({ label: "oracle" }, { raisedCents: 7 })]);
    expect([...regretsOf(table).values()]).toEqual([0]);
  });

  test("is none where no manifest describes the protocol", () => {
    const table = tableOf("paper", [line({ label: "oracle" }), line({ label: "A" })]);
    expect(regretsOf({ ...table, protocol: null }).size).toBe(0);
  });
});

describe("the mean regret of a player", () => {
  test("is over the trials that have one, in millions of dollars", () => {
    const table = tableOf("paper", [
      line({ label: "oracle" }, { raisedCents: 30 * MILLION_CENTS }),
      line({ label: "A", repeat: 0 }, { raisedCents: 40 * MILLION_CENTS }),
      line({ label: "A", repeat: 1 }, { raisedCents: 60 * MILLION_CENTS }),
      line({ label: "A", repeat: 2 }, bankrupt(32)),
      line({ label: "A", seed: 1 }, { raisedCents: 90 * MILLION_CENTS }),
    ]);
    expect(meanRegretMusd(table, "A", "stamp of A")).toBe(20);
  });

  test("is null where no oracle played", () => {
    const table = tableOf("paper", [line({ label: "A" })], [A]);
    expect(meanRegretMusd(table, "A", "stamp of A")).toBeNull();
    expect(meanRegretMusd(table, "B", "stamp of B")).toBeNull();
  });
});
