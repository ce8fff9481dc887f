import { z } from "zod";
import { OPENING_MONTH } from "../../ledger/entry.ts";
import { present } from "../../std/assert.ts";
import { answer, type MonthRange, Refusal } from "../answer.ts";
import type { ToolResult } from "../contract.ts";
import { capTableDocument, fundingHistoryDocument } from "../documents/funding.ts";
import { ledgerDocument } from "../documents/ledger.ts";
import { balanceSheetDocument, cashFlowDocument, incomeStatementDocument } from "../documents/statements.ts";
import { monthRangeFields } from "../months.ts";
import { type Office, readableRange } from "../office.ts";
import { defineTool } from "../tool.ts";

const STATEMENTS = ["income_statement", "balance_sheet", "cash_flow_statement"] as const;
const CONTRACTS = [
  "vendor_contract_1",
  "vendor_contract_2",
  "vendor_contract_3",
  "vendor_contract_4",
  "vendor_contract_5",
] as const;
const DOCUMENTS = [
  "cap_table",
  "company_overview",
  "governance_approvals",
  ...STATEMENTS,
  "general_ledger",
  ...CONTRACTS,
  "funding_history",
] as const;

type Document = (typeof DOCUMENTS)[number];

/** The company's documents: statements and ledger by month, papers, funding. */
export const recordsTool = defineTool({
  name: "review_financial_records",
  kind: "information",
  description:
    "Lists or retrieves the company's documents. Statements have one column a month and reach through the last " +
    "month whose books are closed; the general ledger shows cash entries to date and all others once closed. " +
    "Uses one look-up.",
  schema: z.strictObject({
    action: z.enum(["list", "retrieve"]).describe("list: which documents there are. retrieve: read one of them."),
    document: z.exactOptional(z.enum(DOCUMENTS)).describe("The document to retrieve."),
    ...monthRangeFields,
  }),
  answer: (args, office) => {
    const months = { from_month: args.from_month, to_month: args.to_month };
    if (args.action === "list") {
      const surplus = (["document", "from_month", "to_month"] as const).find((key) => args[key] !== undefined);
      return surplus === undefined
        ? listDocuments(office)
        : new Refusal(`bad "${surplus}": "list" takes no other argument`, surplus);
    }
    if (args.document === undefined) {
      return new Refusal('missing "document": name the document to retrieve', "document");
    }
    return retrieve(args.document, months, office);
  },
});

type AskedMonths = { readonly from_month: number | undefined; readonly to_month: number | undefined };

function retrieve(document: Document, months: AskedMonths, office: Office): ToolResult | Refusal {
  if (isStatement(document)) return statement(document, months, office);
  if (document === "general_ledger") {
    const range = readableRange(months, office.month);
    return range instanceof Refusal ? range : ledgerDocument(office, range);
  }
  const surplus = (["from_month", "to_month"] as const).find((key) => months[key] !== undefined);
  if (surplus !== undefined) return new Refusal(`bad "${surplus}": ${document} has no months`, surplus);
  if (document === "cap_table") return capTableDocument(office);
  if (document === "funding_history") return fundingHistoryDocument(office);
  return paper(document, office);
}

function isStatement(document: Document): document is (typeof STATEMENTS)[number] {
  return (STATEMENTS as readonly string[]).includes(document);
}

const RENDERERS = {
  income_statement: incomeStatementDocument,
  balance_sheet: balanceSheetDocument,
  cash_flow_statement: cashFlowDocument,
};

function statement(document: (typeof STATEMENTS)[number], months: AskedMonths, office: Office): ToolResult | Refusal {
  const closed = office.lastClosedMonth;
  if (closed !== null) {
    const range = readableRange(months, closed);
    return range instanceof Refusal ? range : RENDERERS[document](office.company.journal, range);
  }
  const surplus = (["from_month", "to_month"] as const).find((key) => months[key] !== undefined);
  if (surplus !== undefined) return new Refusal(`bad "${surplus}": no month's books are closed yet`, surplus);
  if (document === "balance_sheet") {
    const opening: MonthRange = { from: 0, to: OPENING_MONTH };
    return balanceSheetDocument(office.company.journal, opening);
  }
  return answer("No month's books are closed yet. book_closing makes past months readable.", { document, months: [] });
}

function paper(document: Document, office: Office): ToolResult {
  const { papers } = office.scenario;
  if (document === "company_overview" || document === "governance_approvals") {
    return answer(papers[document], { document, text: papers[document] });
  }
  const index = (CONTRACTS as readonly string[]).indexOf(document);
  const text = present(papers.vendor_contracts[index], `no such document: ${document}`);
  return answer(text, { document, text });
}

function listDocuments(office: Office): ToolResult {
  const closed = office.lastClosedMonth;
  const entries = DOCUMENTS.map((document) => {
    if (document === "general_ledger") return { document, from_month: 0, to_month: office.month };
    if (!isStatement(document)) return { document };
    return closed === null
      ? { document, from_month: null, to_month: null }
      : { document, from_month: 0, to_month: closed };
  });
  const lines = entries.map((entry) => {
    if (!("to_month" in entry)) return entry.document;
    if (entry.to_month !== null) return `${entry.document}: months 0 to ${entry.to_month}`;
    return `${entry.document}: ${entry.document === "balance_sheet" ? "the opening one only" : "nothing closed yet"}`;
  });
  return answer(["Documents", ...lines].join("\n"), { documents: entries });
}
