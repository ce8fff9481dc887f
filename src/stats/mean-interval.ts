import { type InferenceOptions, inferMean, type MeanInference } from "./infer-mean.ts";
import { type SeedValues, seedMeans } from "./seed-values.ts";

/** A mean with its interval, in the unit of the values, and everything a reader needs to judge it. */
export type MeanInterval = Omit<MeanInference, "p"> & {
  /** Values seen, repeats included. */
  readonly n: number;
  /** Seeds seen: the sample size of the interval. */
  readonly clusters: number;
};

/**
 * The mean over seeds of a player's values and its confidence interval, clustered by seed: Student's t below
 * 20 seeds, expanded BCa bootstrap from 20 (see {@link inferMean} for the degenerate cases).
 *
 * Every seed weighs the same, so with uneven repeats the mean is that of the seed means. At few seeds an interval
 * cannot know of what no seed showed: if all of 5 survive, it holds no bankruptcy. With survivors' scores close
 * together and 75 % survival, such samples are one in four, and the 95 % interval at 5 seeds covers 75 % (at 50
 * seeds: 96 %). Print it beside the Wilson interval on survival.
 */
export function meanInterval(valuesBySeed: SeedValues, options: InferenceOptions): MeanInterval {
  const sample = [...seedMeans(valuesBySeed).values()];
  const { p: _p, ...inference } = inferMean(sample, options);
  const n = [...valuesBySeed.values()].reduce((total, values) => total + values.length, 0);
  return { ...inference, n, clusters: sample.length };
}
