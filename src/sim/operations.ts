// A month of operations as amounts: what the company lends, bills, collects, provides, pays and owes.
// Shared by the real month and by projections, so that both follow one rule book.
import { assert } from "../std/assert.ts";
import { type Cents, roundCents } from "../std/money.ts";
import type { Drivers } from "./drivers.ts";

/** A note the company owes: interest for 72 months from settlement, then the principal at once. */
export interface Note {
  readonly principalCents: Cents;
  /** Fraction a year. */
  readonly ratePerYear: number;
  readonly settledMonth: number;
}

/** Everything a month's amounts depend on, at the month's start. */
export interface Position {
  readonly cash: Cents;
  readonly loans: Cents;
  readonly allowance: Cents;
  readonly billedPrincipal: Cents;
  readonly billedInterest: Cents;
  readonly payables: Cents;
  readonly taxPayable: Cents;
  readonly lossCarryforward: Cents;
  readonly borrowers: number;
  readonly notes: readonly Note[];
}

/** One month's amounts in cents, each rounded from its own formula. */
export interface MonthAmounts {
  readonly month: number;
  readonly borrowers: number;
  readonly lending: Cents;
  readonly principalBilled: Cents;
  readonly interestBilled: Cents;
  readonly principalCollected: Cents;
  readonly interestCollected: Cents;
  readonly provision: Cents;
  readonly chargeOff: Cents;
  readonly costAccrued: Cents;
  readonly costPaid: Cents;
  readonly noteInterest: Cents;
  readonly notesRepaid: Cents;
  readonly taxAccrued: Cents;
  readonly taxPaid: Cents;
  readonly lossCarryforward: Cents;
}

const LOAN_SIZE: Cents = 1_000_000;
const RENEWAL_PER_BORROWER: Cents = 23_500;
/** A loan's principal is billed over 30 months. */
const BILLING_MONTHS = 30;
/** The allowance holds about nine months of losses. */
const ALLOWANCE_MONTHS = 9;
const TAX_RATE = 0.21;
/** Interest months of a note; the principal falls due in the month after the last of them. */
export const NOTE_MONTHS = 72;

/** The amounts of month `month`, from the position at its start and the month's drivers. */
export function amountsOfMonth(month: number, start: Position, drivers: Drivers): MonthAmounts {
  const borrowers = Math.max(0, Math.floor(start.borrowers * (1 + drivers.growthPct / 100) + 0.5));
  const lending = LOAN_SIZE * Math.max(0, borrowers - start.borrowers) + RENEWAL_PER_BORROWER * start.borrowers;
  const principalBilled = roundCents(start.loans / BILLING_MONTHS);
  const interestBilled = roundCents((start.loans * drivers.ratePerYear) / 12);
  const { grossMarginPct, ebitdaMarginPct, collectionRate } = drivers;
  const provision = roundCents(interestBilled * (1 - grossMarginPct / 100));
  const costAccrued = roundCents((interestBilled * Math.max(0, grossMarginPct - ebitdaMarginPct)) / 100);
  const { noteInterest, notesRepaid } = debtService(start.notes, month);
  const tax = incomeTax(month, start, interestBilled - provision - costAccrued - noteInterest);
  return {
    month,
    borrowers,
    lending,
    principalBilled,
    interestBilled,
    principalCollected: roundCents(collectionRate * (start.billedPrincipal + principalBilled)),
    interestCollected: roundCents(collectionRate * (start.billedInterest + interestBilled)),
    provision,
    chargeOff: roundCents(start.allowance / ALLOWANCE_MONTHS),
    costAccrued,
    costPaid: start.payables,
    noteInterest,
    notesRepaid,
    ...tax,
  };
}

/** The position at the month's end. Throws when a receivable or the allowance would be negative. */
export function positionAfter(start: Position, amounts: MonthAmounts): Position {
  const after: Position = {
    cash:
      start.cash -
      amounts.lending +
      amounts.principalCollected +
      amounts.interestCollected -
      amounts.costPaid -
      amounts.noteInterest -
      amounts.notesRepaid -
      amounts.taxPaid,
    loans: start.loans + amounts.lending - amounts.principalBilled - amounts.chargeOff,
    allowance: start.allowance + amounts.provision - amounts.chargeOff,
    billedPrincipal: start.billedPrincipal + amounts.principalBilled - amounts.principalCollected,
    billedInterest: start.billedInterest + amounts.interestBilled - amounts.interestCollected,
    payables: start.payables + amounts.costAccrued - amounts.costPaid,
    taxPayable: start.taxPayable + amounts.taxAccrued - amounts.taxPaid,
    lossCarryforward: amounts.lossCarryforward,
    borrowers: amounts.borrowers,
    notes: start.notes.filter((note) => amounts.month < maturityOf(note)),
  };
  for (const key of ["loans", "allowance", "billedPrincipal", "billedInterest"] as const) {
    assert(after[key] >= 0, `month ${amounts.month}: ${key} would be ${after[key]} cents`);
  }
  return after;
}

/** The month in which a note's principal is repaid. */
export function maturityOf(note: Note): number {
  return note.settledMonth + NOTE_MONTHS;
}

function debtService(notes: readonly Note[], month: number): { noteInterest: Cents; notesRepaid: Cents } {
  let noteInterest = 0;
  let notesRepaid = 0;
  for (const note of notes) {
    if (month < maturityOf(note)) noteInterest += roundCents((note.principalCents * note.ratePerYear) / 12);
    else if (month === maturityOf(note)) notesRepaid += note.principalCents;
  }
  return { noteInterest, notesRepaid };
}

type Tax = Pick<MonthAmounts, "taxAccrued" | "taxPaid" | "lossCarryforward">;

/** A loss adds to the carry-forward, a profit uses it up first; the accrual is paid in each quarter's last month. */
function incomeTax(month: number, start: Position, pretaxIncome: Cents): Tax {
  const used = Math.min(start.lossCarryforward, Math.max(0, pretaxIncome));
  const taxAccrued = roundCents(TAX_RATE * (Math.max(0, pretaxIncome) - used));
  return {
    taxAccrued,
    taxPaid: month % 3 === 2 ? start.taxPayable + taxAccrued : 0,
    lossCarryforward: start.lossCarryforward - used + Math.max(0, -pretaxIncome),
  };
}
