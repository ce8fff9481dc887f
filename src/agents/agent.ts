// What every player is: something that plays a month at a desk. It never steps the world and cannot name it.
import type { Desk } from "../env/contract.ts";
import type { Uniform } from "../std/random.ts";

/** Why a trial stops before its game has ended. */
export type TrialStop =
  | { readonly kind: "truncated"; readonly limit: string; readonly value: number }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  /** Not ended: it goes on in a later session. With `stopsModel`, no other trial of the model need be tried. */
  | { readonly kind: "suspended"; readonly reason: string; readonly stopsModel?: boolean };

/** How a month at the desk ended. An undecided month is closed with `pass` by the runner, and counted. */
export type MonthEnd =
  /** `why`: the player's reason for its decision in its own words, or why it took none. */
  { readonly kind: "played"; readonly why?: string } | { readonly kind: "stopped"; readonly stop: TrialStop };

/** What a trial's model used so far; null where a provider did not say. */
export interface Spent {
  readonly turns: number;
  /** The model's name as its provider gave it last. */
  readonly servedModel: string | null;
  /** Replies by the name their provider gave. */
  readonly servedModels: Readonly<Record<string, number>>;
  /** How often each oddity of replies was met. */
  readonly oddities: Readonly<Record<string, number>>;
  readonly usage: {
    readonly inputTokens: number | null;
    readonly cachedInputTokens: number | null;
    readonly cacheWriteTokens: number | null;
    readonly outputTokens: number | null;
    readonly reasoningTokens: number | null;
    readonly costUsd: number | null;
  } | null;
}

/** A player of one trial. */
export interface Agent {
  /** Plays one month: calls the desk until the month is decided, or gives up. */
  playMonth(desk: Desk): Promise<MonthEnd> | MonthEnd;
  /** What the trial's model used so far; absent for players without a model. */
  readonly spent?: Spent;
  /** Frees what the agent holds (processes, servers). */
  close?(): Promise<void>;
}

/** What an agent is given besides its settings: chance of its own that never tells the seed. */
export interface Chance {
  /** The agent's own uniform stream of a name, the same in every run of the trial. */
  uniform(name: string): Uniform;
}
