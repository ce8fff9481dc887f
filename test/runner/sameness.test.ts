// One seed and the same decisions give the same bytes: at one thread or two, in any order, sharded or not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeRuns } from "../../src/runner/merge.ts";
import { factsOf, runIn, THREE } from "../support/runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const SIZE = { seeds: [0, 1, 2], protocol: { horizon: 40 } };

test("the same trials give the same records at one worker, at two in another order, and in shards that are merged", async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await runIn(at("one"), { ...SIZE, workers: 1 });
  await runIn(at("two"), { ...SIZE, workers: 2, seeds: [2, 0, 1], players: THREE.toReversed() });
  for (const part of [1, 2]) await runIn(at(`shard${part}`), { ...SIZE, shard: [part, 2] });
  await mergeRuns([at("shard1"), at("shard2")], at("merged"));
  const expected = factsOf(at("one"));
  expect(Object.keys(expected.lines)).toHaveLength(9);
  for (const name of ["two", "merged"]) expect(factsOf(at(name)), name).toEqual(expected);
  // To the byte, clocks aside: not only what the records say, but how they say it.
  const bytesOf = (name: string): string[] => {
    const trials = readdirSync(join(at(name), "trials")).sort();
    return trials.map((trial) => withoutClocks(readFileSync(join(at(name), "trials", trial), "utf8")));
  };
  expect(bytesOf("two")).toEqual(bytesOf("one"));
});

function withoutClocks(record: string): string {
  return record.replace(/"at":\{[^}]*\}/g, "");
}
