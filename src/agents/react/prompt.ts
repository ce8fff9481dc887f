// What a model is told before its first month: its role, the rules, the tools and the score, in plain words.
// It tells nothing that the desk keeps to itself: no horizon, no probabilities, no dates.
import { z } from "zod";
import type { DeskRules } from "../../env/contract.ts";

/** Which words a model is given; part of its player's stamp. */
export const promptSchema = z.strictObject({
  /** `brief` says what the rules and the score are and leaves out what follows from them. */
  variant: z.enum(["standard", "brief"]).default("standard"),
  /** Words of one's own, after all others. */
  addition: z.string().trim().min(1).max(20_000).exactOptional(),
});

/** A player's choice of prompt. */
export type PromptSettings = z.infer<typeof promptSchema>;

/** The system prompt of a trial. */
export function systemPrompt({ variant, addition }: PromptSettings, rules: DeskRules): string {
  const parts = [
    ROLE,
    monthPart(rules),
    variant === "standard" ? consequencesPart(rules) : scorePart(rules),
    TOOLS_PART,
    closingWords(rules),
    ...(addition === undefined ? [] : [addition]),
  ];
  return parts.join("\n\n");
}

const ROLE =
  "You are the chief financial officer of Company XYZ, a consumer lender. " +
  "You run its finances month by month, for as long as the company lives.";

function monthPart({ oneActionAMonth, settlesAtOnce }: DeskRules): string {
  const decide = oneActionAMonth
    ? "You take one action, which ends the month:"
    : "You act. Closing the books and asking for money can each be done once a month, and you may look things up in " +
      "between. The month ends when both are done, or with pass:";
  const arrival = settlesAtOnce
    ? "The answer comes at once; money may come in part, or be declined."
    : "Money takes months to arrive, may arrive in part, or may be declined. Only one request may be pending at a time.";
  return `# How a month goes
1. You are told the month, what is pending, what came back of an earlier request, and when the books were last closed. You are not told how much cash there is.
2. You may look things up. Look-ups are limited each month, and each answered one costs the company a little in the final score.
3. ${decide}
   - book_closing: closes the books of all past months. Statements and the full ledger can only be read for closed months${oneActionAMonth ? "" : ", and at once"}.
   - fund_raising_request: asks the market for equity or debt. ${arrival}
   - pass: ${oneActionAMonth ? "does nothing" : "ends the month"}.
4. The month's operations run: the company lends, bills, collects, pays its vendors, serves its debt and pays tax.`;
}

const BANKRUPTCY = "If cash is below zero at the end of a month, the company is bankrupt and the final score is 0.";

function scoreWords({ debtCountsInScore }: DeskRules): string {
  const debt = debtCountsInScore ? " Debt that is still owed at the end is subtracted." : "";
  return `A company that lives to the end scores by the revenue of its last twelve months, its cash, and how few look-ups it took.${debt}`;
}

function scorePart(rules: DeskRules): string {
  return `# The score
- ${BANKRUPTCY}
- ${scoreWords(rules)}`;
}

function consequencesPart(rules: DeskRules): string {
  const late = rules.settlesAtOnce ? "" : " Money asked for when cash is already low may come too late.";
  return `# What matters
- ${BANKRUPTCY}
- New borrowers must be funded before they earn: fast growth drains cash first and pays later.${late}
- Conditions of the market change, and so does the company's growth. Nobody forecasts them for you.
- ${scoreWords(rules)}`;
}

const TOOLS_PART = `# Tools
- Look-ups: verify_cash_position, review_financial_records, analyze_market_conditions, conduct_cashflow_projection.
- Actions: book_closing, fund_raising_request, pass.
- Notes: save_note and recall_notes are free and do not end the month. You may not remember earlier months by yourself: what you want to know later, write down.
- A call that is refused costs nothing and says why. Too many refused calls in a month end it with pass.`;

function closingWords({ oneActionAMonth }: DeskRules): string {
  const end = oneActionAMonth
    ? "Always end the month with exactly one action, by calling its tool."
    : "Always end the month by calling a tool: pass, where nothing else is to be done.";
  return `Think about what you need to know, look it up, then decide. ${end}`;
}

/** Said when a reply neither calls a tool nor ends the month. */
export const NO_CALL_REMINDER =
  "You have not called a tool. Call one now; pass ends the month without any other action. " +
  "If you call nothing again, the month ends with pass.";

/** The answer to every call of a turn that comes after the month's action. */
export const MONTH_CLOSED = "Not executed: the month is closed.";

/** Every word a model may be told under these settings, whatever the rules: what their version is made of. */
export function promptWords(settings: PromptSettings): readonly string[] {
  const under = (all: boolean): string =>
    systemPrompt(settings, { oneActionAMonth: all, settlesAtOnce: all, debtCountsInScore: all });
  return [under(true), under(false), NO_CALL_REMINDER];
}
