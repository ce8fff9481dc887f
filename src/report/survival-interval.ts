import type { PlayerIntervals } from "./intervals.ts";

/** Survival in percent with its interval. */
export interface SurvivalInterval {
  readonly pct: number | null;
  readonly lowPct: number | null;
  readonly highPct: number | null;
}

/** Wilson's interval on the trials; where seeds were repeated, that of the mean over seeds, since repeats share a world. */
export function survivalIntervalOf({ survival, survivalBySeed }: PlayerIntervals): SurvivalInterval {
  if (survivalBySeed !== null) {
    const { mean, low, high } = survivalBySeed;
    return {
      pct: mean,
      lowPct: low === null ? null : Math.max(0, low),
      highPct: high === null ? null : Math.min(100, high),
    };
  }
  if (survival.proportion === null) return { pct: null, lowPct: null, highPct: null };
  return { pct: 100 * survival.proportion, lowPct: 100 * survival.low, highPct: 100 * survival.high };
}
