// One seed and the same decisions give the same bytes: at one thread or two, in any order, sharded or not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeRuns } from "../../src/runner/merge.ts";
import { factsOf, runIn, THREE } from "../support/runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const SIZE = { seeds: [0, 1, 2, 3], protocol: { horizon: 40 } };

describe("the same trials", () => {
  test("give the same records at one worker and at two, in any order, and in three shards that are merged", async () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    await runIn(at("one"), { ...SIZE, workers: 1 });
    await runIn(at("two"), { ...SIZE, workers: 2 });
    const shuffled = { ...SIZE, seeds: [2, 0, 3, 1], players: [...THREE].reverse() };
    await runIn(at("shuffled"), { ...shuffled, workers: 2 });
    const shards = [1, 2, 3].map((index) => at(`shard${index}`));
    for (const [index, shard] of shards.entries()) await runIn(shard, { ...SIZE, shard: [index + 1, 3] });
    await mergeRuns(shards, at("merged"));
    const expected = factsOf(at("one"));
    expect(Object.keys(expected.lines)).toHaveLength(12);
    for (const name of ["two", "shuffled", "merged"]) expect(factsOf(at(name)), name).toEqual(expected);
  });

  test("give each event file the bytes of any other play of it, clocks aside", async () => {
    const folder = temporaryFolder();
    await runIn(join(folder, "a"), { players: THREE.slice(2), seeds: [5] });
    await runIn(join(folder, "b"), { players: THREE.slice(2), seeds: [5], workers: 2 });
    const bytes = (run: string): string =>
      readFileSync(join(folder, run, "trials", "random-s5-r0.jsonl"), "utf8").replace(/"at":\{[^}]*\}/g, "");
    expect(bytes("a")).toBe(bytes("b"));
  });
});
