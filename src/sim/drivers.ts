import { baseRate, type MacroMonth } from "./scenario.ts";
import type { TapeMonth } from "./tape.ts";

/** What a month does to the company, whether the world sets it or a projection assumes it. */
export interface Drivers {
  /** Growth of borrowers, percent a month. */
  readonly growthPct: number;
  /** Percent of revenue left after the provision. */
  readonly grossMarginPct: number;
  /** Percent of revenue left after operating costs. */
  readonly ebitdaMarginPct: number;
  /** Share of what is billed that is collected in the month. */
  readonly collectionRate: number;
  /** Fraction a year that the loan book earns. */
  readonly ratePerYear: number;
}

/** The month's drivers: the world's means plus the tape's noise, clipped (paper, Table 4). */
export function driversOf(macro: MacroMonth, draw: TapeMonth, noise: boolean): Drivers {
  const on = noise ? 1 : 0;
  return {
    growthPct: macro.base_growth_pct + macro.surge_pct + 0.5 * draw.growth * on,
    grossMarginPct: clip(macro.gross_margin_pct + 2.0 * draw.grossMargin * on, 10, 80),
    ebitdaMarginPct: clip(macro.ebitda_margin_pct + 1.5 * draw.ebitdaMargin * on, 0, 60),
    collectionRate: clip(0.97 + 0.04 * draw.collection * on, 0.85, 1.0),
    ratePerYear: baseRate(macro),
  };
}

/** `value` held within [low, high]. */
export function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
