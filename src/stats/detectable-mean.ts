import { assert } from "../std/assert.ts";
import { studentTQuantile } from "./student-t.ts";

export type DetectableMeanQuestion = {
  readonly pairs: number;
  /** Standard deviation of the paired differences. */
  readonly sd: number;
  /** Two-sided size of the test, 0.05 unless told. */
  readonly alpha?: number;
  /** Wanted probability to see the effect, 0.8 unless told. */
  readonly power?: number;
};

/**
 * The smallest mean difference, in the unit of `sd`, that a paired test at `alpha` would find significant with the
 * given power: (t₁₋α/₂ + t_power) sd / √n, both quantiles with n − 1 degrees of freedom, a close approximation to
 * the noncentral t. `null` below two pairs: then no effect can be seen.
 * Source: Snedecor & Cochran (1989), Statistical Methods, chapter 6; Zar (2010), Biostatistical Analysis, chapter 7.
 */
export function detectableMean(question: DetectableMeanQuestion): number | null {
  const { pairs, sd, alpha = 0.05, power = 0.8 } = question;
  assert(Number.isInteger(pairs) && pairs >= 0 && sd >= 0, `${pairs} pairs with deviation ${sd}`);
  if (pairs < 2) return null;
  const df = pairs - 1;
  return ((studentTQuantile(1 - alpha / 2, df) + studentTQuantile(power, df)) * sd) / Math.sqrt(pairs);
}
