/**
 * Holm's step-down adjusted p values, in the order given: with the m values ascending, the i-th becomes
 * max over j ≤ i of min(1, (m − j + 1) p_j). Reject where an adjusted value is at most α: the chance of any false
 * rejection is then at most α, whatever the dependence between the tests.
 * Source: Holm (1979), Scand. J. Stat. 6:65; adjusted values after Wright (1992), Biometrics 48:1005.
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const adjusted = pValues.slice();
  let floor = 0;
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  for (const [rank, [index, p]] of ascending.entries()) {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = floor;
  }
  return adjusted;
}
