import { chiSquareTail } from "./chi-square.ts";
import type { Lifetime } from "./kaplan-meier.ts";

export type LogRankGroup = {
  readonly n: number;
  /** Deaths seen. */
  readonly observed: number;
  /** Deaths expected if all groups died alike. */
  readonly expected: number;
};

export type LogRankTest = {
  readonly chiSquare: number;
  /** Groups less one; less where a group was never at risk together with the others. */
  readonly degreesOfFreedom: number;
  /** p value of "all groups survive alike"; `null` where no death can tell them apart. */
  readonly p: number | null;
  readonly groups: readonly LogRankGroup[];
};

/**
 * The log-rank test of two or more survival curves. In each month of death a group of n_g among n at risk expects
 * d n_g / n of the d deaths; U = Σ(observed − expected), with the hypergeometric covariance
 * V_gh = Σ d (n − d)/(n − 1) (n_g/n)([g = h] − n_h/n); the statistic UᵀV⁻U is chi-square with groups − 1 degrees.
 * The groups are taken as independent; on shared seeds that makes the test conservative.
 * Source: Mantel (1966), Cancer Chemother. Rep. 50:163; Peto & Peto (1972), J. R. Stat. Soc. A 135:185.
 */
export function logRankTest(groups: readonly (readonly Lifetime[])[]): LogRankTest {
  const size = groups.length;
  const observed = groups.map((group) => group.filter(({ died }) => died).length);
  const expected = groups.map(() => 0);
  const covariance = groups.map(() => groups.map(() => 0));
  for (const month of monthsOfDeath(groups)) {
    const atRisk = groups.map((group) => group.filter(({ months }) => months >= month).length);
    const n = total(atRisk);
    const d = total(groups.map((group) => group.filter(({ months, died }) => died && months === month).length));
    const spread = n > 1 ? (d * (n - d)) / (n - 1) : 0;
    for (let g = 0; g < size; g += 1) {
      const share = (atRisk[g] ?? 0) / n;
      expected[g] = (expected[g] ?? 0) + d * share;
      const row = covariance[g] ?? [];
      for (let h = 0; h < size; h += 1) {
        row[h] = (row[h] ?? 0) + spread * share * ((g === h ? 1 : 0) - (atRisk[h] ?? 0) / n);
      }
    }
  }
  const excess = observed.map((count, g) => count - (expected[g] ?? 0));
  const { value, rank } = quadraticForm(covariance, excess);
  return {
    chiSquare: value,
    degreesOfFreedom: rank,
    p: rank === 0 ? null : chiSquareTail(value, rank),
    groups: groups.map((group, g) => ({ n: group.length, observed: observed[g] ?? 0, expected: expected[g] ?? 0 })),
  };
}

function monthsOfDeath(groups: readonly (readonly Lifetime[])[]): number[] {
  const months = groups.flat().flatMap(({ months, died }) => (died ? [months] : []));
  return [...new Set(months)].sort((a, b) => a - b);
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * uᵀV⁻u and the rank of V, by symmetric elimination with the largest pivot first. Excesses sum to 0, so V is singular
 * by at least one; directions whose pivot is rounding alone carry no information and are left out.
 */
function quadraticForm(
  matrix: readonly (readonly number[])[],
  vector: readonly number[],
): { value: number; rank: number } {
  const v = matrix.map((row) => [...row]);
  const u = [...vector];
  const open = new Set(u.keys());
  const diagonal = (i: number): number => v[i]?.[i] ?? 0;
  const negligible = 1e-10 * Math.max(...u.map((_, i) => diagonal(i)));
  let value = 0;
  let rank = 0;
  while (open.size > 0) {
    const pivot = [...open].reduce((best, i) => (diagonal(i) > diagonal(best) ? i : best));
    if (!(diagonal(pivot) > negligible)) break;
    open.delete(pivot);
    value += (u[pivot] ?? 0) ** 2 / diagonal(pivot);
    rank += 1;
    for (const i of open) {
      const row = v[i] ?? [];
      const factor = (row[pivot] ?? 0) / diagonal(pivot);
      u[i] = (u[i] ?? 0) - factor * (u[pivot] ?? 0);
      for (const j of open) row[j] = (row[j] ?? 0) - factor * (v[pivot]?.[j] ?? 0);
    }
  }
  return { value, rank };
}
