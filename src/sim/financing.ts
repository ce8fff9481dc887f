// The market for money: what a request's chances, fill, delay, price and rate are.
import { type Cents, roundCents } from "../std/money.ts";
import { clip } from "./drivers.ts";
import { baseRate, type MacroMonth } from "./scenario.ts";
import type { TapeMonth } from "./tape.ts";

/** Equity sells shares; debt sells a note. */
export type Instrument = "equity" | "debt";

/** `paper` as published; `hardened` caps what the market fills and charges notes outstanding to the score. */
export type Ruleset = "paper" | "hardened";

/** Share price at the opening, dollars. */
const OPENING_PRICE = 10;
const LOWEST_PRICE = 0.01;
/** In `hardened` the market fills at most this share of loans receivable. */
const FILL_CAP_SHARE = 0.4;

/** The chance that an equity request is met, after `rounds` settled rounds. */
export function equityChance(macro: MacroMonth, rounds: number): number {
  const appetite = clip(0.98 - 0.008 * Math.max(0, macro.vix - 12), 0.05, 0.98);
  // Multiplied out, since a platform's own power may differ in the last bit.
  let fatigue = 1;
  for (let round = 0; round < rounds; round += 1) fatigue *= 0.75;
  return appetite * fatigue;
}

/** The chance that a debt request is met at a leverage. */
export function debtChance(macro: MacroMonth, leverage: number): number {
  const appetite = clip(0.85 - 0.1 * macro.sofr, 0.05, 0.98);
  return appetite * Math.max(0, 1 - 1.5 * Math.max(0, leverage - 0.5));
}

/** Notes outstanding over book equity, the latter at least one dollar. */
export function leverageOf(notesOutstanding: Cents, bookEquity: Cents): number {
  return notesOutstanding / Math.max(bookEquity, 100);
}

/** The yearly rate of a note at a month's market and a leverage, as a fraction. */
export function debtRate(macro: MacroMonth, leverage: number): number {
  return baseRate(macro) + 0.05 * Math.max(0, leverage - 0.5);
}

/** What arrives of a request that is met: 70 to 100 %, in `hardened` of at most 40 % of the loans. */
export function filledAmount(draw: TapeMonth, askedCents: Cents, ruleset: Ruleset, loans: Cents): Cents {
  // The cap is a bound inside the formula, not an amount of its own, so only the product is rounded.
  const base = ruleset === "hardened" ? Math.min(askedCents, FILL_CAP_SHARE * loans) : askedCents;
  return roundCents((0.7 + 0.3 * draw.fill) * base);
}

/** Months until a request settles: 1 to 6. */
export function delayMonths(draw: TapeMonth): number {
  return 1 + Math.floor(6 * draw.delay);
}

/** Dollars a share before an issue: the opening price moved by the market's P/E and by book equity a share. */
export function sharePrice(
  peNow: number,
  peAtStart: number,
  bookEquityPerShare: number,
  bookEquityPerShareAtStart: number,
): number {
  const price = OPENING_PRICE * (peNow / peAtStart) * (bookEquityPerShare / bookEquityPerShareAtStart);
  return Math.max(LOWEST_PRICE, price);
}
