// The highest score where amounts are free and the market's limit decides what arrives.
import type { Cents } from "../std/money.ts";
import { bridges } from "./bridge-note.ts";
import { type BestRounds, mostEquity } from "./equity-rounds.ts";
import { type Foresight, foresee, type Play } from "./foresight.ts";
import type { OraclePlan } from "./plan.ts";
import { type PlannedRequest, rehearse } from "./rehearsal.ts";

/** More than the market fills in any month of `hardened`, so that its limit decides. */
const ALL_THE_MARKET_FILLS: Cents = 1_000_000_000_000;

/**
 * The best equity rounds with which the company survives, or one note and the best rounds beside it where that is more.
 *
 * The bound: a score is revenue, the same for every survivor, and cash less notes. A note brings nothing to that but the
 * cost of its interest, so nothing beats the rounds that bring most, survival left aside. Where the plan raises as much
 * it is the best there is; else the bound says how much is open.
 */
export function highestScore(play: Play): OraclePlan {
  const foresight = foresee(play, ALL_THE_MARKET_FILLS);
  const survivable = mostEquity(foresight, true);
  const most = mostEquity(foresight, false)?.raisedCents ?? 0;
  const plain = survivable === null ? null : played(play, asRequests(survivable));
  const isProven = survivable?.raisedCents === most;
  const best = isProven ? plain : (betterWithNote(play, foresight, survivable?.raisedCents ?? null) ?? plain);
  if (best === null) return { requests: [], objective: "highest-score", valueCents: null, boundCents: null };
  const neverRaising = foresight.cashCents.at(-1) ?? 0;
  const boundCents = best.scoreCents - best.netCashCents + neverRaising + most;
  return { requests: best.requests, objective: "highest-score", valueCents: best.scoreCents, boundCents };
}

interface Played {
  readonly requests: readonly PlannedRequest[];
  readonly scoreCents: Cents;
  /** Cash less notes at the horizon. */
  readonly netCashCents: Cents;
}

/** Bridges tried in the simulator before giving up: leverage may spoil one that looked good without it. */
const TRIES = 5;

function betterWithNote(play: Play, foresight: Foresight, thanCents: Cents | null): Played | null {
  for (const bridge of bridges(play, foresight, thanCents).slice(0, TRIES)) {
    const { note, askedCents } = bridge;
    const requests = [{ month: note.month, instrument: "debt" as const, askedCents }, ...asRequests(bridge)];
    const result = played(play, requests);
    if (result !== null && result.netCashCents >= (foresight.cashCents.at(-1) ?? 0) + (thanCents ?? 0)) return result;
  }
  return null;
}

function played(play: Play, requests: readonly PlannedRequest[]): Played | null {
  const { score } = rehearse(play, requests);
  return score === null
    ? null
    : { requests, scoreCents: score.total, netCashCents: score.cash - score.notesOutstanding };
}

function asRequests({ rounds }: BestRounds): PlannedRequest[] {
  return rounds.map(({ month }) => ({ month, instrument: "equity", askedCents: ALL_THE_MARKET_FILLS }));
}
