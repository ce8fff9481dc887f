// A run on disk: where its parts are, and how they are read and written.
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { writeAtomically } from "./atomic-file.ts";
import { cannotWrite } from "./cannot-write.ts";
import { RECORD_FORMAT } from "./format.ts";
import { cutTornLine, JsonLinesAppender, readJsonLines } from "./json-lines.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";
import { type TrialLine, trialLineSchema } from "./trial-line.ts";

/** Paths within a run folder. */
export interface RunPaths {
  readonly folder: string;
  readonly manifest: string;
  readonly trials: string;
  readonly events: string;
}

/** The paths of a run in `folder`. */
export function runPaths(folder: string): RunPaths {
  return {
    folder,
    manifest: join(folder, "manifest.json"),
    trials: join(folder, "trials.jsonl"),
    events: join(folder, "trials"),
  };
}

/** The event file of a trial. */
export function eventFile(folder: string, trialId: string): string {
  return join(folder, "trials", `${trialId}.jsonl`);
}

/** Creates a run folder where it is missing. Throws a {@link UserError} where it cannot be written. */
export function createRunFolder(folder: string): void {
  try {
    mkdirSync(runPaths(folder).events, { recursive: true });
  } catch (error) {
    throw cannotWrite(`the results folder ${folder} cannot be made`, refusalOf(folder) ?? error);
  }
}

/** Making several folders at once hides why the first of them cannot be made; its parent tells. */
function refusalOf(folder: string): unknown {
  let parent = resolve(folder);
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK);
    return null;
  } catch (error) {
    return error;
  }
}

/** True where a folder holds a run. */
export function isRunFolder(folder: string): boolean {
  return existsSync(runPaths(folder).manifest);
}

/** The manifest of a run. Throws a {@link UserError} where there is none or it is not valid. */
export function readManifest(folder: string): Manifest {
  const path = runPaths(folder).manifest;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`${folder} is not a run: it has no manifest.json`, { cause: error });
  }
  const value = tryParseJson(text);
  if (value === undefined) throw new UserError(`${path}: not JSON`, { hint: MANIFEST_DAMAGED });
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  if (format !== RECORD_FORMAT) {
    throw new UserError(`${path}: its records are of format ${JSON.stringify(format)}, not "${RECORD_FORMAT}"`, {
      hint: "Read this run with the version of arena that wrote it (see the sessions in its manifest.json).",
    });
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${path}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`, {
    hint: MANIFEST_DAMAGED,
  });
}

const MANIFEST_DAMAGED =
  "The file was changed or damaged after it was written. Restore it from a copy, or play again with --new.";

/** Writes the manifest whole. */
export function writeManifest(folder: string, manifest: Manifest): void {
  try {
    writeAtomically(runPaths(folder).manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  } catch (error) {
    throw cannotWrite(`manifest.json cannot be written into ${folder}`, error);
  }
}

/** Opens `trials.jsonl` for appending. */
export function openTrialLines(folder: string): JsonLinesAppender {
  try {
    return new JsonLinesAppender(runPaths(folder).trials);
  } catch (error) {
    throw cannotWrite(`trials.jsonl cannot be written in ${folder}`, error);
  }
}

/** Adds remarks to the session that works on a run: what it learnt of its endpoints, what it spent. */
export function noteSession(folder: string, notes: readonly string[]): void {
  const manifest = readManifest(folder);
  const session = manifest.sessions.at(-1);
  if (session === undefined || notes.length === 0) return;
  const noted = { ...session, notes: [...session.notes, ...notes] };
  writeManifest(folder, { ...manifest, sessions: [...manifest.sessions.slice(0, -1), noted] });
}

/** The lines of finished trials in file order; a torn last line is left out. The newest line of an id counts. */
export function readTrialLines(folder: string): TrialLine[] {
  return readJsonLines(runPaths(folder).trials, trialLineSchema);
}

/** Cuts the torn last line that a killed process left in `trials.jsonl`; returns the bytes cut. */
export function repairTrialLines(folder: string): number {
  return cutTornLine(runPaths(folder).trials);
}

/** The newest line of each trial, by id. */
export function newestLines(lines: readonly TrialLine[]): ReadonlyMap<string, TrialLine> {
  return new Map(lines.map((line) => [line.trial.id, line]));
}

/** The run folder below `results` that was worked on last, or null. */
export function newestRun(results: string): string | null {
  if (!existsSync(results)) return null;
  const runs = readdirSync(results, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isRunFolder(join(results, entry.name)))
    .map((entry) => join(results, entry.name));
  const age = (folder: string): number => statSync(runPaths(folder).manifest).mtimeMs;
  return runs.sort((a, b) => age(b) - age(a))[0] ?? null;
}
