// The facts of one trial, from its line and the events of its record as they stream by. Pure.
import type { TrialEvent } from "../../record/events.ts";
import { outcomeWord, type TrialLine } from "../../record/trial-line.ts";
import { mean } from "../../stats/sample.ts";
import { type CauseOptions, causeOf } from "./cause.ts";
import type { TrialFacts } from "./facts.ts";
import { LifeReader, type LivedMonth } from "./life.ts";

/** Months that the market takes to answer at most, under a protocol's settings as a manifest has them. */
export function causeOptionsOf(protocol: Readonly<Record<string, unknown>> | null): CauseOptions {
  return { slowestAnswerMonths: protocol?.["delay"] === false ? 0 : 6 };
}

/** The facts of a trial; `events` are those of its record, in order, and are read once. */
export async function trialFacts(
  line: TrialLine,
  events: AsyncIterable<TrialEvent> | Iterable<TrialEvent>,
  options: CauseOptions,
): Promise<TrialFacts> {
  const reader = new LifeReader();
  for await (const event of events) reader.add(event);
  const life = reader.life();
  const { months, attempts, looks } = life;
  const outcome = outcomeWord(line.result.outcome);
  const death = outcome === "bankrupt" ? line.result.months : null;
  const cashPeakMonth = peakOf(months);
  const warningMonth = warningOf(months);
  const firstRequestMonth = attempts[0]?.month ?? null;
  const { refusedCalls, refusedRequests, forcedPasses } = line.result;
  return {
    trial: line.trial,
    playerStamp: line.playerStamp,
    protocolStamp: line.protocolStamp,
    outcome,
    cause: outcome === "bankrupt" && months.length > 0 ? causeOf(life, options) : null,
    months: line.result.months,
    monthsActed: months.length,
    cashPeakMonth,
    warningMonth,
    warningMonths: between(warningMonth, death),
    firstRequestMonth,
    firstRequestAfterPeak: between(cashPeakMonth, firstRequestMonth),
    monthsLeftAtFirstRequest: between(firstRequestMonth, death),
    attempts,
    looks,
    staleness: stalenessOf(months, new Set(attempts.map(({ month }) => month))),
    wasted: {
      refusedCalls,
      refusedRaises: months.reduce((sum, month) => sum + month.refusedRaises, 0),
      refusedRequests,
      forcedPasses,
      passes: months.filter(({ passed }) => passed).length,
    },
  };
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : to - from;
}

function peakOf(months: readonly LivedMonth[]): number | null {
  const highest = Math.max(...months.map(({ ownCash }) => ownCash));
  return months.find(({ ownCash }) => ownCash === highest)?.month ?? null;
}

/** The month after the first whose end left own cash a tenth below its highest: then a look would have shown it. */
function warningOf(months: readonly LivedMonth[]): number | null {
  let highest = -Infinity;
  // The last month on record has no opening after it.
  for (const { month, ownCash } of months.slice(0, -1)) {
    highest = Math.max(highest, ownCash);
    if (ownCash <= highest * 0.9) return month + 1;
  }
  return null;
}

function stalenessOf(months: readonly LivedMonth[], asked: ReadonlySet<number>): TrialFacts["staleness"] {
  const ages = months.map(({ month, closedThrough }) => ({ month, age: month - (closedThrough ?? -1) }));
  return {
    atDecisions: mean(ages.map(({ age }) => age)),
    atRequests: mean(ages.filter(({ month }) => asked.has(month)).map(({ age }) => age)),
  };
}
