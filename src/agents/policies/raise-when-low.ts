import type { Instrument } from "../../env/contract.ts";
import { formatUsd } from "../../std/money.ts";
import { lookAtCash, type Policy, pass, raise } from "./policy.ts";

/** Looks at cash when nothing is pending, and asks when it is strictly below the threshold. */
export function raiseWhenLow(params: { instrument: Instrument; amountUsd: number; belowCashUsd: number }): Policy {
  const threshold = `$${formatUsd(params.belowCashUsd * 100)}`;
  return (desk) => {
    if (desk.opening.data.pending !== null) return pass(desk, "waits for the pending request");
    const cash = lookAtCash(desk);
    if (cash === undefined) return pass(desk, "could not see cash");
    return cash < params.belowCashUsd
      ? raise(desk, params.instrument, params.amountUsd, `cash is below ${threshold}`)
      : pass(desk, `cash is not below ${threshold}`);
  };
}
