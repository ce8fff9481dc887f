// Plays whole players at the desk, in this process and without a record.
import type { Agent } from "../../src/agents/agent.ts";
import { createScripted, type ScriptedPlayer, scriptedPlayerSchema } from "../../src/agents/scripted.ts";
import { fundingTotals, survivorScore } from "../../src/env/truth.ts";
import { uniformStream } from "../../src/std/random.ts";
import { type Played, type PlayOptions, play } from "./play.ts";

/** What became of a trial, in cents. */
export interface PlayedAgent extends Played {
  readonly survived: boolean;
  /** 0 for a bankrupt company. */
  readonly scoreCents: number;
  readonly raisedCents: number;
  /** The player's reason for each month. */
  readonly whys: readonly string[];
}

/** Plays an agent that decides at once, as the ones without a model do. */
export function playAgent(agent: Agent, options: PlayOptions = {}): PlayedAgent {
  const whys: string[] = [];
  const played = play((desk) => {
    const end = agent.playMonth(desk);
    if (end instanceof Promise || end.kind !== "played") throw new Error("this agent does not simply play");
    whys.push(end.why ?? "");
  }, options);
  const survived = played.ending === "survived";
  return {
    ...played,
    whys,
    survived,
    scoreCents: survived ? survivorScore(played.episode).total : 0,
    raisedCents: fundingTotals(played.episode.company).raisedCents,
  };
}

/** A scripted player of a policy, with its defaults where `params` says nothing. */
export function scripted(policy: string, params: object = {}): ScriptedPlayer {
  return scriptedPlayerSchema.parse({ label: policy, framework: "scripted", policy, params });
}

/** Plays a scripted player; its chance is the same in every play. */
export function playScripted(player: ScriptedPlayer, options: PlayOptions = {}): PlayedAgent {
  const chance = { uniform: (name: string) => uniformStream(`agent ${options.seed ?? 0}`, name) };
  return playAgent(createScripted(player, chance), options);
}
