import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
import type { TrialLine } from "../record/trial-line.ts";
import type { Caps } from "./budget.ts";
import type { ReadyModel } from "./model-access.ts";
import type { PlannedTrial } from "./plan.ts";

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
  /** What the whole run may use. */
  readonly caps: Caps;
  /** The command line, for the manifest; never holds a secret. */
  readonly flags: readonly string[];
}

/** Why a run stops before its plan is done. */
export interface RunStop {
  readonly kind: "interrupted" | "capped" | "write-failed";
  readonly reason: string;
}

/** Why one player's trials go no further in this session while the others go on. */
export interface StoppedPlayer {
  readonly label: string;
  readonly kind: "blocked" | "wrong" | "capped" | "paused";
  readonly reason: string;
}

/** What a run tells while it goes on. */
export interface RunObserver {
  opened(info: {
    readonly folder: string;
    readonly planned: readonly PlannedTrial[];
    readonly kept: readonly TrialLine[];
    readonly todo: number;
  }): void;
  month(trial: PlannedTrial, month: number, cashUsd: number): void;
  finished(line: TrialLine): void;
  /** A request will be made again. */
  retry(trial: PlannedTrial, attempt: number, inMs: number, why: string): void;
  warning(text: string): void;
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
}
