// Eight players built to die of one known cause each: records alone must name it on every one of fifty seeds.
import { describe, expect, test } from "vitest";
import type { Cause } from "../../src/report/causes/cause.ts";
import { causeOptionsOf, trialFacts } from "../../src/report/causes/trial-facts.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { CASH, CLOSE, type Decider, PASS, project, raise, retrieve } from "../support/play.ts";
import { recordTrial } from "../support/record-trial.ts";

const SEEDS = 50;
const MILLION = 1_000_000;

const neverRaises: Decider = (desk) => void desk.call(PASS);

/** Asks for equity in every month from `from` on in which nothing is pending. */
function raisesFrom(from: number, amountUsd: number): Decider {
  return (desk, month) => {
    desk.call(CASH);
    desk.call(month >= from && desk.opening.data.pending === null ? raise("equity", amountUsd) : PASS);
  };
}

const raisesOnce: Decider = (desk, month) => void desk.call(month === 12 ? raise("equity", 20 * MILLION) : PASS);

const borrows: Decider = (desk) => void desk.call(desk.opening.data.pending === null ? raise("debt", 20 * MILLION) : PASS);

/** A chatty model: it looks, it talks, it never takes an action. */
const onlyTalks: Decider = (desk) => void desk.call(CASH);

/** Waits for its projection to go below zero, and projects from the opening balances for ever. */
const neverCloses: Decider = (desk) => {
  desk.call(retrieve("balance_sheet"));
  const assumed = { growth_pct_month: 0.5, gross_margin_pct: 32, ebitda_margin_pct: 6, collection_rate: 0.97 };
  const { data } = desk.call(project({ horizon_months: 12, ...assumed, lending_rate_pct: 5 }));
  const { months } = data as { months?: { closing_cash_usd?: number }[] };
  const isShort = (months ?? []).some(({ closing_cash_usd: cash = 0 }) => cash < 0);
  desk.call(isShort ? raise("equity", 20 * MILLION) : PASS);
};

/** Writes amounts as people do, and gives up for the month when refused. */
const badArguments: Decider = (desk) => {
  desk.call({ name: "fund_raising_request", arguments: { instrument: "equity", amount_usd: "20M" } });
  desk.call(PASS);
};

/** Calls a tool that does not exist until the month is closed for it. */
const unknownTool: Decider = (desk) => {
  while (!desk.isMonthDecided) desk.call({ name: "raise_money", arguments: {} });
};

/** Seeds whose market declines a first equity request of month 12. */
function seedsThatDecline(): number[] {
  const seeds: number[] = [];
  for (let seed = 0; seeds.length < SEEDS; seed += 1) if ((drawTape(seed)[12]?.outcome ?? 0) > 0.98) seeds.push(seed);
  return seeds;
}

const firstSeeds = Array.from({ length: 400 }, (_, seed) => seed);

describe("fifty deaths are named rightly", () => {
  test.each<[player: string, decide: Decider, seeds: readonly number[], cause: Cause]>([
    ["never raises", neverRaises, firstSeeds, "never-raised"],
    ["closes and reads its books but never raises", closesAndReads, firstSeeds, "never-raised"],
    ["raises first in month 28", raisesFrom(28, 20 * MILLION), firstSeeds, "raised-too-late"],
    ["raises 1 million at a time", raisesFrom(0, MILLION), firstSeeds, "raised-too-little"],
    ["raises once and is declined", raisesOnce, seedsThatDecline(), "declined"],
    ["lives on notes until they fall due", borrows, firstSeeds, "debt-service"],
    ["replies with text only", onlyTalks, firstSeeds, "never-decided"],
    ["never closes the books it reads", neverCloses, firstSeeds, "books-never-closed"],
    ["writes amounts that are no numbers", badArguments, firstSeeds, "invalid-arguments"],
    ["calls a tool that does not exist", unknownTool, firstSeeds, "invalid-arguments"],
  ])("%s", async (_player, decide, seeds, cause) => {
    const named: (Cause | null)[] = [];
    for (const seed of seeds) {
      if (named.length === SEEDS) break;
      const { line, events } = await recordTrial(decide, { seed });
      const facts = await trialFacts(line, events, causeOptionsOf(null));
      if (facts.outcome === "bankrupt") named.push(facts.cause);
    }
    expect(named).toEqual(Array.from({ length: SEEDS }, () => cause));
  });
});

function closesAndReads(...[desk, month]: Parameters<Decider>): void {
  desk.call(retrieve("balance_sheet"));
  desk.call(CASH);
  desk.call(month % 3 === 0 ? CLOSE : PASS);
}
