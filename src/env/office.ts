// What the tools may reach: the company through two views, this month's counters, the notes and the papers.
// Cash movements are visible as they happen; everything else only through the last closing of the books.
import type { JournalEntry } from "../ledger/entry.ts";
import { OPENING_MONTH } from "../ledger/entry.ts";
import type { Company } from "../sim/company.ts";
import type { MacroMonth, Scenario } from "../sim/scenario.ts";
import { present } from "../std/assert.ts";
import type { MonthRange } from "./answer.ts";
import { Refusal } from "./answer.ts";
import type { MonthDecision } from "./contract.ts";
import { NoteBook } from "./notebook.ts";
import type { Protocol } from "./protocol.ts";

/** The decisions taken so far in a month. */
export interface MonthDecisions {
  closing: boolean;
  request: "none" | "made" | "refused";
  passed: boolean;
}

/** The desk's state over an episode. */
export class Office {
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly company: Company;
  readonly notes = new NoteBook();
  /** The month being decided. */
  month = 0;
  /** The last month whose books are readable: null while nothing is closed, {@link OPENING_MONTH} for the opening. */
  closedThrough: number | null = null;
  /** Closing that becomes readable with the next month. */
  closingAtMonthEnd: number | null = null;
  decisions: MonthDecisions = { closing: false, request: "none", passed: false };
  /** What the actions of this month answered, for next month's opening. */
  decisionTexts: string[] = [];
  lastDecision: (MonthDecision & { readonly text: string }) | null = null;

  constructor(scenario: Scenario, protocol: Protocol, company: Company) {
    this.scenario = scenario;
    this.protocol = protocol;
    this.company = company;
  }

  /** The last month of closed operations, or null where there is none (nothing closed, or only the opening). */
  get lastClosedMonth(): number | null {
    return this.closedThrough === null || this.closedThrough === OPENING_MONTH ? null : this.closedThrough;
  }

  /** A month's published market values. */
  macro(month: number): MacroMonth {
    return present(this.scenario.macro[month], `the world has no month ${month}`);
  }

  /** Entries a reader may see in a range: those that touch cash to date, the others through the last close. */
  visibleEntries(range: MonthRange): readonly JournalEntry[] {
    const closed = this.closedThrough ?? OPENING_MONTH - 1;
    return this.company.journal
      .entriesBetween(range.from, range.to)
      .filter((entry) => entry.month <= closed || entry.lines.some((line) => line.account === "cash"));
  }
}

/** Months an answer shows when none are asked for. */
const DEFAULT_MONTHS = 12;

/** The asked-for months within [0, lastReadable], by default the last twelve; anything past them is refused. */
export function readableRange(
  asked: { readonly from_month?: number | undefined; readonly to_month?: number | undefined },
  lastReadable: number,
): MonthRange | Refusal {
  const to = asked.to_month ?? lastReadable;
  const from = asked.from_month ?? Math.max(0, to - DEFAULT_MONTHS + 1);
  if (from > lastReadable) {
    return new Refusal(`bad "from_month": ${from} is past the last readable month, ${lastReadable}`, "from_month");
  }
  if (to > lastReadable) {
    return new Refusal(`bad "to_month": ${to} is past the last readable month, ${lastReadable}`, "to_month");
  }
  if (from > to) return new Refusal(`bad "from_month": ${from} is after to_month ${to}`, "from_month");
  return { from, to };
}
