// Chance, drawn before the first month: nothing a player does can shift a draw, so one seed is one weather for all.
import { roundedNormal, uniformStream } from "../std/random.ts";
import { EPISODE_MONTHS } from "./scenario.ts";

/** One month's draws: four standard normals (6 decimals) and three uniforms in [0, 1). */
export interface TapeMonth {
  readonly grossMargin: number;
  readonly ebitdaMargin: number;
  readonly growth: number;
  readonly collection: number;
  readonly outcome: number;
  readonly fill: number;
  readonly delay: number;
}

/** The draws of a whole episode, one entry a month. */
export type Tape = readonly TapeMonth[];

/** The tape of a seed: seven independent streams of `seedrandom.alea`, one draw a month each. */
export function drawTape(seed: number): Tape {
  const grossMargin = uniformStream(seed, "gross-margin");
  const ebitdaMargin = uniformStream(seed, "ebitda-margin");
  const growth = uniformStream(seed, "growth");
  const collection = uniformStream(seed, "collection");
  const outcome = uniformStream(seed, "outcome");
  const fill = uniformStream(seed, "fill");
  const delay = uniformStream(seed, "delay");
  return Array.from({ length: EPISODE_MONTHS }, () => ({
    grossMargin: roundedNormal(grossMargin),
    ebitdaMargin: roundedNormal(ebitdaMargin),
    growth: roundedNormal(growth),
    collection: roundedNormal(collection),
    outcome: outcome(),
    fill: fill(),
    delay: delay(),
  }));
}
