import type { Instrument } from "../../env/contract.ts";
import { type Policy, pass, raise } from "./policy.ts";

/** Asks in every month in which nothing is pending. */
export function raiseAlways(params: { instrument: Instrument; amountUsd: number }): Policy {
  return (desk) =>
    desk.opening.data.pending === null
      ? raise(desk, params.instrument, params.amountUsd, "nothing is pending")
      : pass(desk, "waits for the pending request");
}
