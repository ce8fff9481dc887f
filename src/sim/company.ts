// The simulated company over an episode: its books, its requests for money and its months.
import type { AccountId } from "../ledger/accounts.ts";
import { bookEquity } from "../ledger/balance-sheet.ts";
import { OPENING_MONTH } from "../ledger/entry.ts";
import { Journal } from "../ledger/journal.ts";
import { assert, present } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";
import { driversOf } from "./drivers.ts";
import {
  debtChance,
  debtRate,
  delayMonths,
  equityChance,
  filledAmount,
  type Instrument,
  leverageOf,
  type Ruleset,
  sharePrice,
} from "./financing.ts";
import {
  amountsOfMonth,
  type MonthAmounts,
  maturityOf,
  type Note,
  type Position,
  positionAfter,
} from "./operations.ts";
import { OPENING_BALANCES, postMonth, postOpening, postRaise } from "./posting.ts";
import type { MacroMonth } from "./scenario.ts";
import type { Tape, TapeMonth } from "./tape.ts";

const OPENING_BORROWERS = 5000;
/** Shares outstanding at the opening. */
export const OPENING_SHARES = 10_500_000;

/** What the simulator needs to know of the rules. */
export interface Rules {
  readonly ruleset: Ruleset;
  readonly delay: boolean;
  readonly noise: boolean;
}

/** A request for money, with what the tape has in store for it. Nobody but the simulator may see the latter. */
export interface FundingRequest {
  readonly instrument: Instrument;
  readonly askedCents: Cents;
  readonly month: number;
  readonly dueMonth: number;
  readonly succeeds: boolean;
  readonly filledCents: Cents;
}

/** A request that has come back. */
export type SettledRequest = { readonly request: FundingRequest; readonly month: number } & (
  | { readonly outcome: "declined" }
  | {
      readonly outcome: "settled";
      readonly instrument: "equity";
      readonly amountCents: Cents;
      readonly priceUsd: number;
      readonly shares: number;
    }
  | {
      readonly outcome: "settled";
      readonly instrument: "debt";
      readonly amountCents: Cents;
      readonly ratePerYear: number;
    }
);

/** The company. Months run in order: `settleDue(t)`, any `request(t, …)`, `operate(t)`. */
export class Company {
  readonly journal = new Journal();
  readonly #world: readonly MacroMonth[];
  readonly #tape: Tape;
  readonly #rules: Rules;
  readonly #history: SettledRequest[] = [];
  readonly #amounts: MonthAmounts[] = [];
  #notes: readonly Note[] = [];
  #borrowers = OPENING_BORROWERS;
  #lossCarryforward: Cents = 0;
  #shares = OPENING_SHARES;
  #pending: FundingRequest | null = null;

  constructor(world: readonly MacroMonth[], tape: Tape, rules: Rules) {
    this.#world = world;
    this.#tape = tape;
    this.#rules = rules;
    postOpening(this.journal);
  }

  /** The request that has not come back, or null. */
  get pending(): FundingRequest | null {
    return this.#pending;
  }

  /** Requests that came back, in order. */
  get history(): readonly SettledRequest[] {
    return this.#history;
  }

  /** Amounts of the months that have run, by month. */
  get months(): readonly MonthAmounts[] {
    return this.#amounts;
  }

  get cash(): Cents {
    return this.journal.balance("cash");
  }

  get sharesOutstanding(): number {
    return this.#shares;
  }

  get notesOutstanding(): Cents {
    return 0 - this.journal.balance("notesPayable");
  }

  /** Today's position, read from the books. */
  get position(): Position {
    return {
      ...bookedPosition((account) => this.journal.balance(account)),
      lossCarryforward: this.#lossCarryforward,
      borrowers: this.#borrowers,
      notes: this.#notes,
    };
  }

  /** The position at the end of a month that has run, from its entries; {@link OPENING_MONTH} gives the opening one. */
  positionAtEndOf(month: number): Position {
    assert(month < this.#amounts.length, `month ${month} has not run`);
    const sums = this.journal.movements(OPENING_MONTH, month);
    const notes = this.#history.flatMap((past) =>
      past.outcome === "settled" && past.instrument === "debt" && past.month <= month
        ? [{ principalCents: past.amountCents, ratePerYear: past.ratePerYear, settledMonth: past.month }]
        : [],
    );
    return {
      ...bookedPosition((account) => sums[account]),
      lossCarryforward: this.#amounts[month]?.lossCarryforward ?? 0,
      borrowers: this.#amounts[month]?.borrowers ?? OPENING_BORROWERS,
      notes: notes.filter((note) => month < maturityOf(note)),
    };
  }

