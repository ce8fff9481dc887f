import { assert } from "../std/assert.ts";
import type { Uniform } from "../std/random.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { studentTPValue, studentTQuantile } from "./student-t.ts";

/** The bootstrap distribution of a sample's mean with its two BCa constants. */
export type MeanBootstrap = {
  readonly n: number;
  /** Means of the resamples, ascending, in the unit of the values. */
  readonly means: Float64Array;
  /** Bias correction z₀. */
  readonly bias: number;
  /** Acceleration a. */
  readonly acceleration: number;
  /** Two means closer than this differ by rounding only. */
  readonly tolerance: number;
};

/**
 * Resamples independent values (one a seed) with replacement and keeps the means. The values must have spread.
 *
 * z₀ = Φ⁻¹(share of resampled means below the mean, ties half); a = Σd³ / 6(Σd²)^1.5 with d the deviations, the
 * jackknife's value for a mean.
 * Source: Efron (1987), J. Am. Stat. Assoc. 82:171; Efron & Tibshirani (1993), chapter 14.
 */
export function bootstrapMean(values: readonly number[], uniform: Uniform, resamples: number): MeanBootstrap {
  assert(values.length >= 2, "a bootstrap needs two values");
  const n = values.length;
  // Sorted, so that neither the order given nor the names of the seeds choose what is drawn.
  const sample = Float64Array.from(values).sort();
  const centre = sample.reduce((a, b) => a + b, 0) / n;
  const deviations = sample.map((x) => x - centre);
  const squares = deviations.reduce((total, d) => total + d * d, 0);
  const cubes = deviations.reduce((total, d) => total + d * d * d, 0);
  assert(squares > 0, "a bootstrap needs values that differ");
  const shifts = resampledMeans(deviations, uniform, resamples);
  const tolerance = TIE * Math.sqrt(squares / n);
  const bias = normalQuantile(shareBelow(shifts, 0, tolerance));
  const means = shifts.map((shift) => shift + centre);
  return { n, means, bias, acceleration: cubes / (6 * squares ** 1.5), tolerance };
}

/**
 * Expanded BCa interval for the mean: the order statistics at Φ(z₀ + (z₀ ± w) / (1 − a(z₀ ± w))), where
 * w = t √(n / (n − 1)) and t is the two-sided Student quantile with n − 1 degrees of freedom in place of the
 * normal one. The expansion undoes the narrowness bias of resampling few values.
 *
 * Chosen by simulation of scores (0 for the bankrupt, skewed or tight for survivors): at 50 seeds the percentile
 * interval covers 87–95 % and plain BCa 92–97 %; bootstrap-t covers skewed scores best but up to 98 % of
 * two-peaked ones and is unbounded when few seeds survive; this one stays within 93–97 %, except where hardly any seed survives or hardly any fails (`test/evidence`).
 * Source: BCa by Efron (1987); the expansion is that of Hesterberg (2015), Am. Stat. 69:371, for percentile
 * intervals, applied here to BCa.
 */
export function bcaInterval(bootstrap: MeanBootstrap, level: number): { low: number; high: number } {
  const { n, means } = bootstrap;
  const width = studentTQuantile((1 + level) / 2, n - 1) * Math.sqrt(n / (n - 1));
  const rank = (share: number): number => (means.length + 1) * share;
  const low = Math.floor(rank(adjusted(bootstrap, -width)));
  const high = Math.ceil(rank(adjusted(bootstrap, width)));
  return { low: at(means, low), high: at(means, high) };
}

/**
 * The p value of "the mean is 0" that belongs to {@link bcaInterval}: 1 − the level at which the interval just
 * reaches 0. Resampling cannot see below about 2 / resamples: where no resample lies beyond 0 the result is that
 * bound or, if smaller, the p value of the t test.
 * Source: a test by inversion of an interval, Efron & Tibshirani (1993), chapter 15.
 */
export function bcaPValue(bootstrap: MeanBootstrap, tStatistic: number): number {
  const { n, means, bias, acceleration, tolerance } = bootstrap;
  const share = shareBelow(means, 0, tolerance);
  const y = normalQuantile(share) - bias;
  const w = y / Math.max(1 + acceleration * y, Number.MIN_VALUE) - bias;
  const p = studentTPValue(w * Math.sqrt((n - 1) / n), n - 1);
  const first = at(means, 1);
  const last = at(means, means.length);
  return first > 0 || last < 0 ? Math.min(p, studentTPValue(tStatistic, n - 1)) : p;
}

/** {@link MeanBootstrap.tolerance} as a share of the values' standard deviation. */
const TIE = 1e-9;

function resampledMeans(sample: Float64Array, uniform: Uniform, resamples: number): Float64Array {
  const n = sample.length;
  const means = new Float64Array(resamples);
  for (let r = 0; r < resamples; r += 1) {
    let total = 0;
    for (let i = 0; i < n; i += 1) total += sample[Math.floor(uniform() * n)] ?? 0;
    means[r] = total / n;
  }
  return means.sort();
}

/** Share of ascending values below a bound, ties half, kept away from 0 and 1, which so few resamples cannot show. */
function shareBelow(ascending: Float64Array, bound: number, tolerance: number): number {
  let below = 0;
  for (const value of ascending) {
    if (value > bound + tolerance) break;
    below += value < bound - tolerance ? 1 : 0.5;
  }
  const least = 1 / (ascending.length + 1);
  return Math.min(1 - least, Math.max(least, below / ascending.length));
}

function adjusted({ bias, acceleration }: MeanBootstrap, w: number): number {
  const shifted = bias + w;
  const divisor = 1 - acceleration * shifted;
  // Past the pole of the correction every resample lies on one side.
  if (divisor <= 0) return shifted > 0 ? 1 : 0;
  return normalCdf(bias + shifted / divisor);
}

/** The order statistic of a rank from 1, held inside the sample. */
function at(ascending: Float64Array, rank: number): number {
  const index = Math.min(ascending.length, Math.max(1, rank)) - 1;
  return ascending[index] ?? Number.NaN;
}
