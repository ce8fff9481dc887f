// What came back of a request, as the agent is told it.
import type { SettledRequest } from "../sim/company.ts";
import { centsOfUsd, formatUsd, usdOfCents } from "../std/money.ts";
import type { Settlement } from "./contract.ts";

/** The public facts of a request that came back. */
export function settlementOf(settled: SettledRequest): Settlement {
  const { request } = settled;
  if (settled.outcome === "declined") {
    return { outcome: "declined", instrument: request.instrument, requestedUsd: usdOfCents(request.askedCents) };
  }
  const amountUsd = usdOfCents(settled.amountCents);
  return settled.instrument === "equity"
    ? { outcome: "settled", instrument: "equity", amountUsd, sharePriceUsd: settled.priceUsd, shares: settled.shares }
    : { outcome: "settled", instrument: "debt", amountUsd, ratePct: settled.ratePerYear * 100 };
}

/** One sentence that says what came back. */
export function settlementText(settlement: Settlement): string {
  if (settlement.outcome === "declined") {
    return `Declined: ${settlement.instrument} request of $${formatUsd(centsOfUsd(settlement.requestedUsd))}.`;
  }
  const amount = `$${formatUsd(centsOfUsd(settlement.amountUsd))}`;
  return settlement.instrument === "equity"
    ? `Settled: equity, ${amount} received for ${settlement.shares.toLocaleString("en-US")} shares at $${settlement.sharePriceUsd.toFixed(2)}.`
    : `Settled: debt, ${amount} received as a note at ${settlement.ratePct.toFixed(2)} % a year.`;
}
