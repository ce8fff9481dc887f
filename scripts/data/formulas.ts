// The formulas that turn public series into what drives the company. Pure: numbers in, numbers out.

/** A demand surge: `amplitude · sin(π (t − start) / length)` for `start ≤ t ≤ start + length`, in points a month. */
interface Surge {
  readonly start: number;
  readonly length: number;
  readonly amplitude: number;
}

/** The three crises: growth must be lent before it earns. */
export const SURGES: readonly Surge[] = [
  { start: 8, length: 6, amplitude: 1.0 },
  { start: 23, length: 12, amplitude: 4.1 },
  { start: 52, length: 10, amplitude: 3.6 },
];

/** Points of growth that the surges add in a month. */
export function surgePct(month: number): number {
  let sum = 0;
  for (const { start, length, amplitude } of SURGES) {
    if (month < start || month > start + length) continue;
    sum += amplitude * Math.sin((Math.PI * (month - start)) / length);
  }
  return round6(sum);
}

/** Gross margin, %: what credit losses leave of interest income. */
export function grossMarginPct(chargeOffPct: number, loanRatePct: number): number {
  return round6(Math.min(80, Math.max(10, 100 * (1 - chargeOffPct / loanRatePct))));
}

/** Operating costs take this many percent of revenue, or all that losses leave when that is less. */
const OPERATING_COST_PCT = 26;

/** EBITDA margin, %. */
export function ebitdaMarginPct(grossMargin: number): number {
  return round6(Math.max(0, grossMargin - OPERATING_COST_PCT));
}

/**
 * Growth a month, %: 100 × the mean of the last twelve monthly log changes. `levels` runs to the month in question and
 * beyond it by one; a change whose month is in `breaks` is a change of reporting and gives way to its neighbours' mean.
 */
export function growthPct(levelAt: (month: number) => number, month: number, breaks: ReadonlySet<number>): number {
  const change = (at: number) => Math.log(levelAt(at) / levelAt(at - 1));
  let sum = 0;
  for (let at = month - 11; at <= month; at++) {
    sum += breaks.has(at) ? (change(at - 1) + change(at + 1)) / 2 : change(at);
  }
  return round6((100 * sum) / 12);
}

/** The last month at or before `month` that ends a quarter; the first month's own value stands in before there is one. */
export function lastQuarterEnd(month: number): number {
  return month < 2 ? 0 : month - ((month + 1) % 3);
}

/** The month in which the last completed quarter begins; a quarter is known in its last month. */
export function knownQuarterStart(month: number): number {
  return month - ((month + 1) % 3) - 2;
}

/** A label for reports: no rule of the game reads it. */
export type Regime = "recession" | "neutral" | "expansion";

/** Recession: unemployment half a point above its twelve-month low. Expansion: growth above its mean over all months. */
export function regimeOf(unemployment: readonly number[], growth: readonly number[], month: number): Regime {
  const year = unemployment.slice(Math.max(0, month - 11), month + 1);
  // In hundredths of a point, so that "half a point above" does not hang on a float's last bit.
  const aboveLow = Math.round(((unemployment[month] ?? 0) - Math.min(...year)) * 100);
  if (aboveLow >= 50) return "recession";
  const mean = growth.reduce((sum, value) => sum + value, 0) / growth.length;
  return (growth[month] ?? 0) > mean ? "expansion" : "neutral";
}

/** Rounded to 6 decimals, so that the last bits of a platform's `log` and `sin` cannot reach the table. */
export function round6(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}
