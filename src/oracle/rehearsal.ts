// Plays a plan in the simulator itself, so that nothing the searches leave out can make them wrong.
import { Company } from "../sim/company.ts";
import type { Instrument } from "../sim/financing.ts";
import { type Score, scoreOfSurvivor } from "../sim/score.ts";
import { drawTape } from "../sim/tape.ts";
import type { Cents } from "../std/money.ts";
import type { Play } from "./foresight.ts";

/** One request of a plan. */
export interface PlannedRequest {
  readonly month: number;
  readonly instrument: Instrument;
  readonly askedCents: Cents;
}

/** What becomes of a plan. */
export interface Rehearsal {
  /** The score before look-ups; null for a company that does not survive. */
  readonly score: Score | null;
  /** Months survived. */
  readonly months: number;
  readonly raisedCents: Cents;
}

/** Plays the plan to its end. A request made while another is pending is a bug of the plan. */
export function rehearse({ world, seed, rules }: Play, plan: readonly PlannedRequest[]): Rehearsal {
  const company = new Company(world, drawTape(seed), rules);
  const byMonth = new Map(plan.map((request) => [request.month, request]));
  for (let month = 0; month < rules.horizon; month += 1) {
    company.settleDue(month);
    const request = byMonth.get(month);
    if (request !== undefined) company.request(month, request.instrument, request.askedCents);
    if (company.operate(month) < 0) return { score: null, months: month, raisedCents: raisedBy(company) };
  }
  const score = scoreOfSurvivor(company, rules.horizon, rules.ruleset, 0);
  return { score, months: rules.horizon, raisedCents: raisedBy(company) };
}

function raisedBy({ history }: Company): Cents {
  return history.reduce((sum, past) => sum + (past.outcome === "settled" ? past.amountCents : 0), 0);
}
