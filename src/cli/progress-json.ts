// Progress for programs: one event a line on stdout.
import { outcomeWord, servedIn, type TrialLine } from "../record/trial-line.ts";
import type { RunObserver, RunOpening } from "../runner/run-request.ts";
import { say } from "./console.ts";

/** Says every event as a line of JSON, but for single replies: the trial's end sums them up. */
export function jsonProgress(): RunObserver {
  const tell = (event: string, facts: object): void => {
    say(JSON.stringify({ event, ...facts }));
  };
  return {
    opened({ folder, planned, todo }: RunOpening) {
      tell("opened", { folder, planned: planned.length, todo: todo.length });
    },
    begun: () => undefined,
    month(trial, month, cashUsd) {
      tell("month", { trial: trial.id, month, cash_usd: cashUsd });
    },
    replied: () => undefined,
    finished(line) {
      tell("finished", endOf(line));
    },
    retry(trial, attempt, inMs, why) {
      tell("retry", { trial: trial.id, attempt, in_ms: inMs, why });
    },
    warning(text) {
      tell("warning", { text });
    },
    stopped: () => undefined,
  };
}

function endOf({ trial, result }: TrialLine): object {
  const { outcome, months, scoreCents, turns, usage } = result;
  return {
    trial: trial.id,
    model: trial.label,
    seed: trial.seed,
    repeat: trial.repeat,
    outcome: outcomeWord(outcome),
    months,
    score_usd: scoreCents === null ? null : scoreCents / 100,
    calls: turns,
    tokens: usage === null ? null : (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    cost_usd: usage?.costUsd ?? null,
    served_model: servedIn(result).join("; ") || null,
  };
}
