import { assert } from "../std/assert.ts";
import { binomialProbability, binomialTail } from "./binomial.ts";
import { discordantPValue, type McNemarMethod } from "./mcnemar.ts";

type TestSetting = {
  readonly pairs: number;
  /** Two-sided size of the test, 0.05 unless told. */
  readonly alpha?: number;
  readonly method?: McNemarMethod;
};

export type McNemarPowerQuestion = TestSetting & {
  /** Probability that only the better player succeeds on a seed. */
  readonly betterOnly: number;
  /** Probability that only the worse one does. */
  readonly worseOnly: number;
};

export type DetectableSurvivalQuestion = TestSetting & {
  /** Wanted probability to see the effect, 0.8 unless told. */
  readonly power?: number;
  /** Assumed share of seeds that only the worse player survives, 0 unless told: the easiest case to see. */
  readonly worseOnly?: number;
};

/**
 * The smallest difference in success rates (a share) that McNemar's test would find significant, in the right
 * direction, with the given power on this many pairs: the smallest δ with
 * {@link mcnemarPower}(worseOnly + δ, worseOnly) ≥ power, to 1e-6. `null` where even the largest possible difference
 * falls short, as with 5 pairs at α = 0.05. Power grows with δ, so bisection finds it.
 */
export function detectableSurvival(question: DetectableSurvivalQuestion): number | null {
  const { pairs, alpha = 0.05, method = "exact", power = 0.8, worseOnly = 0 } = question;
  const largest = 1 - 2 * worseOnly;
  assert(largest >= 0, "both kinds of discordant pair share one whole");
  const needed = needs(pairs, alpha, method);
  const powerAt = (delta: number): number => powerOf(needed, worseOnly + delta, worseOnly);
  if (powerAt(largest) < power) return null;
  let low = 0;
  let high = largest;
  while (high - low > 1e-7) {
    const middle = (low + high) / 2;
    if (powerAt(middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Unconditional power of McNemar's test to find the better player better: Σ_d P(D = d) P(B ≥ b_d | d), where the
 * number of discordant pairs D is binomial (pairs, π), π = betterOnly + worseOnly, B is binomial (d, betterOnly / π)
 * and b_d is the least count that rejects among d.
 * Source: Duffy (1984), Biometrics 40:1005; Connor (1987), Biometrics 43:207.
 */
export function mcnemarPower(question: McNemarPowerQuestion): number {
  const { pairs, betterOnly, worseOnly, alpha = 0.05, method = "exact" } = question;
  return powerOf(needs(pairs, alpha, method), betterOnly, worseOnly);
}

/**
 * The fewest discordant pairs, all in one direction, that can reach significance: 6 for the exact test at 0.05.
 * With fewer pairs than this no result whatever decides anything.
 */
export function fewestDecisivePairs(alpha = 0.05, method: McNemarMethod = "exact"): number {
  let discordant = 1;
  while (discordantPValue(discordant, 0, method) > alpha) discordant += 1;
  return discordant;
}

/** For each number of discordant pairs 0 … `pairs` the least count of the better player that rejects, or `null`. */
function needs(pairs: number, alpha: number, method: McNemarMethod): readonly (number | null)[] {
  assert(Number.isInteger(pairs) && pairs >= 0, `a whole number of pairs, not ${pairs}`);
  assert(alpha > 0 && alpha < 1, `a size lies between 0 and 1, not at ${alpha}`);
  const rejects = (d: number, worse: number): boolean =>
    2 * worse < d && discordantPValue(d - worse, worse, method) <= alpha;
  const found: (number | null)[] = [];
  // The largest tolerable count of the worse player never falls as pairs are added, so the search goes on from it.
  let worse = -1;
  for (let d = 0; d <= pairs; d += 1) {
    while (rejects(d, worse + 1)) worse += 1;
    found.push(worse < 0 ? null : d - worse);
  }
  return found;
}

function powerOf(needed: readonly (number | null)[], betterOnly: number, worseOnly: number): number {
  const discordance = betterOnly + worseOnly;
  assert(betterOnly >= 0 && worseOnly >= 0 && discordance <= 1 + 1e-12, "probabilities of discordant pairs");
  if (discordance === 0) return 0;
  const pairs = needed.length - 1;
  let power = 0;
  for (const [d, least] of needed.entries()) {
    if (least === null) continue;
    const seen = binomialProbability(d, pairs, Math.min(1, discordance));
    if (seen > 0) power += seen * binomialTail(least, d, betterOnly / discordance);
  }
  return power;
}
