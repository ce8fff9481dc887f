import { z } from "zod";
import { answer, Refusal } from "../answer.ts";
import { defineTool } from "../tool.ts";

/** Closes the books through last month. */
export const closingTool = defineTool({
  name: "book_closing",
  kind: "action",
  description:
    "Action. Closes the books of all past months, so that their statements and full ledger can be read (from next " +
    "month on where the action ends the month). Allowed any time; a pending request does not block it.",
  schema: z.strictObject({}),
  answer: (_args, office) => {
    const { decisions, protocol } = office;
    if (decisions.closing) return new Refusal("the books have been closed this month already");
    decisions.closing = true;
    const through = office.month - 1;
    const what = through < 0 ? "the opening balance sheet only" : `months 0 to ${through}`;
    const readableFrom = protocol.exclusivity ? office.month + 1 : office.month;
    if (protocol.exclusivity) office.closingAtMonthEnd = through;
    else office.closedThrough = through;
    const text = `Books closed: ${what}, readable from month ${readableFrom} on.`;
    office.decisionTexts.push(text);
    return answer(text, {
      action: "book_closing",
      closed_through: through < 0 ? "opening" : through,
      readable_from_month: readableFrom,
    });
  },
});
