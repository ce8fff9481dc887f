// A sweep on disk: a folder of runs, one a setting, and `plan.json`, which says what the settings are and in which order.
// It is written before anything is played, so that the sweep's tables can always be made again.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { writeAtomically } from "./atomic-file.ts";
import { cannotWrite } from "./cannot-write.ts";
import { RECORD_FORMAT } from "./format.ts";
import { isRunFolder } from "./run-folder.ts";

const settingSchema = z.strictObject({
  /** Names the setting's folder. */
  name: z.string().min(1),
  /** What it changes of the base, in words; empty for the base. */
  changes: z.string(),
  /** An earlier setting that plays the very same trials; null where it has a run of its own. */
  sameAs: z.string().nullable(),
});

const planSchema = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  name: z.string(),
  about: z.string().nullable(),
  /** The base first. */
  settings: z.array(settingSchema).min(1),
});

/** A setting as `plan.json` lists it. */
export type SweepPlanSetting = z.infer<typeof settingSchema>;

/** What `plan.json` says. */
export type SweepPlan = z.infer<typeof planSchema>;

/** True where a folder holds a sweep. */
export function isSweepFolder(folder: string): boolean {
  return existsSync(planFile(folder));
}

/** The plan of a sweep. Throws a {@link UserError} where there is none or it is not valid. */
export function readSweepPlan(folder: string): SweepPlan {
  const file = planFile(folder);
  if (!existsSync(file)) throw new UserError(`${folder} is not a sweep: it has no plan.json`);
  const parsed = planSchema.safeParse(tryParseJson(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${file}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`, {
    hint: "The file was changed or is another version's. Move it away: the sweep's own command writes it anew.",
  });
}

/** Writes the plan of a sweep, and its folder where that is missing. */
export function writeSweepPlan(folder: string, plan: Omit<SweepPlan, "format">): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeAtomically(planFile(folder), `${JSON.stringify({ format: RECORD_FORMAT, ...plan }, null, 2)}\n`);
  } catch (error) {
    throw cannotWrite(`plan.json cannot be written into ${folder}`, error);
  }
}

/** The run folder of a setting. */
export function settingFolder(folder: string, { name, sameAs }: Pick<SweepPlanSetting, "name" | "sameAs">): string {
  return join(folder, sameAs ?? name);
}

/** The run folders of a sweep in the order of its plan, as far as it has been played. */
export function sweepRuns(folder: string): string[] {
  const own = readSweepPlan(folder).settings.filter(({ sameAs }) => sameAs === null);
  return own.map((setting) => settingFolder(folder, setting)).filter(isRunFolder);
}

function planFile(folder: string): string {
  return join(folder, "plan.json");
}
