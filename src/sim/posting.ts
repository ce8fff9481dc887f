// The month's amounts as journal entries.
import type { AccountId } from "../ledger/accounts.ts";
import { JournalEntry, type Line, OPENING_MONTH } from "../ledger/entry.ts";
import type { Journal } from "../ledger/journal.ts";
import { type Cents, roundCents } from "../std/money.ts";
import type { MonthAmounts } from "./operations.ts";

/** Shares of the month's operating cost by vendor; the last vendor takes the rounding. */
const COST_SHARES = [
  ["customerSupport", 0.24],
  ["fraudAndRisk", 0.18],
  ["software", 0.16],
  ["hosting", 0.14],
  ["salesAndMarketing", undefined],
] as const satisfies readonly (readonly [AccountId, number | undefined])[];

/** Opening balances in cents: $15M cash, 5,000 loans of $10,000, a $2M allowance, $63M of issued capital. */
export const OPENING_BALANCES = {
  cash: 1_500_000_000,
  loans: 5_000_000_000,
  allowance: 200_000_000,
  commonStock: 6_300_000_000,
} as const;

/** Posts the opening entry. */
export function postOpening(journal: Journal): void {
  journal.append(
    new JournalEntry(OPENING_MONTH, "Opening balances", [
      { account: "cash", amountCents: OPENING_BALANCES.cash },
      { account: "loans", amountCents: OPENING_BALANCES.loans },
      { account: "allowance", amountCents: -OPENING_BALANCES.allowance },
      { account: "commonStock", amountCents: -OPENING_BALANCES.commonStock },
    ]),
  );
}

/** Posts a month of operations. */
export function postMonth(journal: Journal, amounts: MonthAmounts): void {
  const post = (memo: string, debit: AccountId, credit: AccountId, cents: Cents): void => {
    postPair(journal, amounts.month, memo, debit, credit, cents);
  };
  post("Loans funded", "loans", "cash", amounts.lending);
  post("Principal billed", "billedPrincipal", "loans", amounts.principalBilled);
  post("Interest billed", "billedInterest", "interestIncome", amounts.interestBilled);
  post("Principal collected", "cash", "billedPrincipal", amounts.principalCollected);
  post("Interest collected", "cash", "billedInterest", amounts.interestCollected);
  post("Provision for credit losses", "provision", "allowance", amounts.provision);
  post("Loans charged off", "allowance", "loans", amounts.chargeOff);
  postCost(journal, amounts);
  post("Vendors paid", "payables", "cash", amounts.costPaid);
  post("Interest paid on notes", "interestExpense", "cash", amounts.noteInterest);
  post("Notes repaid", "notesPayable", "cash", amounts.notesRepaid);
  post("Income tax accrued", "incomeTaxExpense", "taxPayable", amounts.taxAccrued);
  post("Income tax paid", "taxPayable", "cash", amounts.taxPaid);
}

/** Posts money raised: issued shares or a note. */
export function postRaise(journal: Journal, month: number, instrument: "equity" | "debt", cents: Cents): void {
  if (instrument === "equity") postPair(journal, month, "Equity issued", "cash", "commonStock", cents);
  else postPair(journal, month, "Note issued", "cash", "notesPayable", cents);
}

function postPair(
  journal: Journal,
  month: number,
  memo: string,
  debit: AccountId,
  credit: AccountId,
  amountCents: Cents,
): void {
  if (amountCents === 0) return;
  journal.append(
    new JournalEntry(month, memo, [
      { account: debit, amountCents },
      { account: credit, amountCents: -amountCents },
    ]),
  );
}

function postCost(journal: Journal, amounts: MonthAmounts): void {
  if (amounts.costAccrued === 0) return;
  const lines: Line[] = [];
  let rest = amounts.costAccrued;
  for (const [account, share] of COST_SHARES) {
    const amountCents = share === undefined ? rest : roundCents(amounts.costAccrued * share);
    rest -= amountCents;
    lines.push({ account, amountCents });
  }
  lines.push({ account: "payables", amountCents: -amounts.costAccrued });
  journal.append(new JournalEntry(amounts.month, "Vendor services accrued", lines));
}
