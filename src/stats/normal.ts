import { assert } from "../std/assert.ts";
import { upperGamma } from "./incomplete-gamma.ts";

/**
 * Standard normal distribution function Φ(z) = P(Z ≤ z); small tails keep their digits.
 * Formula: Φ(−z) = Q(½, z²/2) / 2 for z ≥ 0 (Abramowitz & Stegun 1964, section 26.2 with 6.5.17).
 */
export function normalCdf(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2;
  return z < 0 ? tail : 1 - tail;
}

/**
 * Standard normal quantile: the z with Φ(z) = p, 0 ≤ p ≤ 1 (−∞ and ∞ at the ends).
 * Source: the rational approximation of Acklam (2003; relative error 1.2e-9), then one step of Halley's method
 * on {@link normalCdf}.
 */
export function normalQuantile(p: number): number {
  assert(p >= 0 && p <= 1, `normalQuantile(${p}) is out of its domain`);
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p === 0) return -Infinity;
  if (p === 0.5) return 0;
  const z = acklam(p);
  const u = (normalCdf(z) - p) * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2);
  return z - u / (1 + (z * u) / 2);
}

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1];
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL_BELOW = 0.02425;

/** For 0 < p < ½ only. */
function acklam(p: number): number {
  if (p < TAIL_BELOW) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, q) / polynomial(D, q);
  }
  const q = p - 0.5;
  return (polynomial(A, q * q) * q) / polynomial(B, q * q);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
