import { assert } from "../std/assert.ts";
import { logGamma } from "./log-gamma.ts";

const MAX_TERMS = 10_000;
const EPSILON = 1e-16;
/** Keeps the continued fraction away from a division by zero. */
const TINY = 1e-300;

/**
 * Upper regularised incomplete gamma function Q(a, x) = Γ(a, x) / Γ(a), a > 0, x ≥ 0: by its power series
 * below x = a + 1, above by its continued fraction, which keeps the digits of tails far below 1e-16.
 * Source: Abramowitz & Stegun (1964), 6.5.29 and 6.5.31; evaluated after Press et al. (2007), 6.2.
 */
export function upperGamma(a: number, x: number): number {
  assert(a > 0 && x >= 0, `upperGamma(${a}, ${x}) is out of its domain`);
  if (x === 0) return 1;
  if (x === Infinity) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * EPSILON; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    const delta = d * c;
    h *= delta;
    if (Math.abs(delta - 1) < EPSILON) break;
  }
  return h;
}

function nonZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}
