// Equity brings most where it is asked for late, when the loans it may be a share of have grown. A note can carry the
// company there, where the rounds that bring most would come too late for it.
import type { Cents } from "../std/money.ts";
import { type BestRounds, mostEquity } from "./equity-rounds.ts";
import { type Foresight, foreseeNote, type Play, type RequestAhead } from "./foresight.ts";

/** A note and the best equity rounds beside it. */
export interface Bridge extends BestRounds {
  readonly note: RequestAhead;
  /** What the note asks for. */
  readonly askedCents: Cents;
  /** Money from the rounds, less what the note costs. */
  readonly gainCents: Cents;
}

/** Shares of all the market would lend that are tried: the smaller the note, the less it costs. */
const SHARES = [1, 0.6, 0.4, 0.25, 0.15, 0.1];

/**
 * The plans with one note that gain more than `thanCents`, or anything where that is null; best first. A note that
 * arrives after the company has died without it is left out, and so is leverage, so each has to be rehearsed.
 */
export function bridges(play: Play, foresight: Foresight, thanCents: Cents | null): readonly Bridge[] {
  const diesIn = foresight.cashCents.findIndex((cash) => cash < 0);
  const lendable = foresight.requests.filter(({ arrives, succeeds }) => arrives <= diesIn && succeeds("debt", 0));
  const found = lendable.flatMap((note) =>
    SHARES.flatMap((share) => {
      const bridge = bridgeWith(play, foresight, note, share);
      return bridge !== null && bridge.gainCents > (thanCents ?? -Infinity) ? [bridge] : [];
    }),
  );
  return found.sort((a, b) => b.gainCents - a.gainCents);
}

function bridgeWith(play: Play, foresight: Foresight, note: RequestAhead, share: number): Bridge | null {
  const principalCents = Math.floor(note.filledCents * share);
  const { cashCents, owedCents } = foreseeNote(play, note.arrives, principalCents);
  // While the note is pending no round can be.
  const requests = foresight.requests.filter(({ month, nextFrom }) => nextFrom <= note.month || month >= note.nextFrom);
  const best = mostEquity({ cashCents, requests }, true);
  if (best === null) return null;
  const costCents = (foresight.cashCents.at(-1) ?? 0) - (cashCents.at(-1) ?? 0) + owedCents;
  const askedCents = Math.floor(principalCents / note.fillShare);
  return { ...best, note, askedCents, gainCents: best.raisedCents - costCents };
}
