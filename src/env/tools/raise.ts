import { z } from "zod";
import type { SettledRequest } from "../../sim/company.ts";
import { centsOfUsd, formatUsd, usdOfCents } from "../../std/money.ts";
import { answer, Refusal } from "../answer.ts";
import type { ToolResult } from "../contract.ts";
import { amountUsd, instrument } from "../funding-fields.ts";
import type { Office } from "../office.ts";
import { settlementOf, settlementText } from "../settlement.ts";
import { defineTool } from "../tool.ts";

/** Asks the market for equity or debt. */
export const raiseTool = defineTool({
  name: "fund_raising_request",
  kind: "action",
  description:
    "Action. Asks the market for equity or debt. A request may be declined, and what arrives may be less than what " +
    "was asked. One request may be pending at a time: another one meanwhile is refused, and spent all the same.",
  schema: z.strictObject({ instrument, amount_usd: amountUsd }),
  answer: (args, office) => {
    const { decisions, company, month } = office;
    if (decisions.request !== "none") return new Refusal("a request has been made this month already");
    const { pending } = company;
    if (pending !== null) return refusedWhilePending(office, pending);
    decisions.request = "made";
    const askedCents = centsOfUsd(args.amount_usd);
    const rate = args.instrument === "debt" ? company.indicativeRate(month) : null;
    const settled = company.request(month, args.instrument, askedCents);
    return requestAnswer(office, args.instrument, askedCents, rate, settled);
  },
});

function refusedWhilePending(office: Office, pending: { instrument: string; month: number }): ToolResult {
  office.decisions.request = "refused";
  const text =
    `Request refused: the ${pending.instrument} request of month ${pending.month} is still pending, and only one may be. ` +
    `This month's ${office.protocol.exclusivity ? "action" : "request"} is spent.`;
  office.decisionTexts.push(text);
  const stillPending = { instrument: pending.instrument, since_month: pending.month };
  return { text, data: { action: "fund_raising_request", refused: "pending", pending: stillPending }, isError: true };
}

function requestAnswer(
  office: Office,
  kind: "equity" | "debt",
  askedCents: number,
  rate: number | null,
  settled: SettledRequest | null,
): ToolResult {
  const indication = rate === null ? "" : ` Indicated rate: ${(rate * 100).toFixed(2)} % a year, fixed at settlement.`;
  const outcome = settled === null ? " It is pending." : ` ${settlementText(settlementOf(settled))}`;
  const text = `Request made: ${kind}, $${formatUsd(askedCents)}.${indication}${outcome}`;
  office.decisionTexts.push(text);
  return answer(text, {
    action: "fund_raising_request",
    instrument: kind,
    amount_usd: usdOfCents(askedCents),
    indicated_rate_pct: rate === null ? null : rate * 100,
    settlement: settled === null ? null : { ...settlementOf(settled) },
  });
}
