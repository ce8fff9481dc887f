// Two players, or the same players of two runs, on the seeds both played: what differs, and how sure that is. Pure.
import { detectableMean } from "../stats/detectable-mean.ts";
import { detectableSurvival } from "../stats/detectable-survival.ts";
import { holmAdjusted } from "../stats/holm.ts";
import type { InferenceOptions } from "../stats/infer-mean.ts";
import type { PairedMean } from "../stats/paired-mean.ts";
import { mean } from "../stats/sample.ts";
import { seedMeans } from "../stats/seed-values.ts";
import { type ProportionInterval, wilsonInterval } from "../stats/wilson.ts";
import { type PairedSurvival, pairedFigure, pairedSurvival, sharedSeeds, survivalBySeed } from "./pair-trials.ts";
import { type Figure, type ScoredTrial, seedValuesOf } from "./scored-trials.ts";

/** One side of a comparison. */
export interface Side {
  /** How messages call it, such as `results/a: GPT-5.5`. */
  readonly name: string;
  readonly trials: readonly ScoredTrial[];
}

/** The figures whose means are compared; survival has a test of its own. */
export const MEAN_FIGURES = ["score", "months", "raised"] as const satisfies readonly Figure[];

/** A mean figure on the shared seeds, first less second. */
export interface ComparedMean {
  readonly figure: (typeof MEAN_FIGURES)[number];
  readonly first: number | null;
  readonly second: number | null;
  readonly paired: PairedMean;
  /** p after Holm over all pairs of the comparison. */
  readonly pHolm: number | null;
  /** The smallest difference that these pairs would have shown in four cases of five, in the unit of the figure. */
  readonly detectable: number | null;
}

/** A pair of players compared. */
export interface ComparedPair {
  readonly first: string;
  readonly second: string;
  readonly seeds: readonly number[];
  /** Seeds that only one of them has a scored trial on: left out. */
  readonly unshared: number;
  readonly survival: {
    /** One trial a seed, on the shared seeds. */
    readonly first: ProportionInterval;
    readonly second: ProportionInterval;
    readonly test: PairedSurvival;
    readonly pHolm: number;
    /** A share; null where no difference whatever would show. */
    readonly detectable: number | null;
  };
  readonly means: readonly ComparedMean[];
}

/** Everything a comparison rests on. */
export interface CompareOptions extends InferenceOptions {
  readonly alpha: number;
}

/** 5 %, bootstrap stream 0. */
export const COMPARE_OPTIONS: CompareOptions = { alpha: 0.05, level: 0.95, streamSeed: 0 };

/** Compares pairs; p values are Holm-adjusted over the pairs, figure by figure. */
export function comparePairs(
  pairs: readonly (readonly [first: Side, second: Side])[],
  options: CompareOptions = COMPARE_OPTIONS,
): ComparedPair[] {
  const compared = pairs.map(([first, second]) => comparePair(first, second, options));
  const survival = holmAdjusted(compared.map((pair) => pair.survival.test.p));
  const means = MEAN_FIGURES.map((_, index) =>
    adjustKnown(compared.map((pair) => pair.means[index]?.paired.p ?? null)),
  );
  return compared.map((pair, row) => ({
    ...pair,
    survival: { ...pair.survival, pHolm: survival[row] ?? 1 },
    means: pair.means.map((one, index) => ({ ...one, pHolm: means[index]?.[row] ?? null })),
  }));
}

/** Holm over the values that are there; null stays null. */
export function adjustKnown(pValues: readonly (number | null)[]): (number | null)[] {
  const adjusted = holmAdjusted(pValues.filter((p) => p !== null));
  let next = 0;
  return pValues.map((p) => (p === null ? null : (adjusted[next++] ?? null)));
}

function comparePair(first: Side, second: Side, options: CompareOptions): ComparedPair {
  const seeds = sharedSeeds(first.trials, second.trials);
  const test = pairedSurvival(first.trials, second.trials);
  const all = new Set([...first.trials, ...second.trials].map(({ seed }) => seed));
  return {
    first: first.name,
    second: second.name,
    seeds,
    unshared: all.size - seeds.length,
    survival: {
      first: survivalOn(seeds, first.trials, options),
      second: survivalOn(seeds, second.trials, options),
      test,
      pHolm: test.p,
      detectable: detectableSurvival({ pairs: seeds.length, alpha: options.alpha }),
    },
    means: MEAN_FIGURES.map((figure) => compareMean(figure, seeds, first.trials, second.trials, options)),
  };
}

/** The share of seeds whose lowest scored repeat survived. */
function survivalOn(
  seeds: readonly number[],
  trials: readonly ScoredTrial[],
  { level = 0.95 }: CompareOptions,
): ProportionInterval {
  const survived = survivalBySeed(trials);
  return wilsonInterval(seeds.filter((seed) => survived.get(seed) === true).length, seeds.length, level);
}

function compareMean(
  figure: ComparedMean["figure"],
  seeds: readonly number[],
  first: readonly ScoredTrial[],
  second: readonly ScoredTrial[],
  options: CompareOptions,
): ComparedMean {
  const paired = pairedFigure(figure, first, second, options);
  const meanOf = (trials: readonly ScoredTrial[]) => {
    const means = seedMeans(seedValuesOf(trials, figure));
    return mean(seeds.flatMap((seed) => means.get(seed) ?? []));
  };
  const detectable =
    paired.sd === null ? null : detectableMean({ pairs: paired.pairs, sd: paired.sd, alpha: options.alpha });
  return { figure, first: meanOf(first), second: meanOf(second), paired, pHolm: paired.p, detectable };
}
