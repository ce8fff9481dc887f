// Two players on the seeds both played, which the weather of a seed makes a fair comparison. Pure.
import type { InferenceOptions } from "../stats/infer-mean.ts";
import { countDiscordant, type McNemarTest, mcnemarTest } from "../stats/mcnemar.ts";
import { type PairedMean, pairedMean } from "../stats/paired-mean.ts";
import { type Figure, type ScoredTrial, seedValuesOf } from "./scored-trials.ts";

/** McNemar's test on survival with the number of pairs it looked at. */
export interface PairedSurvival extends McNemarTest {
  readonly pairs: number;
}

/** Survival on the shared seeds, exact McNemar: one pair a seed, the lowest scored repeat of each player. */
export function pairedSurvival(first: readonly ScoredTrial[], second: readonly ScoredTrial[]): PairedSurvival {
  const mine = survivalBySeed(first);
  const theirs = survivalBySeed(second);
  const pairs = [...mine].flatMap(([seed, survived]): [boolean, boolean][] => {
    const other = theirs.get(seed);
    return other === undefined ? [] : [[survived, other]];
  });
  return { ...mcnemarTest(countDiscordant(pairs)), pairs: pairs.length };
}

/** The mean difference of a figure on the shared seeds, first less second, each seed being the mean of its repeats. */
export function pairedFigure(
  figure: Figure,
  first: readonly ScoredTrial[],
  second: readonly ScoredTrial[],
  options: InferenceOptions,
): PairedMean {
  return pairedMean(seedValuesOf(first, figure), seedValuesOf(second, figure), options);
}

/** The seeds both players have a scored trial on, ascending. */
export function sharedSeeds(first: readonly ScoredTrial[], second: readonly ScoredTrial[]): number[] {
  const theirs = new Set(second.map(({ seed }) => seed));
  return [...new Set(first.map(({ seed }) => seed))].filter((seed) => theirs.has(seed)).sort((a, b) => a - b);
}

/** Whether the lowest scored repeat of each seed survived. */
export function survivalBySeed(trials: readonly ScoredTrial[]): Map<number, boolean> {
  const ordered = trials.toSorted((a, b) => b.repeat - a.repeat);
  return new Map(ordered.map(({ seed, survived }) => [seed, survived]));
}
