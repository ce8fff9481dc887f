// The statements of the last closed months, short enough to be read beside a story.
import { balanceSheetDocument, cashFlowDocument, incomeStatementDocument } from "../env/documents/statements.ts";
import type { Episode } from "../env/episode.ts";

/** Statement lines over a few months; money in dollars. */
export interface ClosedBooks {
  /** The last month that was closed; -1 where only the opening balance sheet was. */
  readonly through: number;
  /** `opening` or a month's index, one a column. */
  readonly columns: readonly string[];
  readonly lines: readonly BookLine[];
}

/** One line of the statements, or a heading, which has no amounts. */
export interface BookLine {
  readonly name: string;
  readonly amountsUsd: readonly (number | null)[];
}

type Journal = Episode["company"]["journal"];
type Statement = (journal: Journal, range: { from: number; to: number }) => { readonly data: unknown };

const SHOWN_MONTHS = 3;

const LINES: readonly (readonly [name: string, statement?: Statement, key?: string])[] = [
  ["Income statement"],
  ["Revenue", incomeStatementDocument, "revenue_usd"],
  ["Provision for losses", incomeStatementDocument, "provision_usd"],
  ["Operating costs", incomeStatementDocument, "operating_cost_usd"],
  ["Interest on notes", incomeStatementDocument, "interest_expense_usd"],
  ["Income tax", incomeStatementDocument, "income_tax_usd"],
  ["Net income", incomeStatementDocument, "net_income_usd"],
  ["Balance sheet"],
  ["Cash", balanceSheetDocument, "cash_usd"],
  ["Loans receivable", balanceSheetDocument, "loans_usd"],
  ["Allowance for losses", balanceSheetDocument, "allowance_usd"],
  ["Total assets", balanceSheetDocument, "total_assets_usd"],
  ["Notes payable", balanceSheetDocument, "notes_payable_usd"],
  ["Total liabilities", balanceSheetDocument, "total_liabilities_usd"],
  ["Total equity", balanceSheetDocument, "total_equity_usd"],
  ["Cash flow statement"],
  ["Operating", cashFlowDocument, "operating_usd"],
  ["Investing", cashFlowDocument, "investing_usd"],
  ["Financing", cashFlowDocument, "financing_usd"],
  ["Change in cash", cashFlowDocument, "net_change_usd"],
];

/** The books closed through a month; -1 stands for the opening balance sheet alone. */
export function closedBooks(journal: Journal, through: number): ClosedBooks {
  const to = Math.max(0, through);
  const from = Math.max(0, through - SHOWN_MONTHS + 1);
  const months = through < 0 ? [] : Array.from({ length: through - from + 1 }, (_, index) => from + index);
  // From the start of the game on, the opening balance sheet stands before the first month.
  const hasOpening = from === 0;
  const lines = LINES.map(([name, statement, key]): BookLine => {
    if (statement === undefined || key === undefined) return { name, amountsUsd: [] };
    const values = valuesOf(statement(journal, { from, to }).data, key);
    const opening = statement === balanceSheetDocument ? values.slice(0, 1) : [null];
    const monthly = statement === balanceSheetDocument && hasOpening ? values.slice(1) : values;
    return { name, amountsUsd: [...(hasOpening ? opening : []), ...monthly.slice(0, months.length)] };
  });
  return { through, columns: [...(hasOpening ? ["opening"] : []), ...months.map((month) => `m${month}`)], lines };
}

function valuesOf(data: unknown, key: string): readonly (number | null)[] {
  const values = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[key] : undefined;
  return Array.isArray(values) ? (values as (number | null)[]) : [];
}
