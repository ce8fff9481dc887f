// What trials of the same player used that have been played already: the best guess at what the next ones will.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRunFolder, newestLines, readManifest, readTrialLines } from "../record/run-folder.ts";
import { isSweepFolder } from "../record/sweep-folder.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { UserError } from "../std/user-error.ts";
import { scaled, type TrialLoad } from "./trial-load.ts";

/** A finished trial with the horizon it was played under. */
export interface MeasuredTrial {
  readonly line: TrialLine;
  readonly horizon: number;
}

/** Completed trials by player stamp, of all the run folders named; a folder named twice counts once. */
export function measuredTrials(folders: readonly string[]): ReadonlyMap<string, readonly MeasuredTrial[]> {
  const found = new Map<string, MeasuredTrial[]>();
  for (const folder of new Set(folders.map((name) => resolve(name)))) {
    for (const trial of trialsOf(folder)) {
      const { playerStamp } = trial.line;
      found.set(playerStamp, [...(found.get(playerStamp) ?? []), trial]);
    }
  }
  return found;
}

/** The run folders below `results`, and those of the sweeps there. */
export function runFoldersIn(results: string): string[] {
  if (!existsSync(results)) return [];
  return placesIn(results).flatMap((place) => {
    if (isRunFolder(place)) return [place];
    return isSweepFolder(place) ? placesIn(place).filter(isRunFolder) : [];
  });
}

function placesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .sort();
}

/** What is left of an unreadable run is told by the commands that need it; a guess can do without. */
function trialsOf(folder: string): MeasuredTrial[] {
  if (!isRunFolder(folder)) return [];
  try {
    const horizon = Number(readManifest(folder).protocol["horizon"]);
    const lines = [...newestLines(readTrialLines(folder)).values()];
    return lines.filter(isMeasured).map((line) => ({ line, horizon }));
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function isMeasured({ result }: TrialLine): boolean {
  const { usage, outcome, turns, monthsActed } = result;
  const told = usage !== null && usage.inputTokens !== null && usage.outputTokens !== null;
  return told && outcome.kind === "completed" && turns > 0 && monthsActed > 0;
}

/** A trial's load if it is played again under this horizon: a survivor of a shorter one may live on. */
export function loadsOf({ line, horizon }: MeasuredTrial, nextHorizon: number): { low: TrialLoad; high: TrialLoad } {
  const { usage, turns, monthsActed, outcome } = line.result;
  const load: TrialLoad = {
    requests: turns,
    inputTokens: usage?.inputTokens ?? 0,
    cachedTokens: usage?.cachedInputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
  };
  const low = scaled(load, Math.min(1, nextHorizon / monthsActed));
  const livesOn = outcome.kind === "completed" && outcome.ending === "survived" && nextHorizon > horizon;
  return { low, high: livesOn ? scaled(load, nextHorizon / monthsActed) : low };
}
