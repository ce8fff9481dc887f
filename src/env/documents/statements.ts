// The three statements as documents: one column a month, through the last closing of the books.

import { type BalanceSheet, balanceSheet } from "../../ledger/balance-sheet.ts";
import { type CashFlowStatement, cashFlowStatement } from "../../ledger/cash-flow-statement.ts";
import { OPENING_MONTH } from "../../ledger/entry.ts";
import { type IncomeStatement, incomeStatement } from "../../ledger/income-statement.ts";
import type { Journal } from "../../ledger/journal.ts";
import { type Cents, usdOfCents } from "../../std/money.ts";
import { type MonthlyAnswer, type MonthRange, withinLimit } from "../answer.ts";
import type { ToolResult } from "../contract.ts";
import { fixedText, moneyCells, renderColumns, type TableRow } from "./columns.ts";

type Line<S> = readonly [label: string, key: string, cents: (statement: S) => Cents];
type Heading = readonly [heading: string];

const INCOME: readonly (Line<IncomeStatement> | Heading)[] = [
  ["Interest income (revenue)", "revenue_usd", (s) => s.revenue],
  ["Provision for credit losses", "provision_usd", (s) => 0 - s.provision],
  ["Gross profit", "gross_profit_usd", (s) => s.grossProfit],
  ["Customer Support", "customer_support_usd", (s) => 0 - s.operatingExpenses.customerSupport],
  ["Fraud and Risk", "fraud_and_risk_usd", (s) => 0 - s.operatingExpenses.fraudAndRisk],
  ["Software", "software_usd", (s) => 0 - s.operatingExpenses.software],
  ["Hosting", "hosting_usd", (s) => 0 - s.operatingExpenses.hosting],
  ["Sales and Marketing", "sales_and_marketing_usd", (s) => 0 - s.operatingExpenses.salesAndMarketing],
  ["Total operating costs", "operating_cost_usd", (s) => 0 - s.operatingCost],
  ["EBITDA", "ebitda_usd", (s) => s.ebitda],
  ["Interest expense", "interest_expense_usd", (s) => 0 - s.interestExpense],
  ["Income before tax", "pretax_income_usd", (s) => s.pretaxIncome],
  ["Income tax", "income_tax_usd", (s) => 0 - s.incomeTax],
  ["Net income", "net_income_usd", (s) => s.netIncome],
];

const BALANCE: readonly (Line<BalanceSheet> | Heading)[] = [
  ["ASSETS"],
  ["Cash", "cash_usd", (s) => s.cash],
  ["Loans Receivable", "loans_usd", (s) => s.loans],
  ["Allowance for Credit Losses", "allowance_usd", (s) => 0 - s.allowance],
  ["Billed Principal Receivable", "billed_principal_usd", (s) => s.billedPrincipal],
  ["Billed Interest Receivable", "billed_interest_usd", (s) => s.billedInterest],
  ["Total assets", "total_assets_usd", (s) => s.totalAssets],
  ["LIABILITIES"],
  ["Accounts Payable", "payables_usd", (s) => s.payables],
  ["Income Tax Payable", "tax_payable_usd", (s) => s.taxPayable],
  ["Notes Payable", "notes_payable_usd", (s) => s.notesPayable],
  ["Total liabilities", "total_liabilities_usd", (s) => s.totalLiabilities],
  ["EQUITY"],
  ["Common Stock and APIC", "common_stock_usd", (s) => s.commonStock],
  ["Retained Earnings (net income to date)", "retained_earnings_usd", (s) => s.retainedEarnings],
  ["Total equity", "total_equity_usd", (s) => s.totalEquity],
  ["Total liabilities and equity", "total_liabilities_and_equity_usd", (s) => s.totalLiabilities + s.totalEquity],
];

