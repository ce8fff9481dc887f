// What killed a company: ordered rules over its life, the first that holds names the cause.
import { present } from "../../std/assert.ts";
import type { Attempt } from "./attempt.ts";
import type { Life, LivedMonth } from "./life.ts";

/** Every cause, in the order in which reports list them. */
export const CAUSES = [
  "never-raised",
  "raised-too-late",
  "raised-too-little",
  "stopped-raising",
  "declined",
  "debt-service",
  "never-decided",
  "invalid-arguments",
  "books-never-closed",
] as const;

/** What killed a company. */
export type Cause = (typeof CAUSES)[number];

/** Each cause in words, for tables. */
export const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  "never-raised": "never raised",
  "raised-too-late": "raised too late",
  "raised-too-little": "raised too little",
  "stopped-raising": "stopped raising",
  declined: "declined by the market",
  "debt-service": "debt service",
  "never-decided": "never decided",
  "invalid-arguments": "invalid arguments",
  "books-never-closed": "books never closed",
};

/** How slowly the market answers under the trial's protocol, in months at most. */
export interface CauseOptions {
  readonly slowestAnswerMonths: number;
}

/**
 * The cause of a bankrupt company's death. Two terms: its *last year* is its last 12 months on record; its *last
 * spell* is the time since money last arrived (its whole life where none did). The first rule that holds counts:
 *
 * 1. `debt-service`: interest and principal paid in the last year were at least half of the own cash lost in it.
 * 2. Where no request was ever made:
 *    1. `never-decided`: at least half of its months were closed for it, and not by refused calls;
 *    2. `invalid-arguments`: it tried to raise and was refused for its arguments, or at least half of its months were
 *       closed by refused calls;
 *    3. `books-never-closed`: it never closed the books and yet looked at what rests on them (projections,
 *       statements) in at least half of its months, and at cash in fewer: it judged by an opening balance;
 *    4. `never-raised`: anything else.
 * 3. `raised-too-late`: the first request of the last spell came with less time left than two slow answers take (12
 *    months with delay, none without), although the player could have asked half of that earlier.
 * 4. `raised-too-little`: no request ever was for half of the own cash lost in the last year.
 * 5. Where no request was made in the last spell: `never-decided` or `invalid-arguments` by the rules of 2 over the
 *    spell's months, else `stopped-raising`.
 * 6. `declined`: a request of the last spell was declined.
 * 7. `raised-too-late`: the last request was still pending.
 */
export function causeOf(life: Life, { slowestAnswerMonths }: CauseOptions): Cause {
  const { months, attempts } = life;
  const loss = lossOfLastYear(months);
  const service = serviceOfLastYear(months);
  if (service > 0 && service * 2 >= loss) return "debt-service";
  if (attempts.length === 0) return causeWithoutRequest(months) ?? "never-raised";
  const spell = lastSpell(life);
  if (cameTooLate(spell, months, slowestAnswerMonths)) return "raised-too-late";
  const largest = Math.max(...attempts.map(({ requestedCents }) => requestedCents));
  if (largest * 2 < loss) return "raised-too-little";
  const lived = months.filter(({ month }) => month >= spell.from);
  if (spell.attempts.length === 0) return undecidedOrInvalid(lived) ?? "stopped-raising";
  return spell.attempts.some(({ outcome }) => outcome === "declined") ? "declined" : "raised-too-late";
}

const LAST_YEAR_MONTHS = 12;

/** Own cash lost over the last year. Never below the cash that was there: the company is bankrupt. */
function lossOfLastYear(months: readonly LivedMonth[]): number {
  const last = present(months.at(-1), "a bankrupt company lived a month");
  const before = months.at(-1 - LAST_YEAR_MONTHS) ?? months[0] ?? last;
  return before.ownCash - last.ownCash;
}

function serviceOfLastYear(months: readonly LivedMonth[]): number {
  return months.slice(-LAST_YEAR_MONTHS).reduce((sum, { debtService }) => sum + debtService, 0);
}

function causeWithoutRequest(months: readonly LivedMonth[]): Cause | null {
  const named = undecidedOrInvalid(months);
  if (named !== null) return named;
  const neverClosed = months.every(({ closedThrough }) => closedThrough === null);
  const atBooks = months.filter(({ looksAtBooks }) => looksAtBooks > 0).length;
  const atCash = months.filter(({ looksAtCash }) => looksAtCash > 0).length;
  return neverClosed && isHalf(atBooks, months) && atCash < atBooks ? "books-never-closed" : null;
}

function undecidedOrInvalid(months: readonly LivedMonth[]): Cause | null {
  const byRefusals = months.filter(({ wasClosedByRefusals }) => wasClosedByRefusals).length;
  const forced = months.filter(({ wasForced }) => wasForced).length;
  if (isHalf(forced - byRefusals, months)) return "never-decided";
  const triedToRaise = months.some(({ refusedRaises }) => refusedRaises > 0);
  return triedToRaise || isHalf(byRefusals, months) ? "invalid-arguments" : null;
}

function isHalf(count: number, months: readonly LivedMonth[]): boolean {
  return count > 0 && count * 2 >= months.length;
}

interface Spell {
  /** The month in which money last arrived, or 0. */
  readonly from: number;
  /** The requests made since, none of which was granted. */
  readonly attempts: readonly Attempt[];
}

function lastSpell({ attempts }: Life): Spell {
  const lastArrival = attempts.findLastIndex(({ outcome }) => outcome === "settled");
  return { from: attempts[lastArrival]?.answeredMonth ?? 0, attempts: attempts.slice(lastArrival + 1) };
}

function cameTooLate({ from, attempts }: Spell, months: readonly LivedMonth[], slowestAnswerMonths: number): boolean {
  const [first] = attempts;
  const death = months.at(-1)?.month;
  if (first === undefined || death === undefined) return false;
  return death - first.month < 2 * slowestAnswerMonths && first.month - from >= slowestAnswerMonths;
}
