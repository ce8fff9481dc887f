// Two worlds that differ only in what a player may not know yet look the same, byte for byte, until it may be known.
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/env/contract.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import type { Tape, TapeMonth } from "../../src/sim/tape.ts";
import { look, type MonthPlan, plans } from "../support/arbitraries.ts";
import { decides } from "../support/plan-play.ts";
import { CASH, CLOSE, market, newEpisode, passIfUndecided, raise, retrieve } from "../support/play.ts";

// Seeds at which an episode meets a tape of the test's making.
const made = vi.hoisted(() => {
  // The files before this one, in the same process, have loaded the simulator with its own tapes.
  vi.resetModules();
  return new Map<number, unknown>();
});

vi.mock(import("../../src/sim/tape.ts"), async (importOriginal) => {
  const original = await importOriginal();
  return { drawTape: (seed) => (made.get(seed) as Tape | undefined) ?? original.drawTape(seed) };
});

const { drawTape } = await import("../../src/sim/tape.ts");

afterAll(() => {
  vi.doUnmock(import("../../src/sim/tape.ts"));
  vi.resetModules();
});

interface Twins {
  readonly tapes: readonly [Tape, Tape];
  readonly plan: readonly MonthPlan[];
  readonly protocol?: Partial<Protocol>;
}

/** Everything seen up to and at the desk of `lastMonth`, in both worlds. */
function bothSee({ tapes, plan, protocol = {} }: Twins, lastMonth: number): readonly (readonly string[])[] {
  return tapes.map((tape, index) => {
    made.set(-1 - index, tape);
    const episode = newEpisode({ protocol, seed: -1 - index });
    const seen: string[] = [];
    for (;;) {
      seen.push(JSON.stringify(episode.desk.opening));
      decides(plan, (_month, result) => seen.push(JSON.stringify(result)))(episode.desk, episode.month, episode);
      if (episode.month === lastMonth) return seen;
      passIfUndecided(episode);
      if (episode.step().kind === "terminated") return [...seen, "the end"];
    }
  });
}

function changed(tape: Tape, month: number, change: Partial<TapeMonth>): Tape {
  return tape.map((draws, index) => (index === month ? { ...draws, ...change } : draws));
}

const seeds = fc.integer({ min: 0, max: 1_000_000 });
const nowhere = fc.record({ looks: fc.array(look, { maxLength: 6 }), actions: fc.constant([] as ToolCall[]) });

describe("two worlds look the same", () => {
  test("until the month from which their tapes differ has run", () => {
    fc.assert(
      fc.property(
        plans(20, 3),
        seeds,
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        (plan, seed, month, exclusivity) => {
          const [one, other] = [drawTape(seed), drawTape(seed + 1)];
          const mixed = one.map((draws, index) => (index < month ? draws : (other[index] ?? draws)));
          const [a, b] = bothSee({ tapes: [one, mixed], plan, protocol: { exclusivity } }, month);
          expect(a).toEqual(b);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("without delay too, but for the answer to a request of that month", () => {
    fc.assert(
      fc.property(plans(20, 3), seeds, fc.integer({ min: 0, max: 40 }), (plan, seed, month) => {
        const [one, other] = [drawTape(seed), drawTape(seed + 1)];
        const mixed = one.map((draws, index) => (index <= month ? draws : (other[index] ?? draws)));
        const [a, b] = bothSee({ tapes: [one, mixed], plan, protocol: { delay: false } }, month);
        expect(a).toEqual(b);
      }),
      { numRuns: 20 },
    );
  });

  test("while a request is pending, whether it will bring much, little or nothing, soon or late", () => {
    const asks = fc.constantFrom(raise("equity", 2e7), raise("debt", 2e7));
    const fates = fc.record({
      outcome: fc.constantFrom(0, 0.999),
      fill: fc.double({ min: 0, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(
        seeds,
        asks,
        fates,
        fates,
        fc.array(nowhere, { minLength: 13, maxLength: 13 }),
        fc.integer({ min: 1, max: 6 }),
        (seed, ask, one, other, looks, soon) => {
          const asked = 4;
          const plan = looks.map((month, index) => (index === asked ? { ...month, actions: [ask] } : month));
          const tape = drawTape(seed);
          const tapes = [
            changed(tape, asked, { ...one, delay: (soon - 1) / 6 + 0.01 }),
            changed(tape, asked, { ...other, delay: 0.99 }),
          ] as const;
          const [a, b] = bothSee({ tapes, plan }, asked + soon - 1);
          expect(a).toEqual(b);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("in all that was not cash, while its month is not closed", () => {
    const harmless: fc.Arbitrary<MonthPlan> = fc.record({
      looks: fc.array(look, { maxLength: 6 }),
      actions: fc.constantFrom([], [CASH], [raise("debt", 100_000)]),
    });
    fc.assert(
      fc.property(
        seeds,
        fc.array(harmless, { minLength: 40, maxLength: 40 }),
        fc.constantFrom(3, 9, 12, 18),
        (seed, months, open) => {
          const plan = months.map((month, index) => (index === open - 1 ? { ...month, actions: [CLOSE] } : month));
          const tapes = losses(seed, open);
          // The provision of month `open` reaches cash with the charge-offs it makes, after the next month but one.
          const [a, b] = bothSee({ tapes, plan }, open + 2);
          expect(a).toEqual(b);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("two worlds look different", () => {
  const watching: MonthPlan = { looks: [CASH, market({ indicators: ["vix"] })], actions: [] };

  test("once what differs is settled", () => {
    const plan = Array.from({ length: 13 }, (_, month) =>
      month === 4 ? { ...watching, actions: [raise("equity", 2e7)] } : watching,
    );
    const tape = drawTape(1);
    const tapes = [
      changed(tape, 4, { outcome: 0, delay: 0.01 }),
      changed(tape, 4, { outcome: 0.999, delay: 0.01 }),
    ] as const;
    const [a, b] = bothSee({ tapes, plan }, 5);
    expect(a).not.toEqual(b);
  });

  test("once the month that differs is closed", () => {
    const reading = { looks: [retrieve("income_statement")], actions: [CLOSE] };
    const plan = Array.from({ length: 40 }, () => reading);
    const [before, after] = [10, 11].map((month) => bothSee({ tapes: losses(3, 9), plan }, month));
    expect(before?.[0]).toEqual(before?.[1]);
    expect(after?.[0]).not.toEqual(after?.[1]);
  });
});

/** Two tapes that differ in the losses of one month alone: both margins move together, so the cost is the same. */
function losses(seed: number, month: number): readonly [Tape, Tape] {
  const calm = changed(drawTape(seed), month, { grossMargin: 0, ebitdaMargin: 0 });
  return [calm, changed(calm, month, { grossMargin: 0.75, ebitdaMargin: 1 })];
}
