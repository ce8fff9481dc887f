// The columns of `trials.csv`: everything a trial line says, long form, for pandas and R.
import { type Outcome, outcomeWord, servedIn, type TrialLine, type TrialResult } from "../record/trial-line.ts";
import { formatPlainUsd } from "../std/money.ts";
import { scoreOf } from "./aggregate.ts";
import type { CsvColumn } from "./csv-column.ts";
import { fixed } from "./numbers.ts";
import type { PlayerResults } from "./run-results.ts";

/** A trial and the player who played it. */
export interface PlayedTrial {
  readonly player: PlayerResults;
  readonly line: TrialLine;
}

/** The columns in order. The first sixteen are a promise to readers of the file; more may follow the last. */
export const TRIAL_COLUMNS: readonly CsvColumn<PlayedTrial>[] = [
  text("model", ({ player }) => player.label),
  count("seed", ({ line }) => line.trial.seed),
  count("repeat", ({ line }) => line.trial.repeat),
  text("outcome", ({ line }) => outcomeWord(line.result.outcome)),
  count("months", ({ line }) => line.result.months),
  usd("score_usd", scoreOf),
  usd("final_cash_usd", (result) => result.finalCashCents),
  usd("raised_usd", (result) => result.raisedCents),
  count("equity_rounds", ({ line }) => line.result.equityRounds),
  count("debt_rounds", ({ line }) => line.result.debtRounds),
  count("tool_calls", ({ line }) => line.result.toolCalls),
  count("actions", ({ line }) => line.result.closings + line.result.requests),
  crisis("crisis1", 0),
  crisis("crisis2", 1),
  crisis("crisis3", 2),
  text("protocol", ({ line }) => line.protocolStamp),
  text("framework", ({ player }) => player.framework),
  text("category", ({ player }) => player.category),
  text("outcome_detail", ({ line }) => outcomeDetail(line.result.outcome)),
  usd("score_less_raised_usd", scoreLessRaised),
  usd("trailing_revenue_usd", (result) => result.trailingRevenueCents),
  usd("notes_outstanding_usd", (result) => result.notesOutstandingCents),
  count("months_acted", ({ line }) => line.result.monthsActed),
  count("refused_calls", ({ line }) => line.result.refusedCalls),
  count("closings", ({ line }) => line.result.closings),
  count("requests", ({ line }) => line.result.requests),
  count("refused_requests", ({ line }) => line.result.refusedRequests),
  count("forced_passes", ({ line }) => line.result.forcedPasses),
  count("note_calls", ({ line }) => line.result.noteCalls),
  count("turns", ({ line }) => line.result.turns),
  count("input_tokens", ({ line }) => line.result.usage?.inputTokens ?? null),
  count("cached_input_tokens", ({ line }) => line.result.usage?.cachedInputTokens ?? null),
  count("output_tokens", ({ line }) => line.result.usage?.outputTokens ?? null),
  // A trial of a small model costs less than a cent.
  numeric("cost_usd", ({ line }) => fixed(line.result.usage?.costUsd ?? null, 6)),
  text("player_stamp", ({ line }) => line.playerStamp),
  text("state_hash", ({ line }) => line.result.stateHash),
  count("attempt", ({ line }) => line.attempt),
  text("served_model", ({ line }) => servedIn(line.result).join("; ")),
];

function text(name: string, cell: (trial: PlayedTrial) => string): CsvColumn<PlayedTrial> {
  return { name, isText: true, cell };
}

function numeric(name: string, cell: (trial: PlayedTrial) => string): CsvColumn<PlayedTrial> {
  return { name, isText: false, cell };
}

function count(name: string, value: (trial: PlayedTrial) => number | null): CsvColumn<PlayedTrial> {
  return numeric(name, (trial) => fixed(value(trial), 0));
}

function usd(name: string, cents: (result: TrialResult) => number | null): CsvColumn<PlayedTrial> {
  return numeric(name, ({ line }) => {
    const amount = cents(line.result);
    return amount === null ? "" : formatPlainUsd(amount);
  });
}

/** 1 survived, 0 not; blank where the horizon ends before it, or where the trial never got to say. */
function crisis(name: string, index: 0 | 1 | 2): CsvColumn<PlayedTrial> {
  return numeric(name, ({ line: { result } }) => {
    const survived = result.crises[index];
    if (survived === null || result.outcome.kind !== "completed") return "";
    return survived ? "1" : "0";
  });
}

function scoreLessRaised(result: TrialResult): number | null {
  const score = scoreOf(result);
  return score === null ? null : score - result.raisedCents;
}

/** What stopped a trial that was not played to its end: the limit it met, or the code of the failure. */
function outcomeDetail(outcome: Outcome): string {
  if (outcome.kind === "truncated") return outcome.limit;
  return outcome.kind === "failed" ? outcome.code : "";
}
