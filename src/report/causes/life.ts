// A trial month by month, as the rules of causes need it: built while its events stream by, gone when they are judged.
import type { TrialEvent } from "../../record/events.ts";
import type { Attempt } from "./attempt.ts";
import { answerOf, isLookAtBooks, isRaise, lookOf, REFUSALS_THAT_CLOSE } from "./calls.ts";
import type { Looks } from "./looks.ts";

/** One month on record. Money in cents. */
export interface LivedMonth {
  readonly month: number;
  /** Month-end cash. */
  readonly cash: number;
  /** Month-end cash less all money raised until then. */
  readonly ownCash: number;
  /** Interest and principal paid on notes. */
  readonly debtService: number;
  readonly closedThrough: number | null;
  /** Closed with `pass` because the player did not decide. */
  readonly wasForced: boolean;
  /** Closed by its 20th refused call. */
  readonly wasClosedByRefusals: boolean;
  readonly passed: boolean;
  /** Attempts to raise money that were refused for their arguments. */
  readonly refusedRaises: number;
  readonly looksAtBooks: number;
  readonly looksAtCash: number;
}

/** A trial's life: its months and its requests for money, in order. */
export interface Life {
  readonly months: readonly LivedMonth[];
  readonly attempts: readonly Attempt[];
  readonly looks: Looks;
}

/** A note pays interest in so many months from its settlement on, and its principal in the one after. */
const NOTE_MONTHS = 72;

interface Note {
  readonly from: number;
  readonly monthlyInterest: number;
}

/** Gathers a life from the events of one trial, in their order. */
export class LifeReader {
  readonly #months: LivedMonth[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #looks = { cash: 0, projection: 0, documents: 0, market: 0 };
  readonly #notes: Note[] = [];
  #raised = 0;
  #debt = 0;
  #borrowedThisMonth = 0;
  #call: Extract<TrialEvent, { event: "call" }> | null = null;
  #thisMonth = freshMonth();

  add(event: TrialEvent): void {
    if (event.event === "call") this.#call = event;
    else if (event.event === "result") this.#result(event);
    else if (event.event === "action") this.#action(event);
    else if (event.event === "settlement") this.#settlement(event);
    else if (event.event === "month") this.#close(event);
  }

  life(): Life {
    return { months: this.#months, attempts: this.#attempts, looks: this.#looks };
  }

  #result(event: Extract<TrialEvent, { event: "result" }>): void {
    const call = this.#call;
    this.#call = null;
    if (call === null) return;
    const answer = answerOf(event);
    const look = lookOf(call);
    const month = this.#thisMonth;
    if (answer === "answered" && look !== null) this.#looks[look] += 1;
    if (answer === "refused") month.refused += 1;
    if (answer === "refused" && isRaise(call)) month.refusedRaises += 1;
    if (answer === "after-the-end") return;
    if (isLookAtBooks(call)) month.looksAtBooks += 1;
    if (look === "cash") month.looksAtCash += 1;
  }

  #action(event: Extract<TrialEvent, { event: "action" }>): void {
    this.#thisMonth.wasForced = event.forced;
    this.#thisMonth.passed = event.action === "pass" && !event.forced;
    // A request refused because another is pending is no attempt; one answered at once is known by its settlement.
    const asks = event.action === "fund_raising_request" || event.action === "closing_and_request";
    const { month, instrument, amountCents } = event;
    if (!asks || event.result === "refused" || instrument === undefined || amountCents === undefined) return;
    this.#attempts.push({
      month,
      instrument,
      requestedCents: amountCents,
      outcome: "pending",
      answeredMonth: null,
      receivedCents: 0,
    });
  }

  #settlement(event: Extract<TrialEvent, { event: "settlement" }>): void {
    const { month, instrument, outcome, requestedMonth, requestedCents, amountCents, ratePct } = event;
    const answered: Attempt = {
      month: requestedMonth,
      instrument,
      requestedCents,
      outcome,
      answeredMonth: month,
      receivedCents: amountCents,
    };
    const asked = this.#attempts.findIndex((attempt) => attempt.month === requestedMonth);
    if (asked === -1) this.#attempts.push(answered);
    else this.#attempts[asked] = answered;
    if (outcome !== "settled") return;
    this.#raised += amountCents;
    if (instrument !== "debt") return;
    this.#borrowedThisMonth += amountCents;
    this.#notes.push({ from: month, monthlyInterest: (amountCents * (ratePct ?? 0)) / 1200 });
  }

  #close({ month, truth, closedThrough }: Extract<TrialEvent, { event: "month" }>): void {
    const { refused, ...counted } = this.#thisMonth;
    const repaid = this.#debt + this.#borrowedThisMonth - truth.debt;
    this.#months.push({
      ...counted,
      month,
      cash: truth.cash,
      ownCash: truth.cash - this.#raised,
      debtService: repaid + this.#interest(month),
      closedThrough,
      wasClosedByRefusals: counted.wasForced && refused >= REFUSALS_THAT_CLOSE,
    });
    this.#debt = truth.debt;
    this.#borrowedThisMonth = 0;
    this.#thisMonth = freshMonth();
  }

  #interest(month: number): number {
    const due = this.#notes.filter(({ from }) => month >= from && month < from + NOTE_MONTHS);
    return due.reduce((sum, note) => sum + note.monthlyInterest, 0);
  }
}

function freshMonth() {
  return { refused: 0, refusedRaises: 0, looksAtBooks: 0, looksAtCash: 0, wasForced: false, passed: false };
}
