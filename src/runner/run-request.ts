import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
import type { Prices } from "../llm/prices.ts";
import type { TrialLine } from "../record/trial-line.ts";
import type { Amount, Caps } from "./budget.ts";
import type { ReadyModel } from "./model-access.ts";
import type { PlannedTrial } from "./plan.ts";
import type { Spending } from "./recorded-spending.ts";

/** Restricts a session to some trials; an absent part restricts nothing. */
export interface OnlyFilter {
  readonly models?: readonly string[];
  readonly seeds?: readonly number[];
  /** Of trials that have ended: survived, bankrupt, completed, truncated, failed. */
  readonly outcomes?: readonly string[];
}

/** What a run is asked to do. */
export interface RunRequest {
  readonly players: readonly Player[];
  /** The file of each player, by label, for messages. */
  readonly files?: ReadonlyMap<string, string>;
  readonly protocol: Protocol;
  readonly seeds: readonly number[];
  readonly repeats: number;
  readonly folder: string;
  /** `[i, n]`, from 1. */
  readonly shard: readonly [number, number] | null;
  readonly only: OnlyFilter;
  readonly workers: number;
  /** Keys and prices of the model players that can be played. */
  readonly models: ReadonlyMap<string, ReadyModel>;
  /** Players that cannot be played now, by label, with the reason; their trials stay unfinished. */
  readonly blocked: ReadonlyMap<string, string>;
  /** What the whole run may use, earlier sessions included. */
  readonly caps: Caps;
  /** What other runs have spent that share these caps. */
  readonly spentElsewhere?: Amount;
  /** The command line, for the manifest; never holds a secret. */
  readonly flags: readonly string[];
}

/** Why a run stops before its plan is done. */
export interface RunStop {
  readonly kind: "interrupted" | "timed-out" | "capped" | "write-failed";
  readonly reason: string;
}

/** Why one player's trials go no further in this session while the others go on. */
export interface StoppedPlayer {
  readonly label: string;
  readonly kind: "blocked" | "wrong" | "capped" | "paused";
  readonly reason: string;
}

/** What a session begins with. */
export interface RunOpening {
  readonly folder: string;
  /** The whole plan of the folder. */
  readonly planned: readonly PlannedTrial[];
  /** The newest line of every trial that has ended, failed ones that are taken up again included. */
  readonly kept: readonly TrialLine[];
  /** What is played in this session. */
  readonly todo: readonly PlannedTrial[];
  /** Months of a trial whose company survives. */
  readonly horizon: number;
  /** Prices of the models that are played, by label; null where nobody knows them. */
  readonly prices: ReadonlyMap<string, Prices | null>;
  /** What earlier sessions spent, by label. */
  readonly spent: ReadonlyMap<string, Spending>;
}

/** What a run tells while it goes on. */
export interface RunObserver {
  opened(opening: RunOpening): void;
  /** A trial is played from here on; first its record is repeated, where it has one. */
  begun(trial: PlannedTrial): void;
  month(trial: PlannedTrial, month: number, cashUsd: number): void;
  /** A model has replied; replies that are only repeated from a record are not told. */
  replied(trial: PlannedTrial, used: Amount): void;
  finished(line: TrialLine): void;
  /** A request will be made again. */
  retry(trial: PlannedTrial, attempt: number, inMs: number, why: string): void;
  warning(text: string): void;
  /** A player goes no further in this session; a warning has said why. May come before `opened`. */
  stopped(label: string): void;
}

/** What a session of a run came to. */
export interface RunSummary {
  readonly folder: string;
  readonly planned: number;
  /** Newest line of every trial of the folder, by plan order. */
  readonly lines: readonly TrialLine[];
  readonly suspended: number;
  readonly stop: RunStop | null;
  /** Players that stopped on their own: a cap of theirs, a paused endpoint, a wrong key or model. */
  readonly stoppedPlayers: readonly StoppedPlayer[];
  /** What the run has spent, earlier sessions included. */
  readonly spent: Amount;
}
