// What the agent is told when a month opens: never cash, the regime, or (unless disclosed) the horizon.
import { formatUsd, usdOfCents } from "../std/money.ts";
import type { Opening, OpeningData, Settlement } from "./contract.ts";
import type { Office } from "./office.ts";
import { settlementText } from "./settlement.ts";

/** The opening message of the office's month. */
export function openingOf(office: Office, settlement: Settlement | null): Opening {
  const { company, protocol, month } = office;
  const { pending } = company;
  const data: OpeningData = {
    month,
    label: office.macro(month).label,
    callsLeft: protocol.toolBudget,
    closedThrough: office.lastClosedMonth,
    pending:
      pending === null
        ? null
        : { instrument: pending.instrument, amountUsd: usdOfCents(pending.askedCents), sinceMonth: pending.month },
    settlement,
    // A copy: what a player does to the message must not reach the office.
    lastDecision: office.lastDecision === null ? null : { ...office.lastDecision },
    notesSaved: office.notes.size,
    ...(protocol.discloseHorizon ? { lastMonth: protocol.horizon - 1 } : {}),
  };
  return { text: linesOf(data, office).join("\n"), data };
}

function linesOf(data: OpeningData, office: Office): string[] {
  const { pending } = office.company;
  const asked = pending === null ? "" : `$${formatUsd(pending.askedCents)}, asked in month ${pending.month}`;
  return [
    `Month ${data.month} (${data.label})`,
    ...(data.lastMonth === undefined ? [] : [`The last month of the game is month ${data.lastMonth}.`]),
    `Look-ups left this month: ${data.callsLeft}`,
    `Books: ${booksText(office)}`,
    `Pending: ${pending === null ? "none" : `${pending.instrument} request of ${asked}`}`,
    ...(data.settlement === null ? [] : [settlementText(data.settlement)]),
    ...(data.lastDecision === null ? [] : [`Last month: ${data.lastDecision.text}`]),
    `Notes saved: ${data.notesSaved}`,
  ];
}

function booksText(office: Office): string {
  if (office.closedThrough === null) return "nothing is closed yet";
  return office.lastClosedMonth === null
    ? "only the opening balance sheet is closed"
    : `closed through month ${office.lastClosedMonth}`;
}
