// 120 trials of an implementation written apart from this one, to the cent and through the desk. Together with the
// worked example they show agreement with the description; alone they prove only that nothing changed.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Desk } from "../../src/env/contract.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { fundingTotals, survivorScore } from "../../src/env/truth.ts";
import { formatPlainUsd } from "../../src/std/money.ts";
import { CASH, type Decider, numberIn, play, raise } from "../support/play.ts";

const ROWS = parse(readFileSync(new URL("reference-trials.csv", import.meta.url), "utf8"), {
  columns: true,
}) as readonly Readonly<Record<string, string>>[];

const asksWhenever = (instrument: "equity" | "debt", amountUsd: number, isWanted: (desk: Desk) => boolean): Decider => {
  return (desk) => {
    if (desk.opening.data.pending === null && isWanted(desk)) desk.call(raise(instrument, amountUsd));
  };
};

const POLICIES: Readonly<Record<string, Decider>> = {
  "never-raise": () => undefined,
  "one-shot-equity": asksWhenever("equity", 2e7, (desk) => desk.opening.data.month === 0),
  "greedy-debt": asksWhenever("debt", 2e7, () => true),
  "greedy-small-equity": asksWhenever("equity", 5e6, () => true),
  "raise-when-low": asksWhenever("equity", 2e7, (desk) => numberIn(desk.call(CASH), "cash_usd") < 15_000_000),
  "greedy-equity": asksWhenever("equity", 2e7, () => true),
};

const VARIANTS: Readonly<Record<string, Partial<Protocol>>> = {
  paper: {},
  "no-delay": { delay: false },
  "no-noise": { noise: false },
  hardened: { ruleset: "hardened" },
};

describe("the reference trials", () => {
  test("are there: six policies, four variants, five seeds", () => {
    expect(ROWS).toHaveLength(Object.keys(POLICIES).length * Object.keys(VARIANTS).length * 5);
  });

  test.each(ROWS.map((row) => [`${row["model"]}, ${row["variant"]}, seed ${row["seed"]}`, row] as const))(
    "%s, ends the same to the cent",
    (_name, row) => {
      expect(replayed(row)).toEqual({ ...row });
    },
  );
});

function replayed(row: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> {
  const decide = POLICIES[row["model"] ?? ""];
  const protocol = VARIANTS[row["variant"] ?? ""];
  if (decide === undefined || protocol === undefined) throw new Error(`unknown trial: ${JSON.stringify(row)}`);
  const { episode, ending, months } = play(decide, { protocol, seed: Number(row["seed"]) });
  const { raisedCents, equityRounds } = fundingTotals(episode.company);
  return {
    model: row["model"],
    variant: row["variant"],
    seed: row["seed"],
    months: String(months),
    final_cash_usd: formatPlainUsd(episode.company.cash),
    score_before_tools_usd: formatPlainUsd(ending === "survived" ? survivorScore(episode).beforeTools : 0),
    raised_usd: formatPlainUsd(raisedCents),
    equity_rounds: String(equityRounds),
  };
}
