import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRunFolder, writeManifest } from "../../src/record/run-folder.ts";
import {
  isSweepFolder,
  readSweepPlan,
  settingFolder,
  sweepRuns,
  writeSweepPlan,
} from "../../src/record/sweep-folder.ts";
import { manifest } from "../report/sample-runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const PLAN = {
  name: "s",
  about: null,
  settings: [
    { name: "base", changes: "", sameAs: null },
    { name: "again", changes: "toolBudget 20", sameAs: "base" },
    { name: "no-delay", changes: "delay false", sameAs: null },
  ],
};

function played(folder: string): void {
  createRunFolder(folder);
  writeManifest(folder, manifest([]));
}

test("a plan is read as it was written, and makes a folder a sweep", () => {
  const folder = join(temporaryFolder(), "deep", "sweep");
  expect(isSweepFolder(folder)).toBe(false);
  writeSweepPlan(folder, PLAN);
  expect(isSweepFolder(folder)).toBe(true);
  expect(readSweepPlan(folder)).toEqual({ format: "1", ...PLAN });
});

test("its runs are the settings that have been begun, each once, in the order of the plan", () => {
  const folder = temporaryFolder();
  writeSweepPlan(folder, PLAN);
  expect(sweepRuns(folder)).toEqual([]);
  for (const setting of [...PLAN.settings].reverse()) played(settingFolder(folder, setting));
  played(join(folder, "of-another-plan"));
  expect(sweepRuns(folder)).toEqual([join(folder, "base"), join(folder, "no-delay")]);
});

test.each([
  "{",
  "{}",
  JSON.stringify({ format: "0", ...PLAN }),
  JSON.stringify({ format: "1", ...PLAN, settings: [] }),
])("a damaged plan is named: %s", (text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "plan.json"), text);
  expect(() => readSweepPlan(folder)).toThrow(`${join(folder, "plan.json")}: `);
});

test("a file in the way is told", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  expect(() => {
    writeSweepPlan(join(folder, "file"), PLAN);
  }).toThrow(/a file is in its place/);
  mkdirSync(join(folder, "none"));
  expect(() => readSweepPlan(join(folder, "none"))).toThrow(/none is not a sweep: it has no plan.json/);
});
