// From a player's settings to an agent that can play.
import type { Agent, Chance } from "../agents/agent.ts";
import type { ReactPlayer } from "../agents/react/player.ts";
import { createReact } from "../agents/react/react.ts";
import { createSchedule } from "../agents/schedule.ts";
import { createScripted } from "../agents/scripted.ts";
import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
import { clairvoyantPlan, planInWords } from "../oracle/clairvoyant.ts";
import type { Scenario } from "../sim/scenario.ts";
import { assert } from "../std/assert.ts";
import { sha256Hex } from "../std/hash.ts";
import { usdOfCents } from "../std/money.ts";
import { uniformStream } from "../std/random.ts";
import type { TrialSeat } from "./model-seat.ts";
import type { PlannedTrial } from "./plan.ts";

/** What a model player's agent is given: its seat, made only for such players. */
export type SeatMaker = (player: ReactPlayer) => TrialSeat;

/** What a trial is played in. */
export interface TrialGame {
  readonly trial: PlannedTrial;
  readonly scenario: Scenario;
  readonly protocol: Protocol;
}

/** The agent of a trial. */
export function createAgent(player: Player, game: TrialGame, seatFor: SeatMaker | null): Agent {
  if (player.framework === "scripted") return createScripted(player, chanceOf(game.trial));
  if (player.framework === "oracle") return createOracle(game);
  assert(seatFor !== null, `${player.label} needs a model`);
  const seat = seatFor(player);
  const { prompt, memory, limits, sampling } = player;
  const { turnsPerMonth } = limits;
  const settings = { prompt, memory, turnsPerMonth, maxOutputTokens: sampling.maxOutputTokens };
  const agent = createReact(settings, seat);
  return {
    playMonth: (desk) => agent.playMonth(desk),
    get spent() {
      return seat.spent;
    },
  };
}

/** The plan is found here, with the tape in hand; its agent gets the requests and nothing else. */
function createOracle({ trial, scenario, protocol }: TrialGame): Agent {
  const plan = clairvoyantPlan({ world: scenario.macro, seed: trial.seed, rules: protocol });
  const requests = plan.requests.map(({ month, instrument, askedCents }) => ({
    month,
    instrument,
    amountUsd: usdOfCents(askedCents),
  }));
  return createSchedule(requests, planInWords(plan));
}

/** Whether a player decides the same way every time on a seed. */
export function decidesAlike(player: Player): boolean {
  return player.framework === "scripted" || player.framework === "oracle";
}

/** Trials of a player in flight at once. */
export function concurrencyOf(player: Player): number {
  if (player.framework === "scripted") return player.paceMs > 0 ? 256 : 8;
  // A plan is searched for without a pause, so one at a time leaves the worker to others in between.
  if (player.framework === "oracle") return 1;
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
