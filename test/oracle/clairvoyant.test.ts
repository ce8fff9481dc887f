import { describe, expect, test } from "vitest";
import { createSchedule } from "../../src/agents/schedule.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { clairvoyantPlan, PAPER_REQUEST_CENTS, planInWords } from "../../src/oracle/clairvoyant.ts";
import type { Play } from "../../src/oracle/foresight.ts";
import type { OraclePlan } from "../../src/oracle/plan.ts";
import { rehearse } from "../../src/oracle/rehearsal.ts";
import { usdOfCents } from "../../src/std/money.ts";
import { type PlayedAgent, playAgent, playScripted, scripted } from "../support/play-agent.ts";
import { protocolWith, SCENARIO } from "../support/scenario.ts";

const SEEDS = Array.from({ length: 3 }, (_, seed) => seed);

function playOf(seed: number, protocol: Partial<Protocol>): Play {
  return { world: SCENARIO.macro, seed, rules: protocolWith(protocol) };
}

const plans = new Map<string, OraclePlan>();

/** The plan of a seed, found once for all tests. */
function planOf(seed: number, protocol: Partial<Protocol>): OraclePlan {
  const key = `${seed} ${JSON.stringify(protocol)}`;
  const plan = plans.get(key) ?? clairvoyantPlan(playOf(seed, protocol));
  plans.set(key, plan);
  return plan;
}

/** The plan at the desk, as the oracle's trial is played. */
function carriedOut(plan: OraclePlan, seed: number, protocol: Partial<Protocol>): PlayedAgent {
  const requests = plan.requests.map(({ month, instrument, askedCents }) => ({
    month,
    instrument,
    amountUsd: usdOfCents(askedCents),
  }));
  return playAgent(createSchedule(requests, planInWords(plan)), { protocol, seed });
}

function userTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}

const PROTOCOLS: readonly (readonly [what: string, protocol: Partial<Protocol>])[] = [
  ["in paper", {}],
  ["in paper without delay", { delay: false }],
  ["in paper without noise", { noise: false }],
  ["in paper over 70 months", { horizon: 70 }],
  ["in hardened", { ruleset: "hardened" }],
  ["in hardened without delay", { ruleset: "hardened", delay: false }],
  ["in hardened over 40 months", { ruleset: "hardened", horizon: 40 }],
];

describe("the oracle", () => {
  test.each(PROTOCOLS)("at the desk, %s, survives and gets to the cent what it planned", (_what, protocol) => {
    for (const seed of SEEDS) {
      const plan = planOf(seed, protocol);
      const played = carriedOut(plan, seed, protocol);
      expect(played.survived, `seed ${seed}`).toBe(true);
      const reached = plan.objective === "least-raised" ? played.raisedCents : played.scoreCents;
      expect(plan.valueCents, `seed ${seed}`).toBe(reached);
      expect(played.episode.counts, `seed ${seed}`).toMatchObject({
        toolCalls: 0,
        refusedRequests: 0,
        refusedCalls: 0,
      });
    }
  });

  test("asks for 20 million at a time in paper, and nothing of it in vain", () => {
    for (const seed of SEEDS) {
      const plan = planOf(seed, {});
      expect(plan.requests.every(({ askedCents }) => askedCents === PAPER_REQUEST_CENTS)).toBe(true);
      const { history } = carriedOut(plan, seed, {}).episode.company;
      expect(history.map(({ outcome }) => outcome)).toEqual(plan.requests.map(() => "settled"));
    }
  });

  test("raises nothing where nothing is needed", () => {
    expect(clairvoyantPlan(playOf(0, { horizon: 20 }))).toMatchObject({ requests: [], valueCents: 0, boundCents: 0 });
  });

  test("never betters its bound, and meets it in paper", () => {
    for (const seed of SEEDS) {
      const paper = planOf(seed, {});
      expect(paper.valueCents).toBe(paper.boundCents);
      const hardened = planOf(seed, { ruleset: "hardened" });
      expect(hardened.valueCents).toBeLessThanOrEqual(hardened.boundCents ?? 0);
      expect(hardened.valueCents).toBeGreaterThan(0.95 * (hardened.boundCents ?? Infinity));
    }
  });

  test("plans a seed in the processor time of less than a hundred plays of it", () => {
    for (const ruleset of ["paper", "hardened"] as const) {
      const plays = SEEDS.map((seed) => playOf(seed, { ruleset }));
      const planning = userTimeOf(() => {
        for (const play of plays) clairvoyantPlan(play);
      });
      const playing = userTimeOf(() => {
        for (const play of plays) {
          for (let time = 0; time < 5; time += 1) rehearse(play, planOf(play.seed, { ruleset }).requests);
        }
      });
      expect(planning, ruleset).toBeLessThan(20 * playing);
    }
  });

  test.each([
    ["raise-always", {}],
    ["raise-always", { instrument: "debt" }],
    ["raise-when-low", {}],
    ["raise-when-low", { belowCashUsd: 25_000_000 }],
    ["raise-once", {}],
  ])("is beaten by no %s %j", (policy, params) => {
    for (const seed of SEEDS) {
      const paper = playScripted(scripted(policy, params), { seed });
      const least = planOf(seed, {}).valueCents ?? Infinity;
      if (paper.survived) expect(paper.raisedCents).toBeGreaterThanOrEqual(least);
      const hardened = playScripted(scripted(policy, params), { seed, protocol: { ruleset: "hardened" } });
      expect(hardened.scoreCents).toBeLessThanOrEqual(planOf(seed, { ruleset: "hardened" }).valueCents ?? 0);
    }
  });
});

describe("a plan in words", () => {
  test.each<[plan: Omit<OraclePlan, "requests">, words: string]>([
    [
      { objective: "least-raised", valueCents: 2_800_000_050, boundCents: 2_800_000_050 },
      "knows the tape: $28,000,000.50 is the least money raised that survives, by proof",
    ],
    [
      { objective: "highest-score", valueCents: 30_000_000_000, boundCents: 31_000_000_000 },
      "knows the tape: will score $300,000,000.00, where no plan can score more than $310,000,000.00",
    ],
    [{ objective: "highest-score", valueCents: null, boundCents: null }, "knows the tape and no way to survive"],
  ])("says %j as %s", (plan, words) => {
    expect(planInWords({ requests: [], ...plan })).toBe(words);
  });
});
