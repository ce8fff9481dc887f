import { type InferenceOptions, inferMean, type MeanEstimator } from "./infer-mean.ts";
import { sampleSd } from "./sample.ts";
import { type SeedValues, seedMeans } from "./seed-values.ts";

/** A mean difference over shared seeds, first less second, in the unit of the values. */
export type PairedMean = {
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Two-sided p value of "no difference"; `null` below two pairs. */
  readonly p: number | null;
  /** Sample standard deviation of the differences: what a detectable effect is computed from. */
  readonly sd: number | null;
  readonly pairs: number;
  readonly estimator: MeanEstimator;
  readonly level: number;
  readonly streamSeed: number | string;
  readonly resamples: number | null;
};

/**
 * The mean difference of two players over the seeds both played, each seed being one pair of seed means: paired t
 * below 20 pairs, paired bootstrap (expanded BCa on the differences, its p value by inversion) from 20; where all
 * differences are equal, the sign test. Seeds only one of them played are left out.
 */
export function pairedMean(first: SeedValues, second: SeedValues, options: InferenceOptions): PairedMean {
  const differences = pairedDifferences(first, second);
  const { mean: difference, ...inference } = inferMean(differences, options);
  return { difference, ...inference, sd: sampleSd(differences), pairs: differences.length };
}

function pairedDifferences(first: SeedValues, second: SeedValues): number[] {
  const theirs = seedMeans(second);
  return [...seedMeans(first)].flatMap(([seed, mine]) => {
    const other = theirs.get(seed);
    return other === undefined ? [] : [mine - other];
  });
}
