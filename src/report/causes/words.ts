// The columns of a table of causes: what a row's summary says, in words and numbers.
import { fixed } from "../numbers.ts";
import { CAUSE_WORDS } from "./cause.ts";
import type { CauseSummary } from "./summary.ts";

/** A fact of a summary: its heading and its text; blank where no trial says anything. */
export interface FactColumn {
  readonly heading: string;
  readonly text: (summary: CauseSummary) => string;
}

/** When money was asked for, what came of it. */
export const MONEY_FACTS: readonly FactColumn[] = [
  { heading: "First request after peak", text: (row) => months(row.firstRequestAfterPeak) },
  { heading: "Warning before death", text: (row) => months(row.warningMonths) },
  { heading: "Left at first request", text: (row) => months(row.monthsLeftAtFirstRequest) },
  { heading: "Requests", text: (row) => `${row.attempts}` },
  { heading: "Asked $M", text: (row) => fixed(musd(row.requestedCents), 1) },
  { heading: "Received $M", text: (row) => fixed(musd(row.receivedCents), 1) },
  { heading: "Granted %", text: (row) => percent(row.approvalRate) },
  { heading: "Never asked", text: (row) => `${row.neverAsked}` },
];

/** What was looked at, and what was wasted. */
export const LOOK_FACTS: readonly FactColumn[] = [
  { heading: "Look-ups / month, survivors", text: (row) => fixed(row.looksOfSurvivors, 2) },
  { heading: "bankrupt", text: (row) => fixed(row.looksOfBankrupt, 2) },
  { heading: "External %", text: (row) => percent(row.externalShare) },
  { heading: "Books' age", text: (row) => months(row.staleness.atDecisions) },
  { heading: "at requests", text: (row) => months(row.staleness.atRequests) },
  { heading: "Refused calls", text: (row) => fixed(row.wasted.refusedCalls, 1) },
  { heading: "Requests while pending", text: (row) => fixed(row.wasted.refusedRequests, 1) },
  { heading: "Forced passes", text: (row) => fixed(row.wasted.forcedPasses, 1) },
  { heading: "Passes", text: (row) => fixed(row.wasted.passes, 1) },
];

/** `never raised 48, declined by the market 2`. */
export function causesSaid({ causes }: CauseSummary): string {
  return causes.map(({ cause, count }) => `${CAUSE_WORDS[cause]} ${count}`).join(", ");
}

/** What every column means, one sentence or two each. */
export const FACT_NOTES: readonly string[] = [
  "A company has one cause of death: the first rule that holds, from its records alone.",
  "Own cash is cash less all money raised; its peak is the company's and not the player's. Warning: months from the " +
    "first opening at which own cash stood a tenth below its highest to death. Asked and received: mean of an answered " +
    "request.",
  "Look-ups are answered ones. External: market data and financial documents; the rest, cash and projections, is " +
    "internal. Books' age: months between a decision and the last closed month (the opening balance where nothing is " +
    "closed). Refused calls to passes: means of a trial.",
];

function months(value: number | null): string {
  return fixed(value, 1);
}

function percent(share: number | null): string {
  return share === null ? "" : fixed(share * 100, 1);
}

function musd(cents: number | null): number | null {
  return cents === null ? null : cents / 100_000_000;
}
