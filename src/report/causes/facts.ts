// What can be said of one trial from its record: when money was short, what was asked and seen, and what killed it.
import type { TrialLine } from "../../record/trial-line.ts";
import type { Attempt } from "./attempt.ts";
import type { Cause } from "./cause.ts";
import type { Looks } from "./looks.ts";

/** Calls and months that brought nothing. */
export interface Wasted {
  /** Calls refused for an unknown tool, bad arguments or a spent budget. */
  readonly refusedCalls: number;
  /** Of these, attempts to raise money. */
  readonly refusedRaises: number;
  /** Requests made while another was pending: each spent its month. */
  readonly refusedRequests: number;
  /** Months closed with `pass` because the player did not decide. */
  readonly forcedPasses: number;
  /** Months the player passed by its own choice. */
  readonly passes: number;
}

/** One trial, in the terms in which failures are explained. */
export interface TrialFacts {
  readonly trial: TrialLine["trial"];
  readonly playerStamp: string;
  readonly protocolStamp: string;
  readonly outcome: "survived" | "bankrupt" | "truncated" | "failed";
  /** What killed the company; null unless it went bankrupt. */
  readonly cause: Cause | null;
  /** Months survived, which is the month of death of a bankrupt company. */
  readonly months: number;
  /** Months on record. */
  readonly monthsActed: number;
  /**
   * The month at whose end *own cash* was highest: cash less all money raised until then, so that the peak is the
   * company's and not the player's.
   */
  readonly cashPeakMonth: number | null;
  /** The first month at whose opening own cash stood a tenth or more below its highest until then. */
  readonly warningMonth: number | null;
  /** Months from the warning to death; null for a company that lives or was never warned. */
  readonly warningMonths: number | null;
  readonly firstRequestMonth: number | null;
  /** Months from the cash peak to the first request; negative where it came before the peak. */
  readonly firstRequestAfterPeak: number | null;
  /** Months from the first request to death; null for a company that lives. */
  readonly monthsLeftAtFirstRequest: number | null;
  readonly attempts: readonly Attempt[];
  readonly looks: Looks;
  /**
   * Months between a decision and the last closed books, `month − closedThrough`, as a mean: over all months, and over
   * those in which money was asked for. With nothing closed the opening balance sheet is the book, month −1; the
   * freshest books under exclusivity are 2 months old.
   */
  readonly staleness: { readonly atDecisions: number | null; readonly atRequests: number | null };
  readonly wasted: Wasted;
}
