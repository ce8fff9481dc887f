import { assert } from "../std/assert.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logGamma } from "./log-gamma.ts";

/** P(X = k) for X binomial with n trials of probability p: C(n, k) pᵏ (1 − p)ⁿ⁻ᵏ. */
export function binomialProbability(k: number, n: number, p: number): number {
  assert(Number.isInteger(k) && Number.isInteger(n) && n >= 0, `a binomial has whole counts, not ${k} of ${n}`);
  if (k < 0 || k > n) return 0;
  if (p === 0) return k === 0 ? 1 : 0;
  if (p === 1) return k === n ? 1 : 0;
  const logChoices = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
  return Math.exp(logChoices + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/**
 * P(X ≥ k) for X binomial with n trials of probability p.
 * Formula: I_p(k, n − k + 1) (Abramowitz & Stegun 1964, 26.5.24).
 */
export function binomialTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, k, n - k + 1);
}
