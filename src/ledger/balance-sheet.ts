import { assert } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";
import { ACCOUNT_IDS, CHART } from "./accounts.ts";
import { OPENING_MONTH } from "./entry.ts";
import type { Journal } from "./journal.ts";

/** Balances at the end of a month, in cents; the allowance is a positive deduction. */
export interface BalanceSheet {
  readonly month: number;
  readonly cash: Cents;
  readonly loans: Cents;
  readonly allowance: Cents;
  readonly billedPrincipal: Cents;
  readonly billedInterest: Cents;
  readonly totalAssets: Cents;
  readonly payables: Cents;
  readonly taxPayable: Cents;
  readonly notesPayable: Cents;
  readonly totalLiabilities: Cents;
  readonly commonStock: Cents;
  /** Net income to date: the books have no closing entries. */
  readonly retainedEarnings: Cents;
  readonly totalEquity: Cents;
}

/** The balance sheet at the end of a month, realised from all entries so far; {@link OPENING_MONTH} gives the opening one. */
export function balanceSheet(journal: Journal, month: number): BalanceSheet {
  const sums = journal.movements(OPENING_MONTH, month);
  const allowance = 0 - sums.allowance;
  const totalAssets = sums.cash + sums.loans - allowance + sums.billedPrincipal + sums.billedInterest;
  const totalLiabilities = 0 - sums.payables - sums.taxPayable - sums.notesPayable;
  const commonStock = 0 - sums.commonStock;
  let retainedEarnings = 0 - sums.retainedEarnings;
  for (const id of ACCOUNT_IDS) {
    if (CHART[id].type === "income" || CHART[id].type === "expense") retainedEarnings -= sums[id];
  }
  const totalEquity = commonStock + retainedEarnings;
  assert(totalAssets === totalLiabilities + totalEquity, `month ${month}: the balance sheet does not balance`);
  return {
    month,
    cash: sums.cash,
    loans: sums.loans,
    allowance,
    billedPrincipal: sums.billedPrincipal,
    billedInterest: sums.billedInterest,
    totalAssets,
    payables: 0 - sums.payables,
    taxPayable: 0 - sums.taxPayable,
    notesPayable: 0 - sums.notesPayable,
    totalLiabilities,
    commonStock,
    retainedEarnings,
    totalEquity,
  };
}

/** Equity on the books today: issued capital plus net income to date. */
export function bookEquity(journal: Journal): Cents {
  let sum = 0;
  for (const id of ACCOUNT_IDS) {
    const { type } = CHART[id];
    if (type === "equity" || type === "income" || type === "expense") sum -= journal.balance(id);
  }
  return sum;
}
