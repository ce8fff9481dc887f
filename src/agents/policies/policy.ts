import type { Desk, Instrument } from "../../env/contract.ts";

/** A scripted player's whole mind: decides the month at the desk and says why, in a few words. */
export type Policy = (desk: Desk) => string;

/** Ends the month without an action. */
export function pass(desk: Desk, why: string): string {
  desk.call({ name: "pass", arguments: {} });
  return why;
}

/** Asks the market for money. */
export function raise(desk: Desk, instrument: Instrument, amountUsd: number, why: string): string {
  desk.call({ name: "fund_raising_request", arguments: { instrument, amount_usd: amountUsd } });
  return why;
}

/** Today's cash in dollars; costs a look-up. Undefined when the budget refuses it. */
export function lookAtCash(desk: Desk): number | undefined {
  const { data, isError } = desk.call({ name: "verify_cash_position", arguments: {} });
  if (isError) return undefined;
  const { cash_usd: cashUsd } = data as { readonly cash_usd?: unknown };
  return typeof cashUsd === "number" ? cashUsd : undefined;
}
