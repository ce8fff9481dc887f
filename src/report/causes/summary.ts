// Why a player's trials ended as they did: the facts of its trials, added up one by one. Pure.
import { CAUSES, type Cause } from "./cause.ts";
import type { TrialFacts } from "./facts.ts";
import { externalLooks, internalLooks } from "./looks.ts";

/** A cause with how often it killed and the first trials it did, to look at. */
export interface CauseCount {
  readonly cause: Cause;
  readonly count: number;
  /** Ids of at most three trials. */
  readonly examples: readonly string[];
}

/** Why the trials of one row ended as they did. Means are over trials; null where no trial says anything. */
export interface CauseSummary {
  readonly label: string;
  readonly playerStamp: string;
  /** Finished trials with a record. */
  readonly trials: number;
  readonly survived: number;
  readonly bankrupt: number;
  /** Finished trials whose record is gone: nothing below knows them. */
  readonly withoutRecord: number;
  /** Causes seen, the most frequent first. */
  readonly causes: readonly CauseCount[];
  /** Months from the cash peak to the first request; negative: before it. */
  readonly firstRequestAfterPeak: number | null;
  /** Trials without any request. */
  readonly neverAsked: number;
  /** Of bankrupt trials: months from the warning to death, and from the first request to death. */
  readonly warningMonths: number | null;
  readonly monthsLeftAtFirstRequest: number | null;
  /** Answered look-ups a month. */
  readonly looksOfSurvivors: number | null;
  readonly looksOfBankrupt: number | null;
  /** Share of external ones (market data, documents) among all answered look-ups, 0 to 1; null without any. */
  readonly externalShare: number | null;
  readonly attempts: number;
  /** Mean request and mean receipt of an attempt that was answered, in cents. */
  readonly requestedCents: number | null;
  readonly receivedCents: number | null;
  /** Share of answered attempts that were granted, 0 to 1. */
  readonly approvalRate: number | null;
  /** Mean age of the books in months; see `TrialFacts.staleness`. */
  readonly staleness: { readonly atDecisions: number | null; readonly atRequests: number | null };
  /** Means of a trial. */
  readonly wasted: {
    readonly refusedCalls: number | null;
    readonly refusedRequests: number | null;
    readonly forcedPasses: number | null;
    readonly passes: number | null;
  };
}

const EXAMPLES = 3;

/** Adds up trials of one row; holds sums, never trials. */
export class CauseTally {
  readonly #row: Pick<CauseSummary, "label" | "playerStamp">;
  readonly #causes = new Map<Cause, { count: number; examples: string[] }>();
  readonly #means = new Map<string, { sum: number; n: number }>();
  readonly #counts = { trials: 0, survived: 0, bankrupt: 0, withoutRecord: 0, neverAsked: 0, attempts: 0 };
  readonly #looks = { external: 0, all: 0 };

  constructor(label: string, playerStamp: string) {
    this.#row = { label, playerStamp };
  }

  add(facts: TrialFacts): void {
    this.#counts.trials += 1;
    this.#outcome(facts);
    this.#count(facts);
    this.#attempts(facts);
    this.#mean("peak", facts.firstRequestAfterPeak);
    this.#mean("warning", facts.warningMonths);
    this.#mean("left", facts.monthsLeftAtFirstRequest);
    this.#mean("stale", facts.staleness.atDecisions);
    this.#mean("staleAsking", facts.staleness.atRequests);
    this.#mean("refusedCalls", facts.wasted.refusedCalls);
    this.#mean("refusedRequests", facts.wasted.refusedRequests);
    this.#mean("forcedPasses", facts.wasted.forcedPasses);
    this.#mean("passes", facts.wasted.passes);
  }

  addWithoutRecord(): void {
    this.#counts.withoutRecord += 1;
  }

  summary(): CauseSummary {
    const { external, all } = this.#looks;
    return {
      ...this.#row,
      ...this.#counts,
      causes: CAUSES.flatMap((cause) => {
        const seen = this.#causes.get(cause);
        return seen === undefined ? [] : [{ cause, ...seen }];
      }).sort((a, b) => b.count - a.count),
      firstRequestAfterPeak: this.#meanOf("peak"),
      warningMonths: this.#meanOf("warning"),
      monthsLeftAtFirstRequest: this.#meanOf("left"),
      looksOfSurvivors: this.#meanOf("looks survived"),
      looksOfBankrupt: this.#meanOf("looks bankrupt"),
      externalShare: all === 0 ? null : external / all,
      requestedCents: this.#meanOf("requested"),
      receivedCents: this.#meanOf("received"),
      approvalRate: this.#meanOf("granted"),
      staleness: { atDecisions: this.#meanOf("stale"), atRequests: this.#meanOf("staleAsking") },
      wasted: {
        refusedCalls: this.#meanOf("refusedCalls"),
        refusedRequests: this.#meanOf("refusedRequests"),
        forcedPasses: this.#meanOf("forcedPasses"),
        passes: this.#meanOf("passes"),
      },
    };
  }

  #outcome({ outcome, cause, trial }: TrialFacts): void {
    if (outcome === "survived") this.#counts.survived += 1;
    if (outcome === "bankrupt") this.#counts.bankrupt += 1;
    if (cause === null) return;
    const seen = this.#causes.get(cause) ?? { count: 0, examples: [] };
    seen.count += 1;
    if (seen.examples.length < EXAMPLES) seen.examples.push(trial.id);
    this.#causes.set(cause, seen);
  }

  #count({ looks, monthsActed, outcome }: TrialFacts): void {
    const all = externalLooks(looks) + internalLooks(looks);
    this.#looks.external += externalLooks(looks);
    this.#looks.all += all;
    if (monthsActed > 0) this.#mean(`looks ${outcome}`, all / monthsActed);
  }

  #attempts({ attempts }: TrialFacts): void {
    this.#counts.attempts += attempts.length;
    if (attempts.length === 0) this.#counts.neverAsked += 1;
    for (const { outcome, requestedCents, receivedCents } of attempts) {
      if (outcome === "pending") continue;
      this.#mean("requested", requestedCents);
      this.#mean("received", receivedCents);
      this.#mean("granted", outcome === "settled" ? 1 : 0);
    }
  }

  #mean(name: string, value: number | null): void {
    if (value === null) return;
    const so = this.#means.get(name) ?? { sum: 0, n: 0 };
    this.#means.set(name, { sum: so.sum + value, n: so.n + 1 });
  }

  #meanOf(name: string): number | null {
    const so = this.#means.get(name);
    return so === undefined ? null : so.sum / so.n;
  }
}
