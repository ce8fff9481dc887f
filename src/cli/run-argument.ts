// Which run a command is about: the folder named, else the newest in results/.
import { isRunFolder, newestRun } from "../record/run-folder.ts";
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
  throw new UserError(`${folder} is not a run: it has no manifest.json`, {
    hint: "arena list shows the runs at hand.",
  });
}

/** `[run] <trial>` as commander gives them: one word is a trial of the newest run. */
export function runAndTrial(words: readonly string[]): { folder: string; trial: string } {
  const [first = "", second, ...rest] = words;
  if (rest.length > 0) throw new UserError(`too many arguments: ${rest.join(" ")}`, { hint: "Give [run] <trial>." });
  if (second !== undefined) return { folder: checkedRun(first), trial: second };
  if (isRunFolder(first)) throw new UserError(`name a trial of ${first}`, { hint: "Give [run] <trial>." });
  return { folder: runNamed(undefined), trial: first };
}
