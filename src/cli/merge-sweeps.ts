// One sweep of several parts of it: shards, other seeds or other settings, each played somewhere else.
import { existsSync, renameSync, rmSync } from "node:fs";
import { isRunFolder } from "../record/run-folder.ts";
import { readSweepPlan, settingFolder, writeSweepPlan } from "../record/sweep-folder.ts";
import { writeFiles } from "../report/write-tables.ts";
import { type Merged, mergeRuns } from "../runner/merge.ts";
import { present } from "../std/assert.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { sweepFolderFiles, sweepTables } from "./sweep-tables.ts";

/**
 * Merges sweeps of one plan setting by setting and writes their tables. Throws a {@link UserError} where the plans
 * differ, or where the runs of a setting are no parts of one run.
 */
export async function mergeSweeps(folders: readonly string[], out: string): Promise<Merged> {
  if (existsSync(out)) throw new UserError(`${out} is there already`, { hint: "Name a new folder with --out." });
  const plan = planOfAll(folders);
  // Beside its place first, as each of its runs: a merge that was killed is simply made again.
  const building = `${out}.merging`;
  rmSync(building, { recursive: true, force: true });
  const runs: Merged[] = [];
  for (const setting of plan.settings.filter(({ sameAs }) => sameAs === null)) {
    const parts = folders.map((folder) => settingFolder(folder, setting)).filter(isRunFolder);
    if (parts.length > 0) runs.push(await mergeRuns(parts, settingFolder(building, setting)));
  }
  writeSweepPlan(building, plan);
  await writeFiles(building, await sweepFolderFiles(sweepTables(building)));
  renameSync(building, out);
  const sum = (key: "planned" | "ended" | "unplanned") => runs.reduce((total, run) => total + run[key], 0);
  return { folder: out, planned: sum("planned"), ended: sum("ended"), unplanned: sum("unplanned") };
}

function planOfAll(folders: readonly string[]): ReturnType<typeof readSweepPlan> {
  const plans = folders.map(readSweepPlan);
  const plan = present(plans[0], "commander asks for one folder at least");
  const other = folders.find((_, index) => canonicalJson(plans[index]) !== canonicalJson(plan));
  if (other === undefined) return plan;
  throw new UserError(`${folders[0]} and ${other} are no parts of one sweep: their plan.json differ`, {
    hint: "Play both from the same sweep file.",
  });
}
