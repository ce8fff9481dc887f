import { assert } from "../std/assert.ts";
import { uniformStream } from "../std/random.ts";
import { bcaInterval, bcaPValue, bootstrapMean } from "./bca-bootstrap.ts";
import { hasSpread, mean, sampleSd } from "./sample.ts";
import { studentTPValue, studentTQuantile } from "./student-t.ts";

/** How an interval or p value on a mean was made; the last three are what is said when it could not be. */
export type MeanEstimator = "student-t" | "bootstrap-bca" | "no-spread" | "one-seed" | "no-data";

export type InferenceOptions = {
  /** Confidence level, 0.95 unless told. */
  readonly level?: number;
  /** Names the stream of chance the bootstrap draws from: the same seed gives the same interval. */
  readonly streamSeed: number | string;
  readonly resamples?: number;
};

export type MeanInference = {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Two-sided p value of "the mean is 0". */
  readonly p: number | null;
  readonly estimator: MeanEstimator;
  readonly level: number;
  readonly streamSeed: number | string;
  /** Resamples drawn; `null` where the estimator draws none. */
  readonly resamples: number | null;
};

/** From this many seeds the bootstrap has enough values to resample; below, Student's t. */
export const BOOTSTRAP_FROM_SEEDS = 20;

/** 10,000 less one, so that the ranks of usual levels fall on whole numbers. */
export const DEFAULT_RESAMPLES = 9_999;

/**
 * Mean, interval and p value of independent values, one a seed.
 *
 * - none or one: no interval;
 * - all equal ("no-spread"): the interval is the value itself and says only that nothing varied in what was seen;
 *   the p value is the sign test's, 2^(1 − n), or 1 when the value is 0;
 * - 2 to 19: Student's t, x̄ ± t s/√n with n − 1 degrees of freedom (Student 1908);
 * - 20 and more: expanded BCa bootstrap (`bca-bootstrap.ts`).
 *
 * A level below about a third can exclude a skewed sample's own mean; the interval is widened to hold it.
 */
export function inferMean(values: readonly number[], options: InferenceOptions): MeanInference {
  const { level = 0.95, streamSeed, resamples = DEFAULT_RESAMPLES } = options;
  assert(level > 0 && level < 1, `a level lies between 0 and 1, not at ${level}`);
  assert(values.every(Number.isFinite), "a mean is taken of finite values");
  const centre = mean(values);
  const common = { mean: centre, level, streamSeed, resamples: null };
  if (centre === null) return { ...common, low: null, high: null, p: null, estimator: "no-data" };
  if (values.length === 1) return { ...common, low: null, high: null, p: null, estimator: "one-seed" };
  if (!hasSpread(values)) {
    const p = centre === 0 ? 1 : 2 ** (1 - values.length);
    return { ...common, low: centre, high: centre, p, estimator: "no-spread" };
  }
  const standardError = (sampleSd(values) ?? 0) / Math.sqrt(values.length);
  const t = centre / standardError;
  const df = values.length - 1;
  if (values.length < BOOTSTRAP_FROM_SEEDS) {
    const half = studentTQuantile((1 + level) / 2, df) * standardError;
    const p = studentTPValue(t, df);
    return { ...common, low: centre - half, high: centre + half, p, estimator: "student-t" };
  }
  const bootstrap = bootstrapMean(values, uniformStream(streamSeed, "bootstrap"), resamples);
  const interval = bcaInterval(bootstrap, level);
  return {
    ...common,
    low: Math.min(centre, interval.low),
    high: Math.max(centre, interval.high),
    p: bcaPValue(bootstrap, t),
    estimator: "bootstrap-bca",
    resamples,
  };
}
