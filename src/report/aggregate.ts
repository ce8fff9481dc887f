// One row of Table 1 from the trials of one player. Pure.
import type { TrialLine, TrialResult } from "../record/trial-line.ts";
import { mean, sampleSd } from "../stats/sample.ts";
import { present } from "../std/assert.ts";
import type { PlayerResults, ProtocolResults } from "./run-results.ts";

/** A mean and its sample standard deviation (n − 1), in the unit of the field; null where there are too few values. */
export interface MeanSd {
  readonly mean: number | null;
  readonly sd: number | null;
}

/** Why a row takes no part in the ranking: `coverage`, `horizon` or `protocol` (nothing describes it). */
export type Unranked = "coverage" | "horizon" | "protocol";

/** One row of Table 1. Means are over scored trials; null where none says anything. */
export interface Table1Row {
  readonly framework: string;
  readonly category: string;
  readonly label: string;
  readonly playerStamp: string;
  readonly protocolStamp: string;
  /** Percent of scored trials that reached the horizon. */
  readonly fullSurvivalPct: number | null;
  readonly months: MeanSd;
  /** Millions of dollars; 0 for a bankrupt company. */
  readonly scoreMusd: MeanSd;
  /** Percent of scored trials that survived each crisis; null where the horizon ends before it. */
  readonly crisisPct: readonly [number | null, number | null, number | null];
  /** Answered calls a month acted in, the fatal one included: per trial, then the mean. */
  readonly toolsPerMonth: number | null;
  /** Closings and requests carried out, mean of a trial. */
  readonly actions: number | null;
  /** Settled equity and debt in millions of dollars, bankrupt trials included. */
  readonly raisedMusd: MeanSd;
  readonly scoreLessRaisedMusd: MeanSd;
  readonly planned: number;
  /** Trials that ended somehow. */
  readonly attempted: number;
  /** Trials that were played to their end. */
  readonly scored: number;
  readonly unranked: Unranked | null;
  /** Full survival in percent of planned trials if every missing one went bankrupt, and if every one survived. */
  readonly survivalBracketPct: { readonly worst: number; readonly best: number } | null;
}

/** The paper's horizon in months: a shorter one is another protocol, whose survival ranks nobody. */
export const FULL_HORIZON_MONTHS = 132;

/** The row of one player. */
export function aggregateRow(
  player: Omit<PlayerResults, "plan">,
  protocol: Pick<ProtocolResults, "protocolStamp" | "protocol">,
): Table1Row {
  const { label, framework, category, playerStamp, planned, lines } = player;
  const trials = scoredTrials(lines);
  const counts = { planned, attempted: lines.length, scored: trials.length };
  const unranked = unrankedBecause(protocol.protocol, counts);
  const survived = trials.filter((trial) => trial.survived).length;
  return {
    framework,
    category,
    label,
    playerStamp,
    protocolStamp: protocol.protocolStamp,
    fullSurvivalPct: percent(trials.map((trial) => trial.survived)),
    months: meanSd(trials.map((trial) => trial.months)),
    scoreMusd: meanSd(trials.map((trial) => musd(trial.scoreCents))),
    crisisPct: [crisis(trials, 0), crisis(trials, 1), crisis(trials, 2)],
    toolsPerMonth: mean(
      trials.filter(({ monthsActed }) => monthsActed > 0).map((trial) => trial.toolCalls / trial.monthsActed),
    ),
    actions: mean(trials.map((trial) => trial.closings + trial.requests)),
    raisedMusd: meanSd(trials.map((trial) => musd(trial.raisedCents))),
    scoreLessRaisedMusd: meanSd(trials.map((trial) => musd(trial.scoreCents - trial.raisedCents))),
    ...counts,
    unranked,
    survivalBracketPct: unranked === "coverage" && planned > 0 ? bracket(survived, counts) : null,
  };
}

/** The score in cents of a trial that counts: 0 when bankrupt; null for a trial that was not played to its end. */
export function scoreOf(result: TrialResult): number | null {
  if (result.outcome.kind !== "completed") return null;
  return result.outcome.ending === "bankrupt" ? 0 : present(result.scoreCents, "a survivor has a score");
}

type Scored = TrialResult & { readonly scoreCents: number; readonly survived: boolean };

function scoredTrials(lines: readonly TrialLine[]): Scored[] {
  return lines.flatMap(({ result }) => {
    const scoreCents = scoreOf(result);
    if (scoreCents === null || result.outcome.kind !== "completed") return [];
    return [{ ...result, scoreCents, survived: result.outcome.ending === "survived" }];
  });
}

function unrankedBecause(
  protocol: ProtocolResults["protocol"],
  { planned, scored }: { planned: number; scored: number },
): Unranked | null {
  if (protocol === null) return "protocol";
  // In whole numbers, so that four of five is exactly 80 %.
  if (scored === 0 || scored * 5 < planned * 4) return "coverage";
  const horizon = protocol["horizon"];
  if (typeof horizon !== "number") return "protocol";
  return horizon < FULL_HORIZON_MONTHS ? "horizon" : null;
}

function bracket(
  survived: number,
  { planned, scored }: { planned: number; scored: number },
): { worst: number; best: number } {
  return { worst: (100 * survived) / planned, best: (100 * (survived + planned - scored)) / planned };
}

function crisis(trials: readonly Scored[], index: 0 | 1 | 2): number | null {
  return percent(trials.flatMap(({ crises }) => crises[index] ?? []));
}

function percent(answers: readonly boolean[]): number | null {
  return answers.length === 0 ? null : (100 * answers.filter(Boolean).length) / answers.length;
}

function meanSd(values: readonly number[]): MeanSd {
  return { mean: mean(values), sd: sampleSd(values) };
}

/** Millions of dollars of an amount in cents. */
function musd(cents: number): number {
  return cents / 100_000_000;
}
