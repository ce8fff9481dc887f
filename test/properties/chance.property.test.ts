// Chance is drawn before the first month: nothing that a player does, looks at or is told can move it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MonthAmounts } from "../../src/sim/operations.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { plans, protocols, seeds } from "../support/arbitraries.ts";
import { decides, playPlan } from "../support/plan-play.ts";
import { play } from "../support/play.ts";

const noLooks = plans(24, 0);

describe("one seed is one weather", () => {
  test("two players of a seed lend, bill, collect, provide and accrue the same in every month", () => {
    fc.assert(
      fc.property(noLooks, noLooks, seeds, fc.boolean(), (one, other, seed, noise) => {
        const [a, b] = [one, other].map((plan) => play(decides(plan), { seed, protocol: { noise } }).episode.company);
        const common = Math.min(a?.months.length ?? 0, b?.months.length ?? 0);
        expect(common).toBeGreaterThan(0);
        expect(a?.months.slice(0, common).map(operations)).toEqual(b?.months.slice(0, common).map(operations));
      }),
      { numRuns: 15 },
    );
  });

  test("a request's delay and fill are those of the month in which it is made", () => {
    fc.assert(
      fc.property(noLooks, seeds, fc.boolean(), (plan, seed, exclusivity) => {
        const { company } = play(decides(plan), { seed, protocol: { exclusivity } }).episode;
        const tape = drawTape(seed);
        for (const { request, month } of company.history) {
          const { delay, fill } = tape[request.month] ?? { delay: Number.NaN, fill: Number.NaN };
          expect(month - request.month).toBe(1 + Math.floor(6 * delay));
          expect(request.filledCents).toBe(Math.floor((0.7 + 0.3 * fill) * request.askedCents + 0.5));
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("the same decisions on the same seed", () => {
  test("give the same hashes, openings and answers, however often they are played", () => {
    fc.assert(
      fc.property(plans(), protocols, seeds, (plan, protocol, seed) => {
        const [one, other] = [playPlan(plan, { protocol, seed }), playPlan(plan, { protocol, seed })];
        expect(one.hashes).toEqual(other.hashes);
        expect(one.seen).toEqual(other.seen);
      }),
      { numRuns: 10 },
    );
  });

  test("give the same hashes whatever is looked up, noted or refused in between", () => {
    fc.assert(
      fc.property(plans(20, 5), protocols, seeds, (plan, protocol, seed) => {
        const blind = plan.map(({ actions }) => ({ looks: [], actions }));
        const looking = play(decides(plan), { protocol, seed });
        expect(looking.hashes).toEqual(play(decides(blind), { protocol, seed }).hashes);
        expect(looking.hashes).toHaveLength(looking.episode.company.months.length);
      }),
      { numRuns: 10 },
    );
  });

  test("give other hashes on another seed", () => {
    fc.assert(
      fc.property(noLooks, seeds, (plan, seed) => {
        const last = (of: number): string | undefined => play(decides(plan), { seed: of }).hashes[0];
        expect(last(seed)).not.toBe(last(seed + 1));
      }),
      { numRuns: 10 },
    );
  });
});

describe("a shorter horizon", () => {
  test("is the beginning of the whole game: the same openings, answers and hashes until it ends", () => {
    fc.assert(
      fc.property(plans(), protocols, seeds, fc.integer({ min: 1, max: 131 }), (plan, protocol, seed, horizon) => {
        const short = playPlan(plan, { protocol: { ...protocol, horizon }, seed });
        const whole = playPlan(plan, { protocol, seed });
        const shared = Math.min(horizon, whole.seen.length);
        expect(short.seen).toEqual(whole.seen.slice(0, shared));
        expect(short.hashes).toEqual(whole.hashes.slice(0, shared));
        expect(short.ending).toBe(whole.ending === "survived" || whole.months >= horizon ? "survived" : "bankrupt");
        expect(short.months).toBe(Math.min(horizon, whole.months));
      }),
      { numRuns: 20 },
    );
  });
});

/** What a month does whoever decides: all but debt service and tax, which depend on what was raised. */
function operations(amounts: MonthAmounts): Partial<MonthAmounts> {
  const { noteInterest: _i, notesRepaid: _r, taxAccrued: _a, taxPaid: _p, lossCarryforward: _l, ...rest } = amounts;
  return rest;
}
