import type { Cents } from "../std/money.ts";
import type { AccountId } from "./accounts.ts";
import type { Journal } from "./journal.ts";

/** Operating expense accounts in the order the income statement lists them. */
const OPERATING_EXPENSES = [
  "customerSupport",
  "fraudAndRisk",
  "software",
  "hosting",
  "salesAndMarketing",
] as const satisfies readonly AccountId[];

/** One month's income statement, in cents; expenses are positive amounts. */
export interface IncomeStatement {
  readonly month: number;
  readonly revenue: Cents;
  readonly provision: Cents;
  readonly grossProfit: Cents;
  readonly operatingExpenses: Readonly<Record<(typeof OPERATING_EXPENSES)[number], Cents>>;
  readonly operatingCost: Cents;
  readonly ebitda: Cents;
  readonly interestExpense: Cents;
  readonly pretaxIncome: Cents;
  readonly incomeTax: Cents;
  readonly netIncome: Cents;
}

/** The income statement of one month, realised from its entries. */
export function incomeStatement(journal: Journal, month: number): IncomeStatement {
  const sums = journal.movements(month, month);
  const revenue = 0 - sums.interestIncome;
  const grossProfit = revenue - sums.provision;
  const operatingCost = OPERATING_EXPENSES.reduce((sum, account) => sum + sums[account], 0);
  const ebitda = grossProfit - operatingCost;
  const pretaxIncome = ebitda - sums.interestExpense;
  const { customerSupport, fraudAndRisk, software, hosting, salesAndMarketing } = sums;
  return {
    month,
    revenue,
    provision: sums.provision,
    grossProfit,
    operatingExpenses: { customerSupport, fraudAndRisk, software, hosting, salesAndMarketing },
    operatingCost,
    ebitda,
    interestExpense: sums.interestExpense,
    pretaxIncome,
    incomeTax: sums.incomeTaxExpense,
    netIncome: pretaxIncome - sums.incomeTaxExpense,
  };
}
