import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeSweeps } from "../../src/cli/merge-sweeps.ts";
import { sweepFolderFiles, sweepTables } from "../../src/cli/sweep-tables.ts";
import { createRunFolder, writeManifest } from "../../src/record/run-folder.ts";
import { readSweepPlan, settingFolder, writeSweepPlan } from "../../src/record/sweep-folder.ts";
import { bankrupt, line, manifest, player } from "../report/sample-runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const SETTINGS = [
  { name: "base", changes: "", sameAs: null },
  { name: "again", changes: "", sameAs: "base" },
  { name: "no-noise", changes: "noise false", sameAs: null },
];

/** A sweep of two settings on some seeds, as it would be on the disk. */
function sweepIn(folder: string, seeds: readonly number[], name = "s"): string {
  writeSweepPlan(folder, { name, about: null, settings: SETTINGS });
  for (const setting of SETTINGS.filter(({ sameAs }) => sameAs === null)) {
    const run = settingFolder(folder, setting);
    const protocolStamp = `stamp of ${setting.name}`;
    createRunFolder(run);
    writeManifest(run, manifest([player("A"), player("B")], { seeds: [...seeds], protocolStamp }));
    const results = seeds.map((seed) => (setting.name === "base" ? bankrupt(10 + seed) : { months: 132 }));
    const lines = ["A", "B"].flatMap((label) =>
      seeds.map((seed, index) => line({ label, seed, protocolStamp }, results[index])),
    );
    writeFileSync(join(run, "trials.jsonl"), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  return folder;
}

describe("sweeps of one plan", () => {
  test("are merged into what the whole sweep gives", async () => {
    const home = temporaryFolder();
    const whole = sweepIn(join(home, "whole"), [0, 1, 2, 3]);
    const parts = [sweepIn(join(home, "one"), [0, 2]), sweepIn(join(home, "other"), [1, 3])];
    const out = join(home, "merged");
    expect(await mergeSweeps(parts, out)).toEqual({ folder: out, planned: 16, ended: 16, unplanned: 0 });
    expect(readSweepPlan(out)).toEqual(readSweepPlan(whole));
    const files = await sweepFolderFiles(sweepTables(whole));
    expect(Object.keys(files)).toContain("sweep.md");
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(out, name), "utf8")).toBe(text);
  });

  test("are refused where their plans differ, or their place is taken", async () => {
    const home = temporaryFolder();
    const [one, other] = [sweepIn(join(home, "one"), [0]), sweepIn(join(home, "other"), [1], "o")];
    await expect(mergeSweeps([one, other], join(home, "out"))).rejects.toThrow(/are no parts of one sweep/);
    await expect(mergeSweeps([one], other)).rejects.toThrow(/other is there already/);
    await expect(mergeSweeps([one, home], join(home, "out"))).rejects.toThrow(/is not a sweep: it has no plan.json/);
  });
});

describe("the tables of a sweep", () => {
  test("warn where different models answered under different settings for one player", () => {
    const folder = sweepIn(join(temporaryFolder(), "s"), [0]);
    const served = (setting: string, servedModel: string): void => {
      const place = { label: "A", protocolStamp: `stamp of ${setting}` };
      writeFileSync(join(folder, setting, "trials.jsonl"), `${JSON.stringify(line(place, { servedModel }))}\n`);
    };
    served("base", "m-1");
    served("no-noise", "m-1");
    expect(sweepTables(folder).results.warnings).toEqual([]);
    served("no-noise", "m-2");
    expect(sweepTables(folder).results.warnings).toEqual([
      '"A" was served by 2 models: m-1 in 1 trial, m-2 in 1 trial.',
    ]);
  });
});