  /** Settles the pending request if it falls due in this month; its outcome becomes visible now. */
  settleDue(month: number): SettledRequest | null {
    if (this.#pending?.dueMonth !== month) return null;
    return this.#settle(this.#pending, month);
  }

  /** The yearly rate a note would carry if it were issued now, as a fraction. */
  indicativeRate(month: number): number {
    return debtRate(this.#macro(month), this.#leverage());
  }

  /** Asks the market for money. Without delay the request comes back at once. */
  request(month: number, instrument: Instrument, askedCents: Cents): SettledRequest | null {
    assert(this.#pending === null, "a request is already pending");
    const draw = this.#draw(month);
    const macro = this.#macro(month);
    const rounds = this.#history.filter((past) => past.outcome === "settled" && past.instrument === "equity").length;
    const chance = instrument === "equity" ? equityChance(macro, rounds) : debtChance(macro, this.#leverage());
    const request: FundingRequest = {
      instrument,
      askedCents,
      month,
      dueMonth: month + (this.#rules.delay ? delayMonths(draw) : 0),
      succeeds: draw.outcome < chance,
      filledCents: filledAmount(draw, askedCents, this.#rules.ruleset, this.journal.balance("loans")),
    };
    this.#pending = request;
    return this.#rules.delay ? null : this.#settle(request, month);
  }

  /** Runs and posts the month's operations; returns month-end cash. */
  operate(month: number): Cents {
    assert(month === this.#amounts.length, `month ${month} is out of turn`);
    const start = this.position;
    const drivers = driversOf(this.#macro(month), this.#draw(month), this.#rules.noise);
    const amounts = amountsOfMonth(month, start, drivers);
    const after = positionAfter(start, amounts);
    postMonth(this.journal, amounts);
    this.#amounts.push(amounts);
    this.#borrowers = after.borrowers;
    this.#lossCarryforward = after.lossCarryforward;
    this.#notes = after.notes;
    assert(after.cash === this.cash, `month ${month}: cash on the books differs from the month's flows`);
    return this.cash;
  }

  #settle(request: FundingRequest, month: number): SettledRequest {
    this.#pending = null;
    const settled = request.succeeds ? this.#receive(request, month) : { request, month, outcome: "declined" as const };
    this.#history.push(settled);
    return settled;
  }

  #receive(request: FundingRequest, month: number): SettledRequest {
    const amountCents = request.filledCents;
    if (request.instrument === "debt") {
      const ratePerYear = debtRate(this.#macro(month), this.#leverage());
      postRaise(this.journal, month, "debt", amountCents);
      this.#notes = [...this.#notes, { principalCents: amountCents, ratePerYear, settledMonth: month }];
      return { request, month, outcome: "settled", instrument: "debt", amountCents, ratePerYear };
    }
    const priceUsd = sharePrice(
      this.#macro(month).pe_ratio,
      this.#macro(0).pe_ratio,
      bookEquity(this.journal) / this.#shares,
      OPENING_BALANCES.commonStock / OPENING_SHARES,
    );
    const shares = Math.floor(amountCents / 100 / priceUsd);
    postRaise(this.journal, month, "equity", amountCents);
    this.#shares += shares;
    return { request, month, outcome: "settled", instrument: "equity", amountCents, priceUsd, shares };
  }

  #leverage(): number {
    return leverageOf(this.notesOutstanding, bookEquity(this.journal));
  }

  #macro(month: number): MacroMonth {
    return present(this.#world[month], `the world has no month ${month}`);
  }

  #draw(month: number): TapeMonth {
    return present(this.#tape[month], `the tape has no month ${month}`);
  }
}

type BookedPosition = Omit<Position, "lossCarryforward" | "borrowers" | "notes">;

/** What of a position the books hold, from balances as debits less credits. */
function bookedPosition(balance: (account: AccountId) => Cents): BookedPosition {
  return {
    cash: balance("cash"),
    loans: balance("loans"),
    allowance: 0 - balance("allowance"),
    billedPrincipal: balance("billedPrincipal"),
    billedInterest: balance("billedInterest"),
    payables: 0 - balance("payables"),
    taxPayable: 0 - balance("taxPayable"),
  };
}
