import type { Cents } from "../std/money.ts";
import type { Company } from "./company.ts";
import type { Ruleset } from "./financing.ts";

/** Weight of trailing revenue in the score (paper, first version). */
const REVENUE_WEIGHT = 5;
/** Charge for one answered look-up, in cents (paper, first version: $5,000). */
const CALL_CHARGE: Cents = 500_000;
const TRAILING_MONTHS = 12;

/** A score with its parts, all in cents. */
export interface Score {
  readonly trailingRevenue: Cents;
  readonly cash: Cents;
  readonly notesOutstanding: Cents;
  readonly beforeTools: Cents;
  readonly total: Cents;
}

/**
 * A survivor's score after `horizon` months: 5 × trailing revenue + cash − $5,000 a look-up, in `hardened`
 * less the notes outstanding. Not floored. A bankrupt company scores 0 and never comes here.
 */
export function scoreOfSurvivor(company: Company, horizon: number, ruleset: Ruleset, toolCalls: number): Score {
  const firstMonth = horizon - Math.min(TRAILING_MONTHS, horizon);
  const revenue = 0 - company.journal.movement("interestIncome", firstMonth, horizon - 1);
  const { cash, notesOutstanding } = company;
  const beforeTools = REVENUE_WEIGHT * revenue + cash - (ruleset === "hardened" ? notesOutstanding : 0);
  return {
    trailingRevenue: revenue,
    cash,
    notesOutstanding,
    beforeTools,
    total: beforeTools - CALL_CHARGE * toolCalls,
  };
}
