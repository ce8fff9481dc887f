// The most that can be scored. Revenue is the same for every survivor and a note costs interest that it never earns
// back, so the best plan is the sequence of equity rounds that brings most.
import type { Cents } from "../std/money.ts";
import type { Foresight, RequestAhead } from "./foresight.ts";

/** A sequence of equity rounds and what it brings. */
export interface BestRounds {
  readonly rounds: readonly RequestAhead[];
  readonly raisedCents: Cents;
}

/**
 * The rounds that bring most among those with which the company survives; null where none does. With `mustSurvive`
 * false survival is left out, which bounds from above what any plan can bring, one with notes included.
 *
 * Exact by dynamic programming: what can still be had depends on the month and on the rounds settled alone, and of two
 * ways to the same month and rounds the richer survives whatever the poorer does.
 */
export function mostEquity({ cashCents, requests }: Foresight, mustSurvive: boolean): BestRounds | null {
  const horizon = cashCents.length;
  const byMonth = new Map(requests.map((request) => [request.month, request]));
  // ways[month][rounds]: the richest way to stand in the month with nothing pending.
  const ways: (Way | undefined)[][] = Array.from({ length: horizon + 1 }, () => []);
  const offer = (month: number, rounds: number, way: Way): void => {
    const row = ways[month] ?? [];
    if ((row[rounds]?.raisedCents ?? -1) < way.raisedCents) row[rounds] = way;
  };
  const lasts = (raisedCents: Cents, from: number, before: number): boolean => {
    for (let month = from; mustSurvive && month < before; month += 1) {
      if ((cashCents[month] ?? 0) + raisedCents < 0) return false;
    }
    return true;
  };
  offer(0, 0, { raisedCents: 0, last: null, before: null });
  for (let month = 0; month < horizon; month += 1) {
    const request = byMonth.get(month);
    for (const [rounds, way] of (ways[month] ?? []).entries()) {
      if (way === undefined) continue;
      if (lasts(way.raisedCents, month, month + 1)) offer(month + 1, rounds, way);
      if (request?.succeeds("equity", rounds) !== true || !lasts(way.raisedCents, month, request.arrives)) continue;
      const raisedCents = way.raisedCents + request.filledCents;
      if (!lasts(raisedCents, request.arrives, request.nextFrom)) continue;
      offer(request.nextFrom, rounds + 1, { raisedCents, last: request, before: way });
    }
  }
  const ends = (ways[horizon] ?? []).filter((way) => way !== undefined);
  const [first, ...others] = ends;
  if (first === undefined) return null;
  const best = others.reduce((richest, way) => (way.raisedCents > richest.raisedCents ? way : richest), first);
  return { rounds: roundsOf(best), raisedCents: best.raisedCents };
}

/** A way to some month: the last round settled and the way before it. */
interface Way {
  readonly raisedCents: Cents;
  readonly last: RequestAhead | null;
  readonly before: Way | null;
}

function roundsOf(way: Way): RequestAhead[] {
  return way.last === null || way.before === null ? [] : [...roundsOf(way.before), way.last];
}
