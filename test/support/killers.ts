// Players built to die of one known cause each, and what their records say killed them.
import type { Cause } from "../../src/report/causes/cause.ts";
import { causeOptionsOf, trialFacts } from "../../src/report/causes/trial-facts.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { CASH, CLOSE, type Decider, PASS, project, raise, retrieve } from "./play.ts";
import { recordTrial } from "./record-trial.ts";

/** A player, the cause it dies of, and whether a seed is one on which it does. */
export interface Killer {
  readonly name: string;
  readonly decide: Decider;
  readonly cause: Cause;
  readonly isSeed: (seed: number) => boolean;
}

/** The causes named for a player's first `deaths` bankruptcies. */
export async function namedCauses({ decide, isSeed }: Killer, deaths: number): Promise<(Cause | null)[]> {
  const named: (Cause | null)[] = [];
  for (let seed = 0; named.length < deaths; seed += 1) {
    if (!isSeed(seed)) continue;
    const { line, events } = await recordTrial(decide, { seed });
    const facts = await trialFacts(line, events, causeOptionsOf(null));
    if (facts.outcome === "bankrupt") named.push(facts.cause);
  }
  return named;
}

const MILLION = 1_000_000;

const neverRaises: Decider = (desk) => void desk.call(PASS);

/** Asks for equity in every month from `from` on in which nothing is pending. */
function raisesFrom(from: number, amountUsd: number): Decider {
  return (desk, month) => {
    desk.call(CASH);
    desk.call(month >= from && desk.opening.data.pending === null ? raise("equity", amountUsd) : PASS);
  };
}

function raisesOnceIn(when: number, amountUsd: number): Decider {
  return (desk, month) => void desk.call(month === when ? raise("equity", amountUsd) : PASS);
}

/** The market grants a first equity request of month 0 on such a seed. */
function isGranted(seed: number): boolean {
  return (drawTape(seed)[0]?.outcome ?? 1) < 0.8;
}

const borrows: Decider = (desk) =>
  void desk.call(desk.opening.data.pending === null ? raise("debt", 20 * MILLION) : PASS);

/** A chatty model: it looks, it talks, it never takes an action. */
const onlyTalks: Decider = (desk) => void desk.call(CASH);

/** Waits for its projection to go below zero, and projects from the opening balances for ever. */
const neverCloses: Decider = (desk) => {
  desk.call(retrieve("balance_sheet"));
  const assumed = { growth_pct_month: 0.5, gross_margin_pct: 32, ebitda_margin_pct: 6, collection_rate: 0.97 };
  const { data } = desk.call(project({ horizon_months: 12, ...assumed, lending_rate_pct: 5 }));
  const { closing_cash_usd: cash } = data as { closing_cash_usd: number[] };
  desk.call(cash.some((usd) => usd < 0) ? raise("equity", 20 * MILLION) : PASS);
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

/** Closes and reads its books, and never raises: the books are not to blame. */
const closesAndReads: Decider = (desk, month) => {
  desk.call(retrieve("balance_sheet"));
  desk.call(CASH);
  desk.call(month % 3 === 0 ? CLOSE : PASS);
};

/** The market declines a first equity request of month 12 on such a seed. */
function declinesInMonth12(seed: number): boolean {
  return (drawTape(seed)[12]?.outcome ?? 0) > 0.98;
}

const anySeed = (): boolean => true;

/** The players; a seed on which one survives tells nothing and is passed over. */
export const KILLERS: readonly Killer[] = [
  { name: "never raises", decide: neverRaises, cause: "never-raised", isSeed: anySeed },
  { name: "reads its closed books and never raises", decide: closesAndReads, cause: "never-raised", isSeed: anySeed },
  { name: "raises first in month 28", decide: raisesFrom(28, 20 * MILLION), cause: "raised-too-late", isSeed: anySeed },
  { name: "raises 1 million at a time", decide: raisesFrom(0, MILLION), cause: "raised-too-little", isSeed: anySeed },
  { name: "raises 1 million once", decide: raisesOnceIn(0, MILLION), cause: "raised-too-little", isSeed: isGranted },
  { name: "is declined once", decide: raisesOnceIn(12, 20 * MILLION), cause: "declined", isSeed: declinesInMonth12 },
  {
    name: "raises once and no more",
    decide: raisesOnceIn(0, 20 * MILLION),
    cause: "stopped-raising",
    isSeed: isGranted,
  },
  { name: "lives on notes until they fall due", decide: borrows, cause: "debt-service", isSeed: anySeed },
  { name: "replies with text only", decide: onlyTalks, cause: "never-decided", isSeed: anySeed },
  { name: "never closes the books it reads", decide: neverCloses, cause: "books-never-closed", isSeed: anySeed },
  { name: "writes amounts that are no numbers", decide: badArguments, cause: "invalid-arguments", isSeed: anySeed },
  { name: "calls a tool that does not exist", decide: unknownTool, cause: "invalid-arguments", isSeed: anySeed },
];
