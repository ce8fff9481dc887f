import type { Instrument } from "../../env/contract.ts";
import { type Policy, pass, raise } from "./policy.ts";

/** Asks once, in one month, and does not repeat a declined request. */
export function raiseOnce(params: { instrument: Instrument; amountUsd: number; month: number }): Policy {
  return (desk) =>
    desk.opening.data.month === params.month
      ? raise(desk, params.instrument, params.amountUsd, `asks once, in month ${params.month}`)
      : pass(desk, "has had its one request");
}