const CASH_FLOW: readonly (Line<CashFlowStatement> | Heading)[] = [
  ["OPERATING"],
  ["Interest collected", "interest_collected_usd", (s) => s.interestCollected],
  ["Vendors paid", "vendors_paid_usd", (s) => s.vendorsPaid],
  ["Interest paid on notes", "note_interest_paid_usd", (s) => s.noteInterestPaid],
  ["Income tax paid", "tax_paid_usd", (s) => s.taxPaid],
  ["Net cash from operating", "operating_usd", (s) => s.operating],
  ["INVESTING"],
  ["Loans made", "loans_made_usd", (s) => s.loansMade],
  ["Principal collected", "principal_collected_usd", (s) => s.principalCollected],
  ["Net cash from investing", "investing_usd", (s) => s.investing],
  ["FINANCING"],
  ["Equity issued", "equity_issued_usd", (s) => s.equityIssued],
  ["Notes issued", "notes_issued_usd", (s) => s.notesIssued],
  ["Notes repaid", "notes_repaid_usd", (s) => s.notesRepaid],
  ["Net cash from financing", "financing_usd", (s) => s.financing],
  ["Change in cash", "net_change_usd", (s) => s.netChange],
  ["Opening cash", "opening_cash_usd", (s) => s.openingCash],
  ["Closing cash", "closing_cash_usd", (s) => s.closingCash],
  ["INDIRECT METHOD"],
  ["Net income", "net_income_usd", (s) => s.indirect.netIncome],
  ["Provision for credit losses", "provision_usd", (s) => s.indirect.provision],
  ["Increase in payables", "increase_in_payables_usd", (s) => s.indirect.changeInPayables],
  ["Increase in tax payable", "increase_in_tax_payable_usd", (s) => s.indirect.changeInTaxPayable],
  [
    "Less increase in billed interest",
    "less_increase_in_billed_interest_usd",
    (s) => 0 - s.indirect.changeInBilledInterest,
  ],
  ["Net cash from operating", "indirect_operating_usd", (s) => s.indirect.operating],
];

/** The income statement of each month in the range, with both margins. */
export function incomeStatementDocument(journal: Journal, range: MonthRange): ToolResult {
  return withinLimit(range, (to) => {
    const statements = monthsOf(range.from, to).map((month) => incomeStatement(journal, month));
    const margins = {
      gross_margin_pct: statements.map((s) => percentOf(s.grossProfit, s.revenue)),
      ebitda_margin_pct: statements.map((s) => percentOf(s.ebitda, s.revenue)),
    };
    const rows: TableRow[] = [
      { label: "Gross margin %", cells: margins.gross_margin_pct.map(percentText) },
      { label: "EBITDA margin %", cells: margins.ebitda_margin_pct.map(percentText) },
    ];
    return statementAnswer("income_statement", "Income statement (USD)", statements, INCOME, rows, margins);
  });
}

/** The balance sheet at the end of each month in the range; from month 0 on, the opening one comes first. */
export function balanceSheetDocument(journal: Journal, range: MonthRange): ToolResult {
  const from = range.from === 0 ? OPENING_MONTH : range.from;
  return withinLimit(range, (to) => {
    const statements = monthsOf(from, to).map((month) => balanceSheet(journal, month));
    return statementAnswer("balance_sheet", "Balance sheet (USD)", statements, BALANCE, [], {});
  });
}

/** The cash flow statement of each month in the range, by both methods. */
export function cashFlowDocument(journal: Journal, range: MonthRange): ToolResult {
  return withinLimit(range, (to) => {
    const statements = monthsOf(range.from, to).map((month) => cashFlowStatement(journal, month));
    return statementAnswer("cash_flow_statement", "Cash flow statement (USD)", statements, CASH_FLOW, [], {});
  });
}

function statementAnswer<S extends { readonly month: number }>(
  document: string,
  title: string,
  statements: readonly S[],
  lines: readonly (Line<S> | Heading)[],
  extraRows: readonly TableRow[],
  extraData: Readonly<Record<string, readonly (number | null)[]>>,
): MonthlyAnswer {
  const rows: TableRow[] = [];
  const values: Record<string, readonly number[]> = {};
  for (const [label, key, cents] of lines) {
    if (key === undefined || cents === undefined) {
      rows.push({ label, cells: [] });
      continue;
    }
    const amounts = statements.map(cents);
    rows.push({ label, cells: moneyCells(amounts) });
    values[key] = amounts.map(usdOfCents);
  }
  const months = statements.map((s) => (s.month === OPENING_MONTH ? "opening" : s.month));
  const headings = months.map((month) => (month === "opening" ? month : `m${month}`));
  const text = `${title}\n${renderColumns(headings, [...rows, ...extraRows])}`;
  return { text, data: { document, months, ...values, ...extraData } };
}

function monthsOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function percentOf(part: Cents, whole: Cents): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

function percentText(value: number | null): string {
  return value === null ? "n/a" : fixedText(value, 2);
}
