import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resultsOf } from "../../src/cli/tables.ts";
import type { Manifest, ManifestPlayer } from "../../src/record/manifest.ts";
import { readManifest, writeManifest } from "../../src/record/run-folder.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { mergeRuns } from "../../src/runner/merge.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { factsOf, linesIn, runIn } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const folder = folderOfFile();
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  await runIn(at("whole"), { seeds: [0, 1, 2] });
  for (const index of [1, 2, 3]) await runIn(at(`shard${index}`), { seeds: [0, 1, 2], shard: [index, 3] });
});

/** A copy of the whole run with its manifest changed, and only those lines and records that `keeps` names. */
function copyWith(name: string, change: Partial<Manifest>, keeps: (line: TrialLine) => boolean = () => true): string {
  cpSync(at("whole"), at(name), { recursive: true });
  writeManifest(at(name), { ...readManifest(at("whole")), ...change });
  const lines = linesIn(at("whole"));
  const kept = lines.filter(keeps);
  writeFileSync(join(at(name), "trials.jsonl"), kept.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (const line of lines) if (!kept.includes(line)) rmSync(join(at(name), "trials", `${line.trial.id}.jsonl`));
  return at(name);
}

const ofSeeds = (name: string, ...seeds: number[]): string =>
  copyWith(name, { seeds }, ({ trial }) => seeds.includes(trial.seed));

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
    await mergeRuns([ofSeeds("seeds01", 0, 1), ofSeeds("seeds12", 1, 2)], merged);
    expect(tableFiles(resultsOf([merged]))).toEqual(tableFiles(resultsOf([at("whole")])));
  });

  test("make a plan with trials that nobody planned, and that is told", async () => {
    const { players } = readManifest(at("whole"));
    const one = copyWith(
      "one",
      { seeds: [0], players: players.slice(0, 1) },
      ({ trial }) => trial.id === "never-raise-s0-r0",
    );
    const two = copyWith(
      "two",
      { seeds: [1], players: players.slice(1, 2) },
      ({ trial }) => trial.id === "raise-always-s1-r0",
    );
    expect(await mergeRuns([one, two], out())).toMatchObject({ planned: 4, ended: 2, unplanned: 2 });
  });
});

describe("refused are", () => {
  test("runs of other rules", async () => {
    const { protocol } = readManifest(at("whole"));
    const other = copyWith("other-rules", { protocol: { ...protocol, noise: false }, protocolStamp: "other" });
    const merged = out();
    await expect(mergeRuns([at("whole"), other], merged)).rejects.toThrow(
      /protocol.noise: true in one, false in another/,
    );
    expect(existsSync(merged)).toBe(false);
  });

  test("runs with another player under a label", async () => {
    const [first, ...others] = readManifest(at("whole")).players as [ManifestPlayer, ...ManifestPlayer[]];
    const settings = { ...first.settings, params: { amountUsd: 5 } };
    const players = [{ ...first, playerStamp: "another", settings }, ...others];
    const other = copyWith("other-player", { players });
    await expect(mergeRuns([at("whole"), other], out())).rejects.toThrow(/player never-raise, params.amountUsd/);
  });

  test.each([
    ["trials.jsonl", /"finalCashCents":\d/, '"finalCashCents":9', /finalCashCents/],
    ["trials/random-s1-r0.jsonl", /at random/, "at leisure", /line \d+ of their records/],
  ])("a trial that two runs tell differently in %s", async (file, pattern, text, words) => {
    const other = ofSeeds(`differing-${file.length}`, 1);
    const path = join(other, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, text));
    await expect(mergeRuns([at("whole"), other], out())).rejects.toThrow(/and they differ: /);
    await expect(mergeRuns([at("whole"), other], out())).rejects.toThrow(words);
  });

  test("a branch, a folder that is being played, and a place that is taken", async () => {
    const branched = copyWith("branched", { branchOf: "x" });
    await expect(mergeRuns([at("whole"), branched], out())).rejects.toThrow("a branch of x");
    const played = copyWith("played", {});
    mkdirSync(join(played, ".lock"));
    writeFileSync(join(played, ".lock-owner.json"), JSON.stringify({ host: "elsewhere", pid: 4711 }));
    await expect(mergeRuns([at("whole"), played], out())).rejects.toThrow("being played by process 4711");
    await expect(mergeRuns(shards, at("whole"))).rejects.toThrow("is there already");
  });
});
