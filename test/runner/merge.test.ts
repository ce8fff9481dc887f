import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resultsOf } from "../../src/cli/tables.ts";
import { readManifest, writeManifest } from "../../src/record/run-folder.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { mergeRuns } from "../../src/runner/merge.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { factsOf, linesIn, runIn, scripted, THREE } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const folder = folderOfFile();
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  await runIn(at("whole"), { seeds: [0, 1, 2] });
  for (const index of [1, 2, 3]) await runIn(at(`shard${index}`), { seeds: [0, 1, 2], shard: [index, 3] });
  await runIn(at("seeds12"), { seeds: [1, 2] });
  await runIn(at("other-rules"), { seeds: [1], protocol: { noise: false } });
  await runIn(at("other-player"), { players: [scripted("raise-always", { params: { amountUsd: 5 } })], seeds: [5] });
});

const shards = [1, 2, 3].map((index) => at(`shard${index}`));
const out = (): string => join(temporaryFolder(), "merged");

describe("three shards merged", () => {
  test("give the tables of one run byte for byte, and its records", async () => {
    const merged = out();
    expect(await mergeRuns(shards, merged)).toMatchObject({ planned: 9, ended: 9, unplanned: 0 });
    expect(tableFiles(resultsOf([merged]))).toEqual(tableFiles(resultsOf([at("whole")])));
    expect(factsOf(merged)).toEqual(factsOf(at("whole")));
    expect(readManifest(merged)).toMatchObject({ shard: null, seeds: [0, 1, 2] });
    expect(readManifest(merged).sessions).toHaveLength(3);
    expect((await verifyRun(merged)).differences).toEqual([]);
  });

  test("in any order give the same", async () => {
    const merged = out();
    await mergeRuns([...shards].reverse(), merged);
    expect(tableFiles(resultsOf([merged]))).toEqual(tableFiles(resultsOf([at("whole")])));
  });

  test("of which one is missing are an unfinished run that goes on", async () => {
    const merged = out();
    const { planned, ended } = await mergeRuns(shards.slice(0, 2), merged);
    expect(ended).toBeLessThan(planned);
    await runIn(merged, { seeds: [0, 1, 2] });
    expect(factsOf(merged)).toEqual(factsOf(at("whole")));
  });
});

describe("runs of other seeds or players", () => {
  test("are joined, and a trial that both have told alike is kept once", async () => {
    const merged = out();
    await mergeRuns([at("whole"), at("seeds12")], merged);
    expect(linesIn(merged)).toHaveLength(9);
  });

  test("make a plan with trials that nobody planned, and that is told", async () => {
    const lone = at("lone");
    await runIn(lone, { players: [scripted("raise-once")], seeds: [7] });
    expect(await mergeRuns([at("seeds12"), lone], out())).toMatchObject({ planned: 12, ended: 7, unplanned: 5 });
  });
});

describe("refused are", () => {
  test.each([
    ["other rules", ["seeds12", "other-rules"], /protocol.noise: true in one, false in another/],
    ["another player under a label", ["seeds12", "other-player"], /player raise-always, params/],
  ])("runs of %s", async (_what, names, words) => {
    const merged = out();
    await expect(mergeRuns(names.map(at), merged)).rejects.toThrow(words);
    expect(existsSync(merged)).toBe(false);
  });

  test("a trial that two runs tell differently", async () => {
    const differing = at("differing");
    await runIn(differing, { seeds: [1, 2], players: THREE.slice(0, 1) });
    const path = join(differing, "trials.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace(/"finalCashCents":\d/, '"finalCashCents":9'));
    await expect(mergeRuns([at("seeds12"), differing], out())).rejects.toThrow(/and they differ: finalCashCents/);
  });

  test("a branch, a folder that is being played, and a place that is taken", async () => {
    const branched = at("branched");
    mkdirSync(branched);
    writeManifest(branched, { ...readManifest(at("whole")), branchOf: "x" });
    await expect(mergeRuns([at("whole"), branched], out())).rejects.toThrow("a branch of x");
    const played = at("played");
    await runIn(played, { seeds: [0] });
    mkdirSync(join(played, ".lock"));
    writeFileSync(join(played, ".lock-owner.json"), JSON.stringify({ host: "elsewhere", pid: 4711 }));
    await expect(mergeRuns([at("whole"), played], out())).rejects.toThrow("being played by process 4711");
    await expect(mergeRuns(shards, at("whole"))).rejects.toThrow("is there already");
  });
});
