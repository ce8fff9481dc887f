// Opens a run folder for one session: lock, repairs, identity, and what is left to do.
import { existsSync } from "node:fs";
import { packageRoot } from "../config/data.ts";
import type { Player } from "../config/player.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { cutTornLine, JsonLinesAppender } from "../record/json-lines.ts";
import { lockFolder } from "../record/lock.ts";
import type { Manifest, Session } from "../record/manifest.ts";
import { sealOf } from "../record/recorder.ts";
import {
  createRunFolder,
  eventFile,
  isRunFolder,
  newestLines,
  readManifest,
  readTrialLines,
  repairTrialLines,
  runPaths,
  writeManifest,
} from "../record/run-folder.ts";
import { readEvents } from "../record/trial-file.ts";
import { outcomeWord, type TrialLine } from "../record/trial-line.ts";
import { systemClock } from "../std/clock.ts";
import { gitStateOf, lockfileHashOf, thisHost } from "../std/host.ts";
import { extendManifest, manifestOf } from "./identity.ts";
import { type PlannedTrial, planTrials, shardOf } from "./plan.ts";
import type { OnlyFilter, RunRequest } from "./run-request.ts";
import type { WorldStamp } from "./stamps.ts";
import { VERSION } from "./version.ts";

/** A trial to be played in this session. */
export interface TodoTrial {
  readonly trial: PlannedTrial;
  readonly player: Player;
  readonly attempt: number;
}

/** A run folder held by this process. */
export interface OpenRun {
  readonly manifest: Manifest;
  /** The whole plan of the folder, in table order. */
  readonly planned: readonly PlannedTrial[];
  readonly lines: Map<string, TrialLine>;
  readonly todo: readonly TodoTrial[];
  readonly appender: JsonLinesAppender;
  readonly release: () => Promise<void>;
}

/** A failed trial is taken up again in later sessions, so many times in all. */
const MAX_ATTEMPTS = 3;

/** Opens the request's folder. Throws a UserError where it is in use, cannot be written or holds another run. */
export async function openRun(request: RunRequest, world: WorldStamp): Promise<OpenRun> {
  const { folder } = request;
  const wanted = manifestOf(request, world);
  // A contradiction or a plan that cannot be is told before anything is written.
  planOf(wanted);
  if (isRunFolder(folder)) extendManifest(readManifest(folder), wanted, folder);
  createRunFolder(folder);
  const release = await lockFolder(folder);
  try {
    repairTrialLines(folder);
    const manifest = isRunFolder(folder) ? extendManifest(readManifest(folder), wanted, folder) : wanted;
    writeManifest(folder, { ...manifest, sessions: [...manifest.sessions, sessionOf(request)] });
    const planned = planOf(manifest);
    const appender = new JsonLinesAppender(runPaths(folder).trials);
    const lines = new Map(newestLines(readTrialLines(folder)));
    const todo = await todoOf(request, manifest, lines, appender);
    return { manifest, planned, lines, todo, appender, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The plan that a manifest describes; players that always decide alike are played once a seed. */
export function planOf(manifest: Pick<Manifest, "players" | "seeds" | "repeats" | "shard">): PlannedTrial[] {
  const trials = planTrials(manifest);
  return manifest.shard === null ? trials : shardOf(trials, manifest.shard[0], manifest.shard[1]);
}

async function todoOf(
  request: RunRequest,
  manifest: Manifest,
  lines: Map<string, TrialLine>,
  appender: JsonLinesAppender,
): Promise<TodoTrial[]> {
  const asked = planOf({ ...manifest, seeds: [...request.seeds], repeats: request.repeats });
  const players = new Map(request.players.map((player) => [player.label, player]));
  const todo: TodoTrial[] = [];
  for (const trial of asked) {
    const player = players.get(trial.label);
    if (player === undefined || !isNamed(trial, request.only)) continue;
    const line = lines.get(trial.id) ?? (await recoverLine(request.folder, trial, manifest));
    if (line !== null && !lines.has(trial.id)) {
      appender.append(line);
      lines.set(trial.id, line);
    }
    if (!isToBePlayed(line, request.only)) continue;
    // A killed process leaves the end of a line behind.
    cutTornLine(eventFile(request.folder, trial.id));
    todo.push({ trial, player, attempt: (line?.attempt ?? 0) + 1 });
  }
  return todo;
}

function isNamed(trial: PlannedTrial, only: OnlyFilter): boolean {
  const byModel = only.models === undefined || only.models.includes(trial.label);
  return byModel && (only.seeds === undefined || only.seeds.includes(trial.seed));
}

function isToBePlayed(line: TrialLine | null, only: OnlyFilter): boolean {
  if (line === null) return only.outcomes === undefined;
  const { outcome } = line.result;
  if (outcome.kind === "completed") return false;
  if (only.outcomes !== undefined) return only.outcomes.includes(outcomeWord(outcome));
  return outcome.kind === "failed" && line.attempt < MAX_ATTEMPTS;
}

/** The line of a trial that ended but whose process was killed before the line was written: its event file says all. */
async function recoverLine(folder: string, trial: PlannedTrial, manifest: Manifest): Promise<TrialLine | null> {
  const file = eventFile(folder, trial.id);
  if (!existsSync(file)) return null;
  const events = await readEvents(file).catch(() => []);
  const started = events[0]?.event;
  const ended = events.at(-1)?.event;
  if (started?.event !== "started" || ended?.event !== "ended") return null;
  const { protocolStamp, playerStamp } = started;
  if (protocolStamp !== manifest.protocolStamp) return null;
  return {
    format: RECORD_FORMAT,
    trial,
    attempt: 1,
    protocolStamp,
    playerStamp,
    result: ended.result,
    at: { ms: ended.at.ms, ...sealOf(events) },
  };
}

function sessionOf(request: RunRequest): Session {
  const host = thisHost();
  const git = gitStateOf(packageRoot());
  return {
    startedAt: new Date(systemClock()).toISOString(),
    version: VERSION,
    commit: git?.commit ?? null,
    dirty: git?.isDirty ?? null,
    node: host.nodeVersion,
    platform: `${host.platform}-${host.arch}`,
    host: host.hostname,
    pid: host.pid,
    lockfileHash: lockfileHashOf(packageRoot()),
    flags: [...request.flags],
    notes: [],
  };
}
