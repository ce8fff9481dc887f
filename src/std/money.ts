// Money is an integer number of US cents inside the program and dollars at its edges.
import { assert } from "./assert.ts";

/** An integer number of US cents; safe below 2^53, that is below about 90 trillion dollars. */
export type Cents = number;

/** Rounds a computed amount half up to a whole cent. Throws when the amount is not a safe number. */
export function roundCents(amountCents: number): Cents {
  const rounded = Math.floor(amountCents + 0.5);
  assert(Number.isSafeInteger(rounded), `amount is not a safe number of cents: ${amountCents}`);
  return rounded === 0 ? 0 : rounded;
}

/** Whole cents of a dollar amount, rounded half up. */
export function centsOfUsd(amountUsd: number): Cents {
  return roundCents(amountUsd * 100);
}

/** Dollars of an amount in cents, for machine-readable edges (exact to the printed cent). */
export function usdOfCents(cents: Cents): number {
  return cents / 100;
}

/** Plain dollars with cents and no separators, as CSV files carry them: `-1234.50`. */
export function formatPlainUsd(cents: Cents): string {
  const magnitude = Math.abs(cents);
  const text = `${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

/** Dollars as people read them: `1,234.50`, negative amounts in parentheses as accountants write them. */
export function formatUsd(cents: Cents): string {
  const magnitude = Math.abs(cents);
  let text = `.${String(magnitude % 100).padStart(2, "0")}`;
  let whole = Math.floor(magnitude / 100);
  for (; whole >= 1000; whole = Math.floor(whole / 1000)) text = `,${String(whole % 1000).padStart(3, "0")}${text}`;
  text = `${whole}${text}`;
  return cents < 0 ? `(${text})` : text;
}
