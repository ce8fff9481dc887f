// The searches against trying everything, on plays short enough for that.
import { describe, expect, test } from "vitest";
import type { Protocol } from "../../src/env/protocol.ts";
import { clairvoyantPlan, PAPER_REQUEST_CENTS } from "../../src/oracle/clairvoyant.ts";
import type { Play } from "../../src/oracle/foresight.ts";
import { type PlannedRequest, rehearse } from "../../src/oracle/rehearsal.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { protocolWith, SCENARIO } from "../support/scenario.ts";

function playOf(seed: number, protocol: Partial<Protocol>): Play {
  return { world: SCENARIO.macro, seed, rules: protocolWith(protocol) };
}

/** The plan with one request more, made in any month when none of it is pending. */
function* longerBy1(play: Play, plan: readonly PlannedRequest[], askedCents: number): Generator<PlannedRequest[]> {
  const tape = drawTape(play.seed);
  const last = plan.at(-1)?.month;
  const delay = last !== undefined && play.rules.delay ? Math.floor(6 * (tape[last]?.delay ?? 0)) : 0;
  const from = last === undefined ? 0 : last + 1 + delay;
  for (let month = from; month < play.rules.horizon; month += 1) {
    for (const instrument of ["equity", "debt"] as const) yield [...plan, { month, instrument, askedCents }];
  }
}

/** The least that is raised by any survivor of the plan with up to so many requests more. */
function leastRaised(play: Play, plan: readonly PlannedRequest[], more: number): number {
  const { score, raisedCents } = rehearse(play, plan);
  // Whoever survives with these requests raises no less with others besides.
  if (score !== null) return raisedCents;
  if (more === 0) return Infinity;
  let least = Infinity;
  for (const longer of longerBy1(play, plan, PAPER_REQUEST_CENTS)) {
    least = Math.min(least, leastRaised(play, longer, more - 1));
  }
  return least;
}

/** The highest score of the plan with any requests more. */
function highestScore(play: Play, plan: readonly PlannedRequest[] = []): number {
  let most = rehearse(play, plan).score?.total ?? 0;
  for (const longer of longerBy1(play, plan, 1_000_000_000_000)) most = Math.max(most, highestScore(play, longer));
  return most;
}

describe("in paper, with up to two requests", () => {
  test.each([
    [4, { horizon: 33 }],
    [16, { horizon: 33, delay: false }],
  ])("no plan for seed %i under %j raises less and survives", (seed, protocol) => {
    const play = playOf(seed, protocol);
    expect(clairvoyantPlan(play).valueCents).toBe(leastRaised(play, [], 2));
  });
});

describe("in hardened, over eight months", () => {
  test.each([0, 1, 4])("no plan for seed %i scores more", (seed) => {
    const play = playOf(seed, { horizon: 8, ruleset: "hardened" });
    const most = highestScore(play);
    const { valueCents, boundCents } = clairvoyantPlan(play);
    expect(valueCents).toBe(most);
    expect(boundCents).toBe(most);
  });
});
