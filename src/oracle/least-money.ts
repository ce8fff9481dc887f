// The least money a company can raise and live, where every request asks for the same amount.
import type { Instrument } from "../sim/financing.ts";
import { NOTE_MONTHS } from "../sim/operations.ts";
import type { Cents } from "../std/money.ts";
import { type Foresight, foresee, type Play, type RequestAhead } from "./foresight.ts";
import type { OraclePlan } from "./plan.ts";
import { type PlannedRequest, rehearse } from "./rehearsal.ts";

/**
 * The plan of requests for `askedCents` each that survives with the least money raised, and of such plans the one that
 * scores most before look-ups. The search proves it, so the bound is the value; where no plan survives there is neither.
 *
 * Every sequence of successful requests is tried that could still beat the best one found. What is left out cannot
 * matter: a declined request only spends time, a request that comes back after the horizon does nothing, and a note
 * never leaves more cash than as much equity, since the tax saved on its interest is a part of that interest. So cash
 * with all notes free of interest bounds cash from above, and only what passes that bound is played.
 */
export function leastMoney(play: Play, askedCents: Cents): OraclePlan {
  const search = new Search(play, askedCents);
  // Equity alone first: its plans are cheap to judge, and the best of them cuts the rest short.
  search.explore(["equity"]);
  search.explore(["equity", "debt"]);
  const raisedCents = search.best?.raisedCents ?? null;
  const requests = search.best?.requests ?? [];
  return { requests, objective: "least-raised", valueCents: raisedCents, boundCents: raisedCents };
}

/** A request that succeeds, and what it is for. */
interface Chosen {
  readonly request: RequestAhead;
  readonly instrument: Instrument;
}

/** Requests that have succeeded so far, in order. */
interface Way {
  readonly chosen: readonly Chosen[];
  readonly raisedCents: Cents;
  /** Equity rounds among them. */
  readonly rounds: number;
  /** When the last of them arrived. */
  readonly arrived: number;
  readonly nextFrom: number;
}

const START: Way = { chosen: [], raisedCents: 0, rounds: 0, arrived: 0, nextFrom: 0 };

/** A plan that survives. */
interface Best {
  readonly requests: readonly PlannedRequest[];
  readonly raisedCents: Cents;
  readonly scoreCents: Cents;
  readonly hasNotes: boolean;
}

class Search {
  best: Best | null = null;
  readonly #play: Play;
  readonly #askedCents: Cents;
  readonly #foresight: Foresight;
  /** What no surviving company can do without. */
  readonly #neededCents: Cents;
  readonly #leastFill: Cents;
  readonly #mostFill: Cents;

  constructor(play: Play, askedCents: Cents) {
    this.#play = play;
    this.#askedCents = askedCents;
    this.#foresight = foresee(play, askedCents);
    this.#neededCents = Math.max(0, ...this.#foresight.cashCents.map((cash) => -cash));
    const fills = this.#foresight.requests.map((request) => request.filledCents);
    this.#leastFill = Math.min(...fills);
    this.#mostFill = Math.max(...fills);
  }

  /** Tries every way on from here that could be as good as the best plan, and keeps the best. */
  explore(instruments: readonly Instrument[], way: Way = START): void {
    const diesIn = this.#firstLack(way) ?? this.#tryOut(way);
    if (diesIn === null) return;
    for (const request of this.#foresight.requests) {
      if (request.month < way.nextFrom) continue;
      if (request.month > diesIn) break;
      if (request.arrives > diesIn) continue;
      if (!this.#canBeat(way.raisedCents + request.filledCents)) continue;
      for (const instrument of instruments) {
        if (request.succeeds(instrument, way.rounds)) this.explore(instruments, extended(way, request, instrument));
      }
    }
  }

  /** The first month whose cash is surely below zero unless more arrives; null where there is none. */
  #firstLack({ chosen, raisedCents, arrived }: Way): number | null {
    const { cashCents } = this.#foresight;
    const notes = notesOf(chosen);
    for (let month = arrived; month < cashCents.length; month += 1) {
      let cash = (cashCents[month] ?? 0) + raisedCents;
      for (const note of notes) if (month >= note.arrives + NOTE_MONTHS) cash -= note.filledCents;
      if (cash < 0) return month;
    }
    return null;
  }

  /** Plays a way that may be a plan. Returns the month it dies in if more money could help it, else null. */
  #tryOut({ chosen, raisedCents, arrived }: Way): number | null {
    const { best } = this;
    // Of two plans that raise the same, one with a note pays interest and scores less.
    if (best !== null && raisedCents >= best.raisedCents && !best.hasNotes) return null;
    const askedCents = this.#askedCents;
    const requests = chosen.map(({ request: { month }, instrument }) => ({ month, instrument, askedCents }));
    const { score, months, raisedCents: received } = rehearse(this.#play, requests);
    // Leverage spoiled a note's chance: the way is no way.
    if (received !== raisedCents) return null;
    if (score === null) return months >= arrived ? months : null;
    const scoreCents = score.beforeTools;
    const isAsGood = best === null || raisedCents < best.raisedCents || scoreCents > best.scoreCents;
    if (isAsGood) this.best = { requests, raisedCents, scoreCents, hasNotes: notesOf(chosen).length > 0 };
    return null;
  }

  /** Whether a way with so much raised can end in a plan at least as good as the best. */
  #canBeat(raisedCents: Cents): boolean {
    if (this.best === null) return true;
    const roundsLacking = Math.max(0, Math.ceil((this.#neededCents - raisedCents) / this.#mostFill));
    return raisedCents + roundsLacking * this.#leastFill <= this.best.raisedCents;
  }
}

function extended(way: Way, request: RequestAhead, instrument: Instrument): Way {
  return {
    chosen: [...way.chosen, { request, instrument }],
    raisedCents: way.raisedCents + request.filledCents,
    rounds: way.rounds + (instrument === "equity" ? 1 : 0),
    arrived: request.arrives,
    nextFrom: request.nextFrom,
  };
}

function notesOf(chosen: readonly Chosen[]): RequestAhead[] {
  return chosen.filter(({ instrument }) => instrument === "debt").map(({ request }) => request);
}
