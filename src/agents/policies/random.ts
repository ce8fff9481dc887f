import type { Desk, ToolCall } from "../../env/contract.ts";
import type { Uniform } from "../../std/random.ts";
import { type Policy, pass, raise } from "./policy.ts";

const LOOKS: readonly ToolCall[] = [
  { name: "verify_cash_position", arguments: {} },
  { name: "review_financial_records", arguments: { action: "retrieve", document: "balance_sheet" } },
  { name: "review_financial_records", arguments: { action: "retrieve", document: "funding_history" } },
  { name: "analyze_market_conditions", arguments: { indicators: ["vix", "sofr", "industry_user_growth"] } },
];

/** Looks at random things, then takes a random action. */
export function randomly(params: { maxLooks: number; maxAmountUsd: number }, uniform: Uniform): Policy {
  const below = (count: number): number => Math.floor(uniform() * count);
  return (desk: Desk) => {
    for (let left = below(params.maxLooks + 1); left > 0; left -= 1) {
      const look = LOOKS[below(LOOKS.length)];
      if (look !== undefined) desk.call(look);
    }
    const action = below(4);
    if (action === 0) {
      desk.call({ name: "book_closing", arguments: {} });
      return "closes the books at random";
    }
    if (action === 1) {
      const amountUsd = 1 + below(params.maxAmountUsd);
      return raise(desk, below(2) === 0 ? "equity" : "debt", amountUsd, "asks at random");
    }
    return pass(desk, "passes at random");
  };
}
