import { assert } from "../std/assert.ts";
import { normalQuantile } from "./normal.ts";

/** A proportion with its interval; `null` where nothing was counted. Shares, not percent. */
export type ProportionInterval = {
  readonly proportion: number | null;
  readonly low: number;
  readonly high: number;
  readonly successes: number;
  readonly n: number;
  readonly level: number;
  readonly estimator: "wilson";
};

/**
 * Wilson's score interval on a proportion, such as the share of trials survived, without continuity correction:
 * (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z the two-sided normal quantile of `level`.
 * With n = 0 nothing is known: the interval is [0, 1].
 * Source: Wilson (1927), J. Am. Stat. Assoc. 22; method 3 of Newcombe (1998), Stat. Med. 17:857.
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): ProportionInterval {
  assert(Number.isInteger(successes) && Number.isInteger(n), "counts are whole numbers");
  assert(successes >= 0 && successes <= n, `${successes} successes of ${n}`);
  assert(level > 0 && level < 1, `a level lies between 0 and 1, not at ${level}`);
  const common = { successes, n, level, estimator: "wilson" } as const;
  if (n === 0) return { proportion: null, low: 0, high: 1, ...common };
  const z = normalQuantile((1 + level) / 2);
  const p = successes / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  // At the ends the formula is exactly 0 or 1; said outright so that rounding cannot leave 1e-17 there.
  const low = successes === 0 ? 0 : (centre - half) / scale;
  const high = successes === n ? 1 : (centre + half) / scale;
  return { proportion: p, low, high, ...common };
}
