// Makes one run of several: shards of a run, or runs of one protocol with other players or seeds.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { cannotWrite } from "../record/cannot-write.ts";
import { firstDifference } from "../record/difference.ts";
import { holderOf } from "../record/lock.ts";
import type { Manifest, ManifestPlayer } from "../record/manifest.ts";
import {
  createRunFolder,
  eventFile,
  openTrialLines,
  readManifest,
  readTrialLines,
  writeManifest,
} from "../record/run-folder.ts";
import { streamEvents } from "../record/trial-file.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { planOf } from "./open-run.ts";
import type { PlannedTrial } from "./plan.ts";

/** What a merge came to. */
export interface Merged {
  readonly folder: string;
  readonly planned: number;
  /** Trials that have ended. */
  readonly ended: number;
  /** Trials of the merged plan that no source planned: other players or other seeds than each source had. */
  readonly unplanned: number;
}

interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  /** All lines of each trial, oldest first. */
  readonly lines: ReadonlyMap<string, readonly TrialLine[]>;
}

/**
 * Copies the records of several runs into one folder. Throws a UserError where they are no parts of one run: another
 * protocol, engine or player under a label, or a trial that two of them tell differently.
 */
export async function mergeRuns(folders: readonly string[], out: string): Promise<Merged> {
  if (existsSync(out) && (!statSync(out).isDirectory() || readdirSync(out).length > 0)) {
    throw new UserError(`${out} is there already`, { hint: "Name a new folder with --out." });
  }
  const sources = folders.map(readSource);
  const manifest = sources.map((source) => source.manifest).reduce((one, other) => joined(one, other, folders));
  const merged: Manifest = { ...manifest, shard: null };
  const planned = planOf(merged);
  const homes = new Map<string, Source>();
  for (const trial of planned) {
    const home = await homeOf(trial, sources);
    if (home !== null) homes.set(trial.id, home);
  }
  // Beside its place first: a merge that was killed leaves no half of a run, and is simply made again.
  const building = `${out}.merging`;
  rmSync(building, { recursive: true, force: true });
  copyAll(planned, homes, building);
  writeManifest(building, merged);
  renameSync(building, out);
  const known = new Set(sources.flatMap((source) => planOf(source.manifest).map(({ id }) => id)));
  return {
    folder: out,
    planned: planned.length,
    ended: planned.filter(({ id }) => homes.get(id)?.lines.has(id) === true).length,
    unplanned: isWhole(sources) ? 0 : planned.filter(({ id }) => !known.has(id)).length,
  };
}

function readSource(folder: string): Source {
  const manifest = readManifest(folder);
  if (manifest.branchOf !== null) throw new UserError(`${folder} is a branch of ${manifest.branchOf}`);
  const holder = holderOf(folder);
  if (holder !== null) throw new UserError(`${folder} is being played by ${holder}`, { hint: "Wait for it to end." });
  const lines = new Map<string, TrialLine[]>();
  for (const line of readTrialLines(folder)) lines.set(line.trial.id, [...(lines.get(line.trial.id) ?? []), line]);
  return { folder, manifest, lines };
}

/** Two manifests as one, without their shards. Throws where they contradict each other. */
function joined(one: Manifest, other: Manifest, folders: readonly string[]): Manifest {
  const contradiction =
    ["format", "protocol", "fingerprint", "dataHash", "toolHash", "protocolStamp"]
      .map((key) => firstDifference(pick(one, key), pick(other, key)))
      .find((difference) => difference !== null) ?? null;
  if (contradiction !== null) throw mixture(folders, contradiction);
  for (const player of other.players) {
    const known = one.players.find(({ label }) => label === player.label);
    if (known !== undefined && known.playerStamp !== player.playerStamp) {
      throw mixture(folders, `player ${player.label}, ${settingsDifference(known, player)}`);
    }
  }
  const labels = new Set(one.players.map(({ label }) => label));
  return {
    ...one,
    players: [...one.players, ...other.players.filter(({ label }) => !labels.has(label))],
    seeds: [...new Set([...one.seeds, ...other.seeds])].sort((a, b) => a - b),
    repeats: Math.max(one.repeats, other.repeats),
    sessions: [...one.sessions, ...other.sessions],
  };
}

function pick(manifest: Manifest, key: string): unknown {
  return { [key]: manifest[key as keyof Manifest] };
}

function settingsDifference(one: ManifestPlayer, other: ManifestPlayer): string {
  return firstDifference(one.settings, other.settings) ?? `stamp ${one.playerStamp} and ${other.playerStamp}`;
}

function mixture(folders: readonly string[], difference: string): UserError {
  const words = difference.replace(" recorded, ", " in one, ").replace(/ found$/, " in another");
  return new UserError(`${folders.join(", ")} are no parts of one run: ${words}`, {
    hint: "arena report shows them side by side, in tables of their own.",
  });
}

/** All parts of one sharded run: what none of them planned cannot be. */
function isWhole(sources: readonly Source[]): boolean {
  const shards = sources.map(({ manifest }) => manifest.shard);
  const count = shards[0]?.[1];
  return count !== undefined && new Set(shards.map((shard) => (shard?.[1] === count ? shard[0] : 0))).size === count;
}

/** The source whose record of a trial is taken; null where nobody has begun it. Throws where two tell it differently. */
async function homeOf(trial: PlannedTrial, sources: readonly Source[]): Promise<Source | null> {
  const withLine = sources.filter(({ lines }) => lines.has(trial.id));
  const begun =
    withLine.length > 0 ? withLine : sources.filter(({ folder }) => existsSync(eventFile(folder, trial.id)));
  const [home, ...others] = begun;
  if (home === undefined) return null;
  for (const other of others) {
    const difference = await tellingDifference(trial, home, other);
    if (difference === null) continue;
    throw new UserError(`${trial.id} is in ${home.folder} and in ${other.folder}, and they differ: ${difference}`, {
      hint: "Leave one of the two out.",
    });
  }
  return home;
}

/** Where two records of a trial differ, clocks aside. */
async function tellingDifference({ id }: PlannedTrial, one: Source, other: Source): Promise<string | null> {
  const newest = [one, other].map(({ lines }) => lines.get(id)?.at(-1)?.result);
  const results = firstDifference(newest[0], newest[1]);
  if (results !== null) return results;
  const theirs = streamEvents(eventFile(other.folder, id));
  for await (const { event, lineNumber } of streamEvents(eventFile(one.folder, id))) {
    const next = await theirs.next();
    const counterpart = next.done === true ? undefined : next.value.event;
    if (canonicalJson({ ...event, at: null }) !== canonicalJson({ ...counterpart, at: null })) {
      await theirs.return(undefined);
      return `line ${lineNumber} of their records`;
    }
  }
  return (await theirs.next()).done === true ? null : "one record is longer";
}

function copyAll(planned: readonly PlannedTrial[], homes: ReadonlyMap<string, Source>, out: string): void {
  createRunFolder(out);
  const appender = openTrialLines(out);
  try {
    for (const { id } of planned) {
      const home = homes.get(id);
      if (home === undefined) continue;
      const record = eventFile(home.folder, id);
      if (existsSync(record)) copyFileSync(record, eventFile(out, id));
      for (const line of home.lines.get(id) ?? []) appender.append(line);
    }
  } catch (error) {
    throw cannotWrite(`the records cannot be copied into ${out}`, error);
  } finally {
    appender.close();
  }
}
