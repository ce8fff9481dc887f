import { assert } from "../std/assert.ts";
import { binomialProbability, binomialTail } from "./binomial.ts";

/** `exact` never exceeds its size; `mid-p` is nearer to it and stronger, and exceeds it in rare small cases. */
export type McNemarMethod = "exact" | "mid-p";

/** Pairs in which only one of the two succeeded. */
export type DiscordantPairs = {
  readonly firstOnly: number;
  readonly secondOnly: number;
};

export type McNemarTest = DiscordantPairs & {
  /** Two-sided p value of "both succeed equally often". */
  readonly p: number;
  readonly method: McNemarMethod;
};

/**
 * McNemar's test of two success rates on the same seeds. Given d discordant pairs, the smaller count m is binomial
 * (d, ½): exact p = min(1, 2 P(X ≤ m)); mid-p = exact p − P(X = m), or 1 − P(X = m)/2 where both counts are equal.
 * Without a discordant pair there is no evidence of a difference: p = 1.
 * Source: McNemar (1947), Psychometrika 12:153; mid-p: Fagerland, Lydersen & Laake (2013), BMC Med. Res. Methodol. 13:91.
 */
export function mcnemarTest(pairs: DiscordantPairs, method: McNemarMethod = "exact"): McNemarTest {
  const { firstOnly, secondOnly } = pairs;
  assert(firstOnly >= 0 && secondOnly >= 0, "counts of pairs are not negative");
  return { firstOnly, secondOnly, p: discordantPValue(firstOnly, secondOnly, method), method };
}

/** Counts the discordant pairs among outcomes of two players on the same seeds, in the same order. */
export function countDiscordant(outcomes: Iterable<readonly [first: boolean, second: boolean]>): DiscordantPairs {
  let firstOnly = 0;
  let secondOnly = 0;
  for (const [first, second] of outcomes) {
    if (first && !second) firstOnly += 1;
    if (second && !first) secondOnly += 1;
  }
  return { firstOnly, secondOnly };
}

/** The p value of {@link mcnemarTest} alone. */
export function discordantPValue(firstOnly: number, secondOnly: number, method: McNemarMethod): number {
  const discordant = firstOnly + secondOnly;
  if (discordant === 0) return 1;
  const most = Math.max(firstOnly, secondOnly);
  const atMost = binomialProbability(most, discordant, 0.5);
  if (firstOnly === secondOnly) return method === "exact" ? 1 : 1 - atMost / 2;
  const exact = Math.min(1, 2 * binomialTail(most, discordant, 0.5));
  return method === "exact" ? exact : exact - atMost;
}
