import { assert } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";
import type { AccountId } from "./accounts.ts";

/** One side of an entry: a debit is positive, a credit negative. */
export interface Line {
  readonly account: AccountId;
  readonly amountCents: Cents;
}

/** The month of the opening entry, which stands before month 0. */
export const OPENING_MONTH = -1;

/**
 * A journal entry: at least two lines whose debits equal their credits to the cent.
 * Whoever builds one goes through the constructor, which checks: an unbalanced entry cannot exist.
 */
export class JournalEntry {
  readonly month: number;
  readonly memo: string;
  readonly lines: readonly Line[];

  /** Lines of zero are dropped; throws when what remains does not balance or has fewer than two lines. */
  constructor(month: number, memo: string, lines: readonly Line[]) {
    const kept = lines.filter((line) => line.amountCents !== 0);
    let sum = 0;
    for (const line of kept) {
      assert(Number.isSafeInteger(line.amountCents), `${memo}: not a whole number of cents: ${line.amountCents}`);
      sum += line.amountCents;
    }
    assert(sum === 0, `${memo}: debits and credits differ by ${sum} cents`);
    assert(kept.length >= 2, `${memo}: an entry needs at least two lines`);
    assert(Number.isInteger(month) && month >= OPENING_MONTH, `${memo}: not a month: ${month}`);
    this.month = month;
    this.memo = memo;
    this.lines = Object.freeze(kept.map((line) => Object.freeze({ ...line })));
    Object.freeze(this);
  }

  /** The entry's effect on an account: debits less credits. */
  amountOn(account: AccountId): Cents {
    let sum = 0;
    for (const line of this.lines) if (line.account === account) sum += line.amountCents;
    return sum;
  }
}
