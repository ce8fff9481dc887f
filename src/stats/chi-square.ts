import { upperGamma } from "./incomplete-gamma.ts";

/**
 * Upper tail P(X ≥ x) of the chi-square distribution with `df` degrees of freedom: the p value of a
 * chi-square statistic. Formula: Q(df/2, x/2) (Abramowitz & Stegun 1964, 26.4.19).
 */
export function chiSquareTail(x: number, df: number): number {
  return x <= 0 ? 1 : upperGamma(df / 2, x / 2);
}
