// What a recorded call looked at and how it was answered, told by its name, its arguments and its answer's first words.
import type { TrialEvent } from "../../record/events.ts";
import type { Looks } from "./looks.ts";

type Call = Extract<TrialEvent, { event: "call" }>;
type Result = Extract<TrialEvent, { event: "result" }>;

/** What an information tool looks at; null for actions, notes and unknown tools. */
export function lookOf({ name }: Call): keyof Looks | null {
  return LOOKS.get(name) ?? null;
}

/** True for a call that asks the market for money, well-formed or not. */
export function isRaise({ name }: Call): boolean {
  return name === "fund_raising_request";
}

/** True for a look at what only a closing brings up to date: projections and the three statements. */
export function isLookAtBooks({ name, arguments: sent }: Call): boolean {
  if (name === "conduct_cashflow_projection") return true;
  if (name !== "review_financial_records" || typeof sent !== "object" || sent === null) return false;
  return "document" in sent && typeof sent.document === "string" && STATEMENTS.has(sent.document);
}

/** How a call came back: a request while another is pending is no refused call; after the month's end nothing counts. */
export function answerOf({ isError, text }: Result): "answered" | "refused" | "pending" | "after-the-end" {
  if (!isError) return "answered";
  if (text.startsWith("Refused: ")) return "refused";
  return text.startsWith("Request refused: ") ? "pending" : "after-the-end";
}

/** Refused calls after which a month is closed with `pass`. */
export const REFUSALS_THAT_CLOSE = 20;

const LOOKS: ReadonlyMap<string, keyof Looks> = new Map([
  ["verify_cash_position", "cash"],
  ["conduct_cashflow_projection", "projection"],
  ["review_financial_records", "documents"],
  ["analyze_market_conditions", "market"],
]);

const STATEMENTS: ReadonlySet<string> = new Set(["income_statement", "balance_sheet", "cash_flow_statement"]);
