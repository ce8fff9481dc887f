// Laws of the tables: no order and no cutting into shards changes a byte.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, failed, line, player, run, truncated } from "./sample-runs.ts";

const PLAYERS = [player("A"), player("B", { category: "Open" }), player("C", { framework: "codex" })];
const PLAN = { seeds: [0, 1, 2, 3], repeats: 2 };

const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
const trialResult = fc
  .record({
    base: fc.constantFrom({}, bankrupt(31), bankrupt(80), failed(3), truncated(9)),
    numbers: fc.record({ raisedCents: cents, toolCalls: fc.nat(2640), closings: fc.nat(132), finalCashCents: cents }),
    score: cents,
  })
  .map(({ base, numbers, score }) => ({ scoreCents: score, ...numbers, ...base }));

/** Lines of distinct trials within the plan. */
const distinctLines: fc.Arbitrary<TrialLine[]> = fc.uniqueArray(
  fc
    .record({ label: fc.constantFrom("A", "B", "C"), seed: fc.nat(3), repeat: fc.nat(1), result: trialResult })
    .map(({ label, seed, repeat, result }) => line({ label, seed, repeat }, result)),
  { selector: ({ trial }) => trial.id, maxLength: 24 },
);

function files(...shards: readonly (readonly TrialLine[])[]) {
  const shard = (index: number): [number, number] | null => (shards.length === 1 ? null : [index + 1, shards.length]);
  return tableFiles(gatherResults(shards.map((lines, index) => run(PLAYERS, lines, { ...PLAN, shard: shard(index) }))));
}

describe("the bytes of all tables", () => {
  test("do not depend on the order in which trials were finished", () => {
    const shuffled = distinctLines.chain((lines) =>
      fc.record({ lines: fc.constant(lines), other: fc.shuffledSubarray(lines, { minLength: lines.length }) }),
    );
    fc.assert(
      fc.property(shuffled, ({ lines, other }) => {
        expect(files(other)).toEqual(files(lines));
      }),
    );
  });

  test("are those of the whole run when it was played in shards, in whichever order they come", () => {
    const sharded = fc.record({ lines: distinctLines, places: fc.array(fc.nat(2), { minLength: 24, maxLength: 24 }) });
    fc.assert(
      fc.property(sharded, ({ lines, places }) => {
        const shards = [0, 1, 2].map((shard) => lines.filter((_, index) => places[index] === shard));
        expect(files(...shards)).toEqual(files(lines));
        expect(files(...shards.toReversed())).toEqual(files(lines));
      }),
    );
  });

  test("do not change when earlier attempts precede a line that counts", () => {
    fc.assert(
      fc.property(distinctLines, (lines) => {
        const earlier = lines.map(({ trial }) => line(trial, failed(1)));
        expect(files([...earlier, ...lines])).toEqual(files(lines));
      }),
    );
  });
});
