import { assert } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";
import { type AccountId, CHART } from "./accounts.ts";
import { OPENING_MONTH } from "./entry.ts";
import { incomeStatement } from "./income-statement.ts";
import type { Journal } from "./journal.ts";

/** One month's cash flows by both methods, in cents; inflows positive. */
export interface CashFlowStatement {
  readonly month: number;
  readonly interestCollected: Cents;
  readonly vendorsPaid: Cents;
  readonly noteInterestPaid: Cents;
  readonly taxPaid: Cents;
  readonly operating: Cents;
  readonly loansMade: Cents;
  readonly principalCollected: Cents;
  readonly investing: Cents;
  readonly equityIssued: Cents;
  readonly notesIssued: Cents;
  readonly notesRepaid: Cents;
  readonly financing: Cents;
  readonly netChange: Cents;
  readonly openingCash: Cents;
  readonly closingCash: Cents;
  readonly indirect: {
    readonly netIncome: Cents;
    readonly provision: Cents;
    readonly changeInPayables: Cents;
    readonly changeInTaxPayable: Cents;
    readonly changeInBilledInterest: Cents;
    readonly operating: Cents;
  };
}

/** The cash flow statement of one month. Throws when the two methods or the cash account disagree. */
export function cashFlowStatement(journal: Journal, month: number): CashFlowStatement {
  const flows = cashByCounterAccount(journal, month);
  const operating = flows.interestCollected + flows.vendorsPaid + flows.noteInterestPaid + flows.taxPaid;
  const investing = flows.loansMade + flows.principalCollected;
  const financing = flows.equityIssued + flows.notesIssued + flows.notesRepaid;
  const openingCash = journal.movement("cash", OPENING_MONTH, month - 1);
  const netChange = operating + investing + financing;
  const indirect = indirectOperating(journal, month);
  assert(indirect.operating === operating, `month ${month}: the two cash flow methods differ`);
  assert(netChange === journal.movement("cash", month, month), `month ${month}: cash flows miss the cash account`);
  return {
    month,
    ...flows,
    operating,
    investing,
    financing,
    netChange,
    openingCash,
    closingCash: openingCash + netChange,
    indirect,
  };
}

type DirectFlows = Pick<
  CashFlowStatement,
  | "interestCollected"
  | "vendorsPaid"
  | "noteInterestPaid"
  | "taxPaid"
  | "loansMade"
  | "principalCollected"
  | "equityIssued"
  | "notesIssued"
  | "notesRepaid"
>;

/** Which flow a cash entry is, told by the account on its other side. */
function flowOf(counter: AccountId, cash: Cents): keyof DirectFlows {
  switch (counter) {
    case "billedInterest":
      return "interestCollected";
    case "payables":
      return "vendorsPaid";
    case "interestExpense":
      return "noteInterestPaid";
    case "taxPayable":
      return "taxPaid";
    case "loans":
      return "loansMade";
    case "billedPrincipal":
      return "principalCollected";
    case "commonStock":
      return "equityIssued";
    case "notesPayable":
      return cash > 0 ? "notesIssued" : "notesRepaid";
    default:
      throw new Error(`no cash flow class for ${CHART[counter].name}`);
  }
}

function cashByCounterAccount(journal: Journal, month: number): DirectFlows {
  const flows = {
    interestCollected: 0,
    vendorsPaid: 0,
    noteInterestPaid: 0,
    taxPaid: 0,
    loansMade: 0,
    principalCollected: 0,
    equityIssued: 0,
    notesIssued: 0,
    notesRepaid: 0,
  };
  for (const entry of journal.entriesBetween(month, month)) {
    const cash = entry.amountOn("cash");
    if (cash === 0) continue;
    for (const line of entry.lines) {
      if (line.account !== "cash") flows[flowOf(line.account, cash)] -= line.amountCents;
    }
  }
  return flows;
}

function indirectOperating(journal: Journal, month: number): CashFlowStatement["indirect"] {
  const { netIncome, provision } = incomeStatement(journal, month);
  const changeInPayables = 0 - journal.movement("payables", month, month);
  const changeInTaxPayable = 0 - journal.movement("taxPayable", month, month);
  const changeInBilledInterest = journal.movement("billedInterest", month, month);
  return {
    netIncome,
    provision,
    changeInPayables,
    changeInTaxPayable,
    changeInBilledInterest,
    operating: netIncome + provision + changeInPayables + changeInTaxPayable - changeInBilledInterest,
  };
}
