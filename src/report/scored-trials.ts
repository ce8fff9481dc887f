// Trials as statistics see them: what a scored trial came to on its seed. Pure.
import type { TrialLine } from "../record/trial-line.ts";
import type { SeedValues } from "../stats/seed-values.ts";
import { scoreOf } from "./aggregate.ts";

/** A trial that was played to its end. */
export interface ScoredTrial {
  readonly seed: number;
  readonly repeat: number;
  readonly survived: boolean;
  readonly months: number;
  /** Millions of dollars; 0 for a bankrupt company. */
  readonly scoreMusd: number;
  /** Millions of dollars, bankrupt trials included. */
  readonly raisedMusd: number;
}

/** The figures players are compared by. */
export const FIGURES = ["survival", "score", "months", "raised"] as const;

/** A figure players are compared by. */
export type Figure = (typeof FIGURES)[number];

/** A figure's name and unit, for tables; survival is counted as 0 or 1 and shown in percent. */
export const FIGURE_WORDS: Readonly<Record<Figure, { readonly name: string; readonly unit: string }>> = {
  survival: { name: "full survival", unit: "%" },
  score: { name: "score", unit: "$M" },
  months: { name: "months survived", unit: "months" },
  raised: { name: "money raised", unit: "$M" },
};

/** The scored ones of some trials. */
export function scoredTrials(lines: readonly TrialLine[]): ScoredTrial[] {
  return lines.flatMap(({ trial: { seed, repeat }, result }) => {
    const scoreCents = scoreOf(result);
    if (scoreCents === null || result.outcome.kind !== "completed") return [];
    const survived = result.outcome.ending === "survived";
    const { months, raisedCents } = result;
    return [{ seed, repeat, survived, months, scoreMusd: scoreCents / MUSD, raisedMusd: raisedCents / MUSD }];
  });
}

/** A figure of some trials by seed, in the unit of {@link FIGURE_WORDS}. */
export function seedValuesOf(trials: readonly ScoredTrial[], figure: Figure): SeedValues {
  const values = new Map<number, number[]>();
  for (const trial of trials) {
    const known = values.get(trial.seed);
    if (known === undefined) values.set(trial.seed, [figureOf(trial, figure)]);
    else known.push(figureOf(trial, figure));
  }
  return values;
}

/** Cents of a million dollars. */
const MUSD = 100_000_000;

function figureOf(trial: ScoredTrial, figure: Figure): number {
  switch (figure) {
    case "survival":
      return trial.survived ? 100 : 0;
    case "score":
      return trial.scoreMusd;
    case "months":
      return trial.months;
    case "raised":
      return trial.raisedMusd;
  }
}
