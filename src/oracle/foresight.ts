// What a clairvoyant sees before the first month: the cash of a company that never raises, and what would become of a
// request in each month. Growth, margins, collections and the tape do not depend on money raised, so one look is enough.
import { Company, type Rules } from "../sim/company.ts";
import { driversOf } from "../sim/drivers.ts";
import { debtChance, delayMonths, equityChance, filledAmount, type Instrument } from "../sim/financing.ts";
import { amountsOfMonth, type Note, type Position, positionAfter } from "../sim/operations.ts";
import { baseRate, type MacroMonth } from "../sim/scenario.ts";
import { drawTape, type Tape } from "../sim/tape.ts";
import { present } from "../std/assert.ts";
import type { Cents } from "../std/money.ts";

/** A play to look ahead in. */
export interface Play {
  readonly world: readonly MacroMonth[];
  readonly seed: number;
  readonly rules: Rules & { readonly horizon: number };
}

/** A request in one month, as the tape has it. */
export interface RequestAhead {
  readonly month: number;
  /** The month at whose start the money is there. */
  readonly arrives: number;
  /** The first month in which another request can be made. */
  readonly nextFrom: number;
  /** What arrives if it succeeds. */
  readonly filledCents: Cents;
  /** The part of a request that arrives where no limit of the market cuts it. */
  readonly fillShare: number;
  /** Whether it succeeds after so many settled rounds; of a note, unless leverage spoils its chance. */
  readonly succeeds: (instrument: Instrument, rounds: number) => boolean;
}

/** What the future holds. */
export interface Foresight {
  /** Cash at the end of each month when nothing is ever raised; it may be below zero. */
  readonly cashCents: readonly Cents[];
  /** Requests that come back before the horizon, by month. Later ones can change nothing. */
  readonly requests: readonly RequestAhead[];
}

/** Looks ahead, for requests that ask for `askedCents` each. */
export function foresee(play: Play, askedCents: Cents): Foresight {
  const { world, seed, rules } = play;
  const tape = drawTape(seed);
  const { before, cashCents } = monthsAhead(play, tape, null);
  const requests = before.flatMap(({ loans }, month): RequestAhead[] => {
    const macro = monthOf(world, month);
    const draw = monthOf(tape, month);
    const arrives = month + (rules.delay ? delayMonths(draw) : 0);
    if (arrives >= rules.horizon) return [];
    const filledCents = filledAmount(draw, askedCents, rules.ruleset, loans);
    const fillShare = filledAmount(draw, UNIT, "paper", loans) / UNIT;
    const succeeds = (instrument: Instrument, rounds: number): boolean =>
      draw.outcome < (instrument === "equity" ? equityChance(macro, rounds) : debtChance(macro, 0));
    return [{ month, arrives, nextFrom: Math.max(arrives, month + 1), filledCents, fillShare, succeeds }];
  });
  return { cashCents, requests };
}

/** Large enough that rounding to a cent does not show in a share. */
const UNIT: Cents = 1_000_000_000_000;

/** The cash of a company that raises one note and nothing else. */
export interface NoteAhead {
  /** At the end of each month; it may be below zero. */
  readonly cashCents: readonly Cents[];
  /** What is still owed at the horizon. */
  readonly owedCents: Cents;
}

/** Looks ahead for a note that arrives in a month and bears the market's own rate, as it does at low leverage. */
export function foreseeNote(play: Play, arrives: number, principalCents: Cents): NoteAhead {
  const ratePerYear = baseRate(monthOf(play.world, arrives));
  const note = { principalCents, ratePerYear, settledMonth: arrives };
  const { cashCents, end } = monthsAhead(play, drawTape(play.seed), note);
  return { cashCents, owedCents: end.notes.reduce((sum, owed) => sum + owed.principalCents, 0) };
}

interface MonthsAhead {
  /** The position before each month's operations. */
  readonly before: readonly Position[];
  readonly cashCents: readonly Cents[];
  readonly end: Position;
}

function monthsAhead({ world, rules }: Play, tape: Tape, note: Note | null): MonthsAhead {
  const before: Position[] = [];
  const cashCents: Cents[] = [];
  let { position } = new Company(world, tape, rules);
  for (let month = 0; month < rules.horizon; month += 1) {
    if (note?.settledMonth === month) {
      position = { ...position, cash: position.cash + note.principalCents, notes: [note] };
    }
    before.push(position);
    const drivers = driversOf(monthOf(world, month), monthOf(tape, month), rules.noise);
    position = positionAfter(position, amountsOfMonth(month, position, drivers));
    cashCents.push(position.cash);
  }
  return { before, cashCents, end: position };
}

function monthOf<T>(months: readonly T[], month: number): T {
  return present(months[month], `there is no month ${month}`);
}
