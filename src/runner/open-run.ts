// Opens a run folder for one session: lock, repairs, identity, and what is left to do.
import { existsSync } from "node:fs";
import type { Player } from "../config/player.ts";
import { didYouMean } from "../config/suggest.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { cutTornLine, type JsonLinesAppender } from "../record/json-lines.ts";
import { lockFolder } from "../record/lock.ts";
import type { Manifest } from "../record/manifest.ts";
import {
  createRunFolder,
  eventFile,
  isRunFolder,
  newestLines,
  openTrialLines,
  readManifest,
  readTrialLines,
  repairTrialLines,
  writeManifest,
} from "../record/run-folder.ts";
import { isSweepFolder } from "../record/sweep-folder.ts";
import { endsOf } from "../record/trial-file.ts";
import { outcomeWord, type TrialLine } from "../record/trial-line.ts";
import { Stop, type Stoppable } from "../std/abort.ts";
import { UserError } from "../std/user-error.ts";
import { extendManifest, manifestOf } from "./identity.ts";
import { type PlannedTrial, planTrials, shardOf } from "./plan.ts";
import { recordedSpending, type Spending } from "./recorded-spending.ts";
import type { OnlyFilter, RunRequest } from "./run-request.ts";
import { sessionNow } from "./session.ts";
import type { WorldStamp } from "./stamps.ts";

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
  /** What earlier sessions spent, by label; of every model that has replied. */
  readonly spent: ReadonlyMap<string, Spending>;
  readonly appender: JsonLinesAppender;
  /** Stopped, with the reason, when the folder has become another process's: nothing may be written any more. */
  readonly lockLost: Stoppable<string>;
  readonly release: () => Promise<void>;
}

/** A failed trial is taken up again in later sessions, so many times in all. */
const MAX_ATTEMPTS = 3;

/** Throws a UserError where a request is no plan, or its folder holds another run. Writes nothing. */
export function checkRequest(request: RunRequest, world: WorldStamp): void {
  const { folder } = request;
  const wanted = manifestOf(request, world);
  planOf(wanted);
  checkFilter(request);
  if (isSweepFolder(folder)) {
    throw new UserError(`${folder} holds a sweep`, { hint: "Name a folder of the run's own with --out." });
  }
  if (isRunFolder(folder)) extendManifest(readManifest(folder), wanted, folder);
}

/** Opens the request's folder. Throws a UserError where it is in use, cannot be written or holds another run. */
export async function openRun(request: RunRequest, world: WorldStamp): Promise<OpenRun> {
  const { folder } = request;
  const wanted = manifestOf(request, world);
  checkRequest(request, world);
  createRunFolder(folder);
  const lockLost = new Stop<string>();
  const release = await lockFolder(folder, (reason) => lockLost.stop(reason));
  try {
    repairTrialLines(folder);
    const manifest = isRunFolder(folder) ? extendManifest(readManifest(folder), wanted, folder) : wanted;
    writeManifest(folder, { ...manifest, sessions: [...manifest.sessions, sessionNow(request.flags)] });
    const planned = planOf(manifest);
    const appender = openTrialLines(folder);
    const lines = new Map(newestLines(readTrialLines(folder)));
    const todo = await todoOf(request, manifest, lines, appender);
    const spent = await recordedSpending(folder);
    return { manifest, planned, lines, todo, spent, appender, lockLost, release };
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
    const line = await knownLine(request.folder, trial, manifest, lines, appender);
    if (!isToBePlayed(line, request.only)) continue;
    // A killed process leaves the end of a line behind.
    cutTornLine(eventFile(request.folder, trial.id));
    todo.push({ trial, player, attempt: (line?.attempt ?? 0) + 1 });
  }
  return todo;
}

/** Whether a filter of models and seeds lets a trial through. */
export function isNamed(trial: PlannedTrial, only: OnlyFilter): boolean {
  const byModel = only.models === undefined || only.models.includes(trial.label);
  return byModel && (only.seeds === undefined || only.seeds.includes(trial.seed));
}

/** Whether a trial with this newest line is played in this session. */
export function isToBePlayed(line: TrialLine | null, only: OnlyFilter): boolean {
  if (line === null) return only.outcomes === undefined;
  const { outcome } = line.result;
  if (outcome.kind === "completed") return false;
  if (only.outcomes !== undefined) return only.outcomes.includes(outcomeWord(outcome));
  return outcome.kind === "failed" && line.attempt < MAX_ATTEMPTS;
}

/** The newest line of a trial; one that its process was killed before writing is written now. */
async function knownLine(
  folder: string,
  trial: PlannedTrial,
  manifest: Manifest,
  lines: Map<string, TrialLine>,
  appender: JsonLinesAppender,
): Promise<TrialLine | null> {
  const line = lines.get(trial.id) ?? null;
  if (line?.result.outcome.kind === "completed") return line;
  const recovered = await recoverLine(folder, trial, manifest, line);
  if (recovered === null) return line;
  appender.append(recovered);
  lines.set(trial.id, recovered);
  return recovered;
}

/** The line of a trial that ended after the newest line was written, or null: its event file says all. */
async function recoverLine(
  folder: string,
  trial: PlannedTrial,
  manifest: Manifest,
  newest: TrialLine | null,
): Promise<TrialLine | null> {
  const file = eventFile(folder, trial.id);
  if (!existsSync(file)) return null;
  const ends = await endsOf(file).catch(() => null);
  if (ends?.first.event !== "started" || ends.last.event !== "ended") return null;
  const { first, last, seal: at } = ends;
  const { protocolStamp, playerStamp } = first;
  if (protocolStamp !== manifest.protocolStamp || at.digest === newest?.at.digest) return null;
  const attempt = (newest?.attempt ?? 0) + 1;
  return { format: RECORD_FORMAT, trial, attempt, protocolStamp, playerStamp, result: last.result, at };
}

/** A filter that names what the request does not have would silently play nothing. */
function checkFilter({ only, players, seeds }: RunRequest): void {
  const labels = players.map(({ label }) => label);
  for (const model of only.models ?? []) {
    if (!labels.includes(model)) {
      throw new UserError(`--only: no player is called "${model}"${didYouMean(model, labels)}`, {
        hint: `The players are ${labels.join(", ")}.`,
      });
    }
  }
  const unknown = (only.seeds ?? []).filter((seed) => !seeds.includes(seed));
  if (unknown.length > 0) {
    throw new UserError(`--only: seed ${unknown.join(", ")} is not among the seeds of this run`, {
      hint: "Name it in --seeds too.",
    });
  }
}
