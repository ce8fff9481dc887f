// From a player's settings to an agent that can play.
import type { Agent, Chance } from "../agents/agent.ts";
import { createScripted } from "../agents/scripted.ts";
import type { Player } from "../config/player.ts";
import { sha256Hex } from "../std/hash.ts";
import { uniformStream } from "../std/random.ts";
import type { PlannedTrial } from "./plan.ts";

/** The agent of a trial. */
export function createAgent(player: Player, trial: PlannedTrial): Agent {
  return createScripted(player, chanceOf(trial));
}

/** Whether a player decides the same way every time on a seed. */
export function decidesAlike(player: Player): boolean {
  return player.framework === "scripted";
}

/** Trials of a player in flight at once. */
export function concurrencyOf(player: Player): number {
  return player.paceMs > 0 ? 256 : 8;
}

/** Streams named by a hash of the trial, so that an agent can draw without learning the seed. */
function chanceOf(trial: PlannedTrial): Chance {
  const key = sha256Hex(`agent:${trial.id}`);
  return { uniform: (name) => uniformStream(key, name) };
}
