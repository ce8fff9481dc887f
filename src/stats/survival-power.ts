import { assert } from "../std/assert.ts";
import { mean } from "./sample.ts";

/** What repeats of one seed came to. */
export type SeedSurvival = {
  readonly survived: number;
  readonly repeats: number;
};

export type SurvivalPower = {
  readonly k: number;
  /** Probability, as a share, that k repeats of a seed all survive; `null` where no seed has k repeats. */
  readonly value: number | null;
  /** Seeds with at least k repeats, which the value is taken over. */
  readonly seeds: number;
  readonly seedsLeftOut: number;
};

/**
 * survival^k: how often k repeats of the same seed would *all* survive, averaged over seeds. For a seed with c of n
 * repeats survived the unbiased estimate is C(c, k) / C(n, k); survival^1 is plain survival. It separates players
 * that survive the same seeds always from those that survive every seed sometimes.
 * Source: pass^k of τ-bench, Yao et al. (2024), arXiv:2406.12045, section 3.
 */
export function survivalPower(bySeed: Iterable<SeedSurvival>, k: number): SurvivalPower {
  assert(Number.isInteger(k) && k >= 1, `k is a whole number from 1, not ${k}`);
  const all = [...bySeed];
  assert(
    all.every(({ survived, repeats }) => survived >= 0 && survived <= repeats),
    "no seed survives more often than it was played",
  );
  const enough = all.filter(({ repeats }) => repeats >= k);
  const value = mean(enough.map(({ survived, repeats }) => allOf(k, survived, repeats)));
  return { k, value, seeds: enough.length, seedsLeftOut: all.length - enough.length };
}

/** C(c, k) / C(n, k) as a product, so that no binomial coefficient can overflow. */
function allOf(k: number, c: number, n: number): number {
  let product = 1;
  for (let i = 0; i < k; i += 1) product *= Math.max(0, c - i) / (n - i);
  return product;
}
