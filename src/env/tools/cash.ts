import { z } from "zod";
import { formatUsd, usdOfCents } from "../../std/money.ts";
import { answer } from "../answer.ts";
import { defineTool } from "../tool.ts";

/** Today's cash, one number. */
export const cashTool = defineTool({
  name: "verify_cash_position",
  kind: "information",
  description: "Returns today's cash balance in US dollars. Uses one look-up.",
  schema: z.strictObject({}),
  answer: (_args, office) =>
    answer(`Cash today: $${formatUsd(office.company.cash)}`, { cash_usd: usdOfCents(office.company.cash) }),
});
