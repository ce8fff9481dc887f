import { CHART } from "../../ledger/accounts.ts";
import { type JournalEntry, OPENING_MONTH } from "../../ledger/entry.ts";
import { formatUsd, usdOfCents } from "../../std/money.ts";
import { type MonthRange, withinLimit } from "../answer.ts";
import type { ToolResult } from "../contract.ts";
import type { Office } from "../office.ts";

/** The general ledger: entries that touch cash to date, all others through the last closing of the books. */
export function ledgerDocument(office: Office, range: MonthRange): ToolResult {
  const from = range.from === 0 ? OPENING_MONTH : range.from;
  return withinLimit(range, (to) => {
    const entries = office.visibleEntries({ from, to });
    const lines = entries.map(entryText);
    const text = [
      "General ledger (USD). Entries that touch cash are shown as they happen, others once closed.",
      ...lines,
    ];
    return { text: text.join("\n"), data: { document: "general_ledger", entries: entries.map(entryData) } };
  });
}

function entryText(entry: JournalEntry): string {
  const sides = entry.lines.map((line) => {
    const side = line.amountCents > 0 ? "Dr" : "Cr";
    return `${side} ${CHART[line.account].name} ${formatUsd(Math.abs(line.amountCents))}`;
  });
  return `${monthName(entry.month)}  ${entry.memo}: ${sides.join("; ")}`;
}

function entryData(entry: JournalEntry): {
  month: number | "opening";
  memo: string;
  lines: { account: string; debit_usd: number }[];
} {
  return {
    month: entry.month === OPENING_MONTH ? "opening" : entry.month,
    memo: entry.memo,
    lines: entry.lines.map((line) => ({ account: CHART[line.account].name, debit_usd: usdOfCents(line.amountCents) })),
  };
}

function monthName(month: number): string {
  return month === OPENING_MONTH ? "opening" : `m${month}`;
}
