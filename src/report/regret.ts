// Regret: what knowing the future was worth on a trial's seed, from the oracle's recorded trials. Pure.
import { outcomeWord, type TrialLine, type TrialResult } from "../record/trial-line.ts";
import { mean } from "../stats/sample.ts";
import type { Cents } from "../std/money.ts";
import { scoreOf } from "./aggregate.ts";
import type { ProtocolResults } from "./run-results.ts";

/** The regret of each scored trial of a table; a trial that has none is not in it. */
export type Regrets = ReadonlyMap<TrialLine, Cents>;

/**
 * The regret of the trials of one table, against the oracle's trial on the same seed.
 *
 * In `hardened` it is the score missed: a bankrupt company's score is 0, so that its regret is the whole of the oracle's.
 * In `paper`, where the oracle raises the least that survives, it is the money a survivor raised beyond that; a company
 * that died has none there, since whatever it raised was not enough. It is below zero where a player that may ask for
 * any amount stopped closer to what was needed than requests of one size can.
 */
export function regretsOf({ protocol, players }: ProtocolResults): Regrets {
  const regret = regretUnder(protocol?.["ruleset"]);
  const oracles = new Map<number, TrialResult>();
  for (const { framework, lines } of players) {
    if (framework !== "oracle") continue;
    for (const { trial, result } of lines)
      if (outcomeWord(result.outcome) === "survived") oracles.set(trial.seed, result);
  }
  const regrets = new Map<TrialLine, Cents>();
  for (const line of players.flatMap(({ lines }) => lines)) {
    const oracle = oracles.get(line.trial.seed);
    const cents = oracle === undefined ? null : regret(line.result, oracle);
    if (cents !== null) regrets.set(line, cents);
  }
  return regrets;
}

/** The mean regret of a player's trials in millions of dollars; null where no trial of it has one. */
export function meanRegretMusd(results: ProtocolResults, label: string, playerStamp: string): number | null {
  const regrets = regretsOf(results);
  const player = results.players.find((row) => row.label === label && row.playerStamp === playerStamp);
  const cents = mean((player?.lines ?? []).flatMap((line) => regrets.get(line) ?? []));
  return cents === null ? null : cents / CENTS_OF_A_MILLION;
}

const CENTS_OF_A_MILLION = 100_000_000;

type Regret = (result: TrialResult, oracle: TrialResult) => Cents | null;

function regretUnder(ruleset: unknown): Regret {
  switch (ruleset) {
    case "hardened":
      return scoreMissed;
    case "paper":
      return raisedBeyondNeed;
    default:
      return () => null;
  }
}

function scoreMissed(result: TrialResult, oracle: TrialResult): Cents | null {
  const [score, most] = [scoreOf(result), scoreOf(oracle)];
  return score === null || most === null ? null : most - score;
}

function raisedBeyondNeed(result: TrialResult, oracle: TrialResult): Cents | null {
  return outcomeWord(result.outcome) === "survived" ? result.raisedCents - oracle.raisedCents : null;
}
