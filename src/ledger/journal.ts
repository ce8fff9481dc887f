import { assert } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";
import { ACCOUNT_IDS, ACCOUNT_INDEX, type AccountId } from "./accounts.ts";
import { JournalEntry, OPENING_MONTH } from "./entry.ts";

/**
 * The book of original entry: append-only, months never go back. Balances and movements are sums of
 * entries; a mistake is corrected by another entry.
 */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  /** Index of the first entry after each month, by month + 1, for months that are over. */
  readonly #ends: number[] = [];
  /** Balances at the end of each month that is over: running sums of the entries, so that a period is one subtraction. */
  readonly #endBalances: Float64Array[] = [];
  readonly #balances = new Float64Array(ACCOUNT_IDS.length);
  #month = OPENING_MONTH;

  append(entry: JournalEntry): void {
    assert(entry instanceof JournalEntry, "only a checked entry may be posted");
    assert(entry.month >= this.#month, `entry of month ${entry.month} after month ${this.#month}`);
    while (this.#month < entry.month) {
      this.#ends.push(this.#entries.length);
      this.#endBalances.push(this.#balances.slice());
      this.#month += 1;
    }
    this.#entries.push(entry);
    for (const line of entry.lines) {
      const index = ACCOUNT_INDEX[line.account];
      const balance = (this.#balances[index] ?? 0) + line.amountCents;
      assert(Number.isSafeInteger(balance), `balance of ${line.account} is no longer exact`);
      this.#balances[index] = balance;
    }
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.length;
  }

  /** How many entries there are through the end of a month. */
  countThrough(month: number): number {
    return this.#endOf(month);
  }

  /** Today's balance: debits less credits. */
  balance(account: AccountId): Cents {
    return this.#balances[ACCOUNT_INDEX[account]] ?? 0;
  }

  /** Entries of months `from` to `to`, both included. */
  entriesBetween(from: number, to: number): readonly JournalEntry[] {
    return from > to ? [] : this.#entries.slice(this.#endOf(from - 1), this.#endOf(to));
  }

  /** Debits less credits of every account over months `from` to `to`, both included. */
  movements(from: number, to: number): Readonly<Record<AccountId, Cents>> {
    const [before, after] = [this.#balancesAt(from - 1), this.#balancesAt(to)];
    return Object.fromEntries(
      ACCOUNT_IDS.map((id, index) => [id, (after[index] ?? 0) - (before[index] ?? 0)]),
    ) as Record<AccountId, Cents>;
  }

  /** Debits less credits of an account over months `from` to `to`, both included. */
  movement(account: AccountId, from: number, to: number): Cents {
    const index = ACCOUNT_INDEX[account];
    return (this.#balancesAt(to)[index] ?? 0) - (this.#balancesAt(from - 1)[index] ?? 0);
  }

  #balancesAt(month: number): Float64Array {
    if (month < OPENING_MONTH) return NOTHING;
    return this.#endBalances[month - OPENING_MONTH] ?? this.#balances;
  }

  #endOf(month: number): number {
    if (month < OPENING_MONTH) return 0;
    return this.#ends[month - OPENING_MONTH] ?? this.#entries.length;
  }
}

const NOTHING = new Float64Array(ACCOUNT_IDS.length);
