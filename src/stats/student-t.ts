import { assert } from "../std/assert.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logGamma } from "./log-gamma.ts";
import { normalQuantile } from "./normal.ts";

/**
 * Upper tail P(T ≥ t) of Student's t with `df` > 0 degrees of freedom.
 * Formula: ½ I_x(df/2, ½) with x = df / (df + t²) for t ≥ 0 (Abramowitz & Stegun 1964, 26.7.1).
 */
export function studentTTail(t: number, df: number): number {
  if (!Number.isFinite(t)) return t > 0 ? 0 : 1;
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t < 0 ? 1 - tail : tail;
}

/** The two-sided p value of a t statistic: 2 P(T ≥ |t|). */
export function studentTPValue(t: number, df: number): number {
  return Math.min(1, 2 * studentTTail(Math.abs(t), df));
}

/**
 * Student-t quantile: the t with P(T ≤ t) = p, 0 < p < 1, by Newton's method on {@link studentTTail},
 * kept inside a bracket that bisection narrows wherever a step would leave it.
 */
export function studentTQuantile(p: number, df: number): number {
  assert(p > 0 && p < 1 && df > 0, `studentTQuantile(${p}, ${df}) is out of its domain`);
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  if (p === 0.5) return 0;
  const tail = 1 - p;
  let low = 0;
  let high = 1;
  while (studentTTail(high, df) > tail) {
    low = high;
    high *= 2;
  }
  let t = Math.min(high, Math.max(low, normalQuantile(p)));
  for (let step = 0; step < 200; step += 1) {
    const excess = studentTTail(t, df) - tail;
    if (excess > 0) low = t;
    else high = t;
    const newton = t + excess / density(t, df);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * Math.abs(next)) return next;
    t = next;
  }
  return t;
}

function density(t: number, df: number): number {
  const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  return Math.exp(logScale - ((df + 1) / 2) * Math.log1p((t * t) / df));
}
