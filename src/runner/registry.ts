// From a player's settings to an agent that can play.
import type { Agent, Chance } from "../agents/agent.ts";
import type { ReactPlayer } from "../agents/react/player.ts";
import { createReact } from "../agents/react/react.ts";
import { createScripted } from "../agents/scripted.ts";
import type { Player } from "../config/player.ts";
import { assert } from "../std/assert.ts";
import { sha256Hex } from "../std/hash.ts";
import { uniformStream } from "../std/random.ts";
import type { TrialSeat } from "./model-seat.ts";
import type { PlannedTrial } from "./plan.ts";

/** What a model player's agent is given: its seat, made only for such players. */
export type SeatMaker = (player: ReactPlayer) => TrialSeat;

/** The agent of a trial. */
export function createAgent(player: Player, trial: PlannedTrial, seatFor: SeatMaker | null): Agent {
  if (player.framework === "scripted") return createScripted(player, chanceOf(trial));
  assert(seatFor !== null, `${player.label} needs a model`);
  const seat = seatFor(player);
  const { memory, limits, sampling } = player;
  const settings = { memory, turnsPerMonth: limits.turnsPerMonth, maxOutputTokens: sampling.maxOutputTokens };
  const agent = createReact(settings, seat);
  return {
    playMonth: (desk) => agent.playMonth(desk),
    get spent() {
      return seat.spent;
    },
  };
}

/** Whether a player decides the same way every time on a seed. */
export function decidesAlike(player: Player): boolean {
  return player.framework === "scripted";
}

/** Trials of a player in flight at once. */
export function concurrencyOf(player: Player): number {
  if (player.framework === "scripted") return player.paceMs > 0 ? 256 : 8;
  return player.limits.concurrency;
}

/** The wait before each month; only scripted players have one. */
export function paceOf(player: Player): number {
  return player.framework === "scripted" ? player.paceMs : 0;
}

/** Streams named by a hash of the trial, so that an agent can draw without learning the seed. */
function chanceOf(trial: PlannedTrial): Chance {
  const key = sha256Hex(`agent:${trial.id}`);
  return { uniform: (name) => uniformStream(key, name) };
}
