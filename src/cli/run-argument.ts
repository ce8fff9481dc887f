// Which run a command is about: the folder named, else the newest in results/.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRunFolder, newestRun, runPaths } from "../record/run-folder.ts";
import { isSweepFolder } from "../record/sweep-folder.ts";
import { UserError } from "../std/user-error.ts";
import { remark } from "./console.ts";

/** Where runs lie that name no folder. */
export const RESULTS = "results";

/** The run folder named, or the newest one, which is then told. */
export function runNamed(folder: string | undefined): string {
  if (folder !== undefined) return checkedRun(folder);
  const newest = newestRun(RESULTS);
  if (newest === null) {
    throw new UserError(`there is no run in ${RESULTS}/`, { hint: "Name a run's folder, or make one with arena run." });
  }
  remark(`Run: ${newest}`);
  return newest;
}

/** A folder that holds a run. Throws a UserError where it does not. */
export function checkedRun(folder: string): string {
  if (isRunFolder(folder)) return folder;
  if (isSweepFolder(folder)) throw new UserError(`${folder} is a sweep, not a run`, { hint: runsText(folder) });
  throw new UserError(`${folder} is not a run: it has no manifest.json`, { hint: runsText(folder) });
}

/** A folder that holds a run or a sweep. Throws a UserError where it holds neither. */
export function checkedRunOrSweep(folder: string): string {
  if (isRunFolder(folder) || isSweepFolder(folder)) return folder;
  throw new UserError(`${folder} is not a run or a sweep: it has no manifest.json and no plan.json`, {
    hint: runsText(folder),
  });
}

/** The run or sweep folder named, or the newest one, which is then told. */
export function runOrSweepNamed(folder: string | undefined): string {
  if (folder !== undefined) return checkedRunOrSweep(folder);
  const newest = placesIn(RESULTS)
    .flatMap((place) => ageOf(place) ?? [])
    .sort((a, b) => b.workedOnMs - a.workedOnMs)[0]?.place;
  if (newest === undefined || isRunFolder(newest)) return runNamed(undefined);
  remark(`Sweep: ${newest}`);
  return newest;
}

/** When a run or the newest run of a sweep was worked on; null for anything else. */
function ageOf(place: string): { readonly place: string; readonly workedOnMs: number } | null {
  const run = isSweepFolder(place) ? newestRun(place) : place;
  return run === null || !isRunFolder(run) ? null : { place, workedOnMs: statSync(runPaths(run).manifest).mtimeMs };
}

function placesIn(folder: string): string[] {
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  return isFolder ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** What to name instead of a folder that is no run. */
function runsText(folder: string): string {
  const runs = placesIn(folder).filter(isRunFolder);
  if (runs.length === 0) return "arena list shows the runs at hand.";
  return `Name one of its runs: ${runs.slice(0, 10).join(", ")}${runs.length > 10 ? ", …" : ""}.`;
}

/** `[run] <trial>` as commander gives them: one word is a trial of the newest run. */
export function runAndTrial(words: readonly string[]): { folder: string; trial: string } {
  const [first = "", second, ...rest] = words;
  if (rest.length > 0) throw new UserError(`too many arguments: ${rest.join(" ")}`, { hint: "Give [run] <trial>." });
  if (second !== undefined) return { folder: checkedRun(first), trial: second };
  if (isRunFolder(first)) throw new UserError(`name a trial of ${first}`, { hint: "Give [run] <trial>." });
  return { folder: runNamed(undefined), trial: first };
}
