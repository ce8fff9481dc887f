// A month's statements from a handful of entries, by hand.
import { describe, expect, test } from "vitest";
import { ACCOUNT_IDS, ACCOUNT_INDEX, type AccountId, CHART } from "../../src/ledger/accounts.ts";
import { balanceSheet, bookEquity } from "../../src/ledger/balance-sheet.ts";
import { cashFlowStatement } from "../../src/ledger/cash-flow-statement.ts";
import { JournalEntry, OPENING_MONTH } from "../../src/ledger/entry.ts";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { Journal } from "../../src/ledger/journal.ts";

function post(journal: Journal, month: number, debit: AccountId, credit: AccountId, amountCents: number): void {
  journal.append(
    new JournalEntry(month, `${debit} to ${credit}`, [
      { account: debit, amountCents },
      { account: credit, amountCents: -amountCents },
    ]),
  );
}

function lender(): Journal {
  const journal = new Journal();
  post(journal, OPENING_MONTH, "cash", "commonStock", 10_000);
  post(journal, 0, "loans", "cash", 4_000);
  post(journal, 0, "cash", "notesPayable", 3_000);
  post(journal, 1, "billedPrincipal", "loans", 900);
  post(journal, 1, "billedInterest", "interestIncome", 500);
  post(journal, 1, "cash", "billedPrincipal", 800);
  post(journal, 1, "cash", "billedInterest", 450);
  post(journal, 1, "provision", "allowance", 120);
  post(journal, 1, "allowance", "loans", 70);
  post(journal, 1, "software", "payables", 60);
  post(journal, 1, "hosting", "payables", 40);
  post(journal, 1, "payables", "cash", 75);
  post(journal, 1, "interestExpense", "cash", 30);
  post(journal, 1, "incomeTaxExpense", "taxPayable", 52);
  post(journal, 1, "taxPayable", "cash", 20);
  post(journal, 1, "notesPayable", "cash", 1_000);
  post(journal, 1, "cash", "commonStock", 600);
  return journal;
}

describe("the income statement", () => {
  test("shows a month's revenue, margins and net income", () => {
    expect(incomeStatement(lender(), 1)).toEqual({
      month: 1,
      revenue: 500,
      provision: 120,
      grossProfit: 380,
      operatingExpenses: { customerSupport: 0, fraudAndRisk: 0, software: 60, hosting: 40, salesAndMarketing: 0 },
      operatingCost: 100,
      ebitda: 280,
      interestExpense: 30,
      pretaxIncome: 250,
      incomeTax: 52,
      netIncome: 198,
    });
  });

  test("of a month without income is empty, and none of its zeros is negative", () => {
    const { operatingExpenses, month: _month, ...rest } = incomeStatement(lender(), 0);
    for (const amount of [...Object.values(operatingExpenses), ...Object.values(rest)]) expect(amount).toBe(0);
  });
});

describe("the balance sheet", () => {
  test("balances, with net income to date as retained earnings", () => {
    expect(balanceSheet(lender(), 1)).toEqual({
      month: 1,
      cash: 9_725,
      loans: 3_030,
      allowance: 50,
      billedPrincipal: 100,
      billedInterest: 50,
      totalAssets: 12_855,
      payables: 25,
      taxPayable: 32,
      notesPayable: 2_000,
      totalLiabilities: 2_057,
      commonStock: 10_600,
      retainedEarnings: 198,
      totalEquity: 10_798,
    });
    expect(bookEquity(lender())).toBe(10_798);
  });

  test("of an earlier month knows nothing of later ones", () => {
    expect(balanceSheet(lender(), OPENING_MONTH)).toMatchObject({ cash: 10_000, totalEquity: 10_000, notesPayable: 0 });
    expect(balanceSheet(lender(), 0)).toMatchObject({ cash: 9_000, loans: 4_000, notesPayable: 3_000 });
  });
});

describe("the cash flow statement", () => {
  test("sorts cash by what it was for, and both methods agree", () => {
    expect(cashFlowStatement(lender(), 1)).toEqual({
      month: 1,
      interestCollected: 450,
      vendorsPaid: -75,
      noteInterestPaid: -30,
      taxPaid: -20,
      operating: 325,
      loansMade: 0,
      principalCollected: 800,
      investing: 800,
      equityIssued: 600,
      notesIssued: 0,
      notesRepaid: -1_000,
      financing: -400,
      netChange: 725,
      openingCash: 9_000,
      closingCash: 9_725,
      indirect: {
        netIncome: 198,
        provision: 120,
        changeInPayables: 25,
        changeInTaxPayable: 32,
        changeInBilledInterest: 50,
        operating: 325,
      },
    });
  });

  test("tells notes issued from notes repaid", () => {
    expect(cashFlowStatement(lender(), 0)).toMatchObject({ loansMade: -4_000, notesIssued: 3_000, notesRepaid: 0 });
  });

  test("refuses cash that no class of flows knows", () => {
    const journal = new Journal();
    post(journal, 0, "cash", "retainedEarnings", 5);
    expect(() => cashFlowStatement(journal, 0)).toThrow("no cash flow class for Retained Earnings");
  });
});

test("the chart has the accounts of the books, each with its own place", () => {
  expect(ACCOUNT_IDS.map((id) => CHART[id].name)).toEqual([
    "Cash",
    "Loans Receivable",
    "Allowance for Credit Losses",
    "Billed Principal Receivable",
    "Billed Interest Receivable",
    "Accounts Payable",
    "Income Tax Payable",
    "Notes Payable",
    "Common Stock and APIC",
    "Retained Earnings",
    "Interest Income",
    "Provision for Credit Losses",
    "Customer Support",
    "Fraud and Risk",
    "Software",
    "Hosting",
    "Sales and Marketing",
    "Interest Expense",
    "Income Tax Expense",
  ]);
  expect(ACCOUNT_IDS.map((id) => ACCOUNT_INDEX[id])).toEqual(ACCOUNT_IDS.map((_id, index) => index));
});
