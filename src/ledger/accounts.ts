// The chart of accounts: the only accounts an entry may name.

/** Where an account stands in the statements. */
export type AccountType = "asset" | "liability" | "equity" | "income" | "expense";

interface Account {
  readonly name: string;
  readonly type: AccountType;
}

/** Every account of the company, in the order a trial balance lists them. */
export const CHART = {
  cash: { name: "Cash", type: "asset" },
  loans: { name: "Loans Receivable", type: "asset" },
  // A contra asset: its balance is a credit and reduces the loans.
  allowance: { name: "Allowance for Credit Losses", type: "asset" },
  billedPrincipal: { name: "Billed Principal Receivable", type: "asset" },
  billedInterest: { name: "Billed Interest Receivable", type: "asset" },
  payables: { name: "Accounts Payable", type: "liability" },
  taxPayable: { name: "Income Tax Payable", type: "liability" },
  notesPayable: { name: "Notes Payable", type: "liability" },
  commonStock: { name: "Common Stock and APIC", type: "equity" },
  retainedEarnings: { name: "Retained Earnings", type: "equity" },
  interestIncome: { name: "Interest Income", type: "income" },
  provision: { name: "Provision for Credit Losses", type: "expense" },
  customerSupport: { name: "Customer Support", type: "expense" },
  fraudAndRisk: { name: "Fraud and Risk", type: "expense" },
  software: { name: "Software", type: "expense" },
  hosting: { name: "Hosting", type: "expense" },
  salesAndMarketing: { name: "Sales and Marketing", type: "expense" },
  interestExpense: { name: "Interest Expense", type: "expense" },
  incomeTaxExpense: { name: "Income Tax Expense", type: "expense" },
} as const satisfies Record<string, Account>;

/** The key of an account in {@link CHART}. */
export type AccountId = keyof typeof CHART;

/** All account keys in chart order. */
export const ACCOUNT_IDS = Object.keys(CHART) as readonly AccountId[];

/** Position of an account in arrays of balances. */
export const ACCOUNT_INDEX = Object.fromEntries(ACCOUNT_IDS.map((id, index) => [id, index])) as Readonly<
  Record<AccountId, number>
>;
