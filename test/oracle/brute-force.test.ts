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

/** Every plan of at most `requests` requests none of which is made while another is pending. */
function* plansOf(play: Play, requests: number, askedCents: number, fromMonth = 0): Generator<PlannedRequest[]> {
  yield [];
  if (requests === 0) return;
  const tape = drawTape(play.seed);
  for (let month = fromMonth; month < play.rules.horizon; month += 1) {
    const nextFrom = month + 1 + (play.rules.delay ? Math.floor(6 * (tape[month]?.delay ?? 0)) : 0);
    for (const instrument of ["equity", "debt"] as const) {
      for (const rest of plansOf(play, requests - 1, askedCents, nextFrom)) {
        yield [{ month, instrument, askedCents }, ...rest];
      }
    }
  }
}

describe("in paper, with up to two requests", () => {
  test.each([
    [4, { horizon: 33 }],
    [16, { horizon: 33, delay: false }],
  ])("no plan for seed %i under %j raises less and survives", (seed, protocol) => {
    const play = playOf(seed, protocol);
    let least = Infinity;
    for (const plan of plansOf(play, 2, PAPER_REQUEST_CENTS)) {
      const { score, raisedCents } = rehearse(play, plan);
      if (score !== null) least = Math.min(least, raisedCents);
    }
    expect(clairvoyantPlan(play).valueCents).toBe(least);
  });
});

describe("in hardened, over eight months", () => {
  test.each([0, 1, 4])("no plan for seed %i scores more", (seed) => {
    const play = playOf(seed, { horizon: 8, ruleset: "hardened" });
    let most = -Infinity;
    for (const plan of plansOf(play, 8, 1_000_000_000_000)) {
      most = Math.max(most, rehearse(play, plan).score?.total ?? 0);
    }
    const { valueCents, boundCents } = clairvoyantPlan(play);
    expect(valueCents).toBe(most);
    expect(boundCents).toBe(most);
  });
});
