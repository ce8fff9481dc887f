import { assert } from "../std/assert.ts";
import { normalQuantile } from "./normal.ts";

/** How long one trial was observed. */
export type Lifetime = {
  /** Months survived before death or before observation ended. */
  readonly months: number;
  /** True: bankrupt then. False: censored, alive when last seen (horizon reached, or trial truncated). */
  readonly died: boolean;
};

/** The curve right after a month in which somebody died or left. */
export type SurvivalPoint = {
  readonly month: number;
  /** Alive and observed just before this month's deaths. */
  readonly atRisk: number;
  readonly deaths: number;
  readonly censored: number;
  /** Probability of living beyond this month. */
  readonly survival: number;
  /** Greenwood's standard error of `survival`. */
  readonly standardError: number;
  /** Interval; `null` once the curve has reached 0, where the log-log interval is not defined. */
  readonly low: number | null;
  readonly high: number | null;
};

export type SurvivalCurve = {
  readonly n: number;
  readonly level: number;
  /** Ascending by month. Between points the curve is flat; before the first it is 1. */
  readonly points: readonly SurvivalPoint[];
};

/**
 * The Kaplan–Meier survival curve S(t) = Π (1 − dᵢ/nᵢ) over months of death i ≤ t; deaths precede censorings of the
 * same month. Standard error by Greenwood: S √(Σ dᵢ / nᵢ(nᵢ − dᵢ)). The interval is made on the log(−log S) scale,
 * S^exp(∓ z σ / ln S), and so stays within 0 and 1.
 * Source: Kaplan & Meier (1958), J. Am. Stat. Assoc. 53:457; Greenwood (1926); log-log interval: Kalbfleisch & Prentice (1980).
 */
export function kaplanMeier(lifetimes: readonly Lifetime[], level = 0.95): SurvivalCurve {
  assert(
    lifetimes.every(({ months }) => Number.isFinite(months) && months >= 0),
    "months survived are not negative",
  );
  const z = normalQuantile((1 + level) / 2);
  const points: SurvivalPoint[] = [];
  let atRisk = lifetimes.length;
  let survival = 1;
  let greenwood = 0;
  for (const [month, { deaths, censored }] of byMonth(lifetimes)) {
    survival *= 1 - deaths / atRisk;
    // Once nobody is left the sum would be infinite and is no longer needed.
    greenwood += deaths === atRisk ? 0 : deaths / (atRisk * (atRisk - deaths));
    const standardError = survival * Math.sqrt(greenwood);
    points.push({ month, atRisk, deaths, censored, survival, standardError, ...logLog(survival, greenwood, z) });
    atRisk -= deaths + censored;
  }
  return { n: lifetimes.length, level, points };
}

/** Probability of living beyond a month; `null` past the last month anybody was observed, unless all had died. */
export function survivalAt(curve: SurvivalCurve, month: number): number | null {
  const last = curve.points.at(-1);
  if (last === undefined || (month > last.month && last.survival > 0)) return null;
  return curve.points.findLast((point) => point.month <= month)?.survival ?? 1;
}

/** Trials alive and observed just before a month. */
export function atRiskAt(curve: SurvivalCurve, month: number): number {
  return curve.points.find((point) => point.month >= month)?.atRisk ?? 0;
}

type Leaving = { deaths: number; censored: number };

function byMonth(lifetimes: readonly Lifetime[]): [month: number, leaving: Leaving][] {
  const months = new Map<number, Leaving>();
  for (const { months: month, died } of lifetimes) {
    const leaving = months.get(month) ?? { deaths: 0, censored: 0 };
    if (died) leaving.deaths += 1;
    else leaving.censored += 1;
    months.set(month, leaving);
  }
  return [...months].sort(([a], [b]) => a - b);
}

function logLog(survival: number, greenwood: number, z: number): { low: number | null; high: number | null } {
  if (survival === 1) return { low: 1, high: 1 };
  if (survival === 0) return { low: null, high: null };
  const shift = (z * Math.sqrt(greenwood)) / Math.log(survival);
  return { low: survival ** Math.exp(-shift), high: survival ** Math.exp(shift) };
}
