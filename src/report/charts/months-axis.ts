// What every chart over months has: the axis of time and, behind the data, the three crises.
import type { ChartSpec } from "../charts.ts";
import { INK } from "./palette.ts";

/** First and last month of each crisis: surges of demand, when growth must be lent before it earns. */
export const CRISIS_WINDOWS = [
  { name: "crisis 1", from: 8, to: 14 },
  { name: "crisis 2", from: 23, to: 36 },
  { name: "crisis 3", from: 52, to: 64 },
] as const;

/** In words, for descriptions. */
export const CRISES_TEXT = "Shaded: the crises, months 8–14, 23–36 and 52–64.";

/** The encoding of months played, from 0 to the horizon. */
export function monthsX(field: string, horizon: number, options: { readonly labels: boolean }): ChartSpec {
  return {
    field,
    type: "quantitative",
    scale: { domain: [0, horizon], nice: false },
    axis: options.labels
      ? { title: "Months", values: ticksUpTo(horizon), domain: true }
      : { title: null, labels: false, ticks: false, domain: false },
  };
}

/** Shaded windows of the crises that begin before the horizon. */
export function crisisLayer(horizon: number): ChartSpec {
  const windows = CRISIS_WINDOWS.filter(({ from }) => from < horizon).map(({ from, to }) => ({
    from,
    // A month is as wide as the step to the next.
    to: Math.min(to + 1, horizon),
  }));
  return {
    data: { values: windows },
    mark: { type: "rect", color: INK.crisis },
    encoding: { x: { field: "from", type: "quantitative" }, x2: { field: "to" } },
  };
}

function ticksUpTo(horizon: number): number[] {
  const step = horizon > 72 ? 24 : horizon > 24 ? 12 : 3;
  return Array.from({ length: Math.floor(horizon / step) + 1 }, (_, index) => index * step);
}
