// Plays a recorded trial on from a month in another player's hands, into a folder of its own that no table shows.
import { existsSync } from "node:fs";
import type { Agent } from "../agents/agent.ts";
import { loadScenario } from "../config/data.ts";
import type { Player } from "../config/player.ts";
import { Episode } from "../env/episode.ts";
import { protocolSchema } from "../env/protocol.ts";
import { EventWriter } from "../record/event-writer.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { cutTornLine } from "../record/json-lines.ts";
import { lockFolder } from "../record/lock.ts";
import type { Manifest } from "../record/manifest.ts";
import { TrialRecorder } from "../record/recorder.ts";
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
import { type RecordedEvent, readEvents } from "../record/trial-file.ts";
import type { TrialLine } from "../record/trial-line.ts";
import type { Stoppable } from "../std/abort.ts";
import { systemClock } from "../std/clock.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { findTrial } from "./find-trial.ts";
import { manifestPlayer } from "./identity.ts";
import { planOf } from "./open-run.ts";
import { type PlannedTrial, slugOf } from "./plan.ts";
import { RecordedAgent } from "./recorded-agent.ts";
import { paceOf, type TrialGame } from "./registry.ts";
import { runTrial, type TrialReturn } from "./run-trial.ts";
import { sessionNow } from "./session.ts";
import { ownWorld, playerStamp } from "./stamps.ts";
import type { Tally } from "./tally.ts";
import { otherEngine } from "./verify.ts";

/** What is to be branched, and how. */
export interface BranchRequest {
  /** The recorded run and a trial of it, by id or `label:seed[:repeat]`. */
  readonly source: string;
  readonly trial: string;
  /** The first month that the other player decides. */
  readonly atMonth: number;
  readonly player: Player;
  /** Makes the other player's agent for the branch's trial. */
  readonly agentFor: (game: TrialGame, desk: BranchDesk) => Agent;
  /** The branch's folder; null for the one its name gives below `results`. */
  readonly folder: string | null;
  readonly results: string;
  readonly flags: readonly string[];
  readonly sleep: (ms: number) => Promise<void>;
}

/** What a model that takes over needs of the trial it takes over. */
export interface BranchDesk {
  readonly recorder: TrialRecorder;
  readonly stop: Stoppable<string>;
  /** What the trial has used so far, the recorded months included. */
  readonly tally: Tally;
}

/** What a branch came to. */
export interface Branch {
  readonly folder: string;
  readonly trial: PlannedTrial;
  readonly source: PlannedTrial;
  /** The branch's own line; null where it was stopped before its end. */
  readonly line: TrialLine | null;
  /** The line of the trial it comes from; null where that has not ended. */
  readonly sourceLine: TrialLine | null;
}

/** Plays a branch, or goes on with it. Throws a UserError where there is nothing to branch from or the folder is taken. */
export async function branch(request: BranchRequest, stop: Stoppable<string>): Promise<Branch> {
  const from = readManifest(request.source);
  const refused = otherEngine(from, ownWorld());
  if (refused !== null) throw new UserError(`${request.source} cannot be branched: ${refused}`);
  const source = findTrial(planOf(from), request.trial);
  const before = await eventsBefore(request, source);
  const manifest = branchManifest(request, from, source);
  const folder = request.folder ?? `${request.results}/${branchName(request, source)}`;
  const trial = planOf(manifest)[0] as PlannedTrial;
  const line = await play({ request, folder, manifest, trial, before, stop });
  const sourceLine = newestLines(readTrialLines(request.source)).get(source.id) ?? null;
  return { folder, trial, source, line, sourceLine };
}

/** The record up to the branch's first month. */
async function eventsBefore({ source, atMonth }: BranchRequest, trial: PlannedTrial): Promise<RecordedEvent[]> {
  const events = await readEvents(eventFile(source, trial.id));
  const end = events.findIndex(({ event }) => event.event === "month" && event.month === atMonth - 1);
  if (atMonth === 0) return [];
  if (end !== -1) return events.slice(0, end + 1);
  const months = events.filter(({ event }) => event.event === "month").length;
  throw new UserError(`${trial.id} cannot be branched at month ${atMonth}: its record has ${months} months`, {
    hint: months === 0 ? "Play it first." : `Give --at a month from 0 to ${months - 1}.`,
  });
}

function branchManifest({ source, atMonth, player }: BranchRequest, from: Manifest, trial: PlannedTrial): Manifest {
  return {
    ...from,
    players: [manifestPlayer(player)],
    seeds: [trial.seed],
    repeats: 1,
    shard: null,
    branchOf: `${trial.id} of ${source} from month ${atMonth} on`,
    sessions: [],
  };
}

function branchName({ atMonth, player }: BranchRequest, source: PlannedTrial): string {
  return `branch-${source.id}-m${atMonth}-${slugOf(player.label)}`;
}

interface BranchPlay {
  readonly request: BranchRequest;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly trial: PlannedTrial;
  readonly before: readonly RecordedEvent[];
  readonly stop: Stoppable<string>;
}

async function play(one: BranchPlay): Promise<TrialLine | null> {
  const { folder, manifest, trial, request } = one;
  const wasThere = isRunFolder(folder);
  if (wasThere) refuseOther(folder, manifest);
  createRunFolder(folder);
  const writer = new EventWriter();
  const release = await lockFolder(folder, (reason) => {
    writer.refuseAll(new Error(reason));
  });
  try {
    repairTrialLines(folder);
    const earlier = wasThere ? readManifest(folder).sessions : [];
    writeManifest(folder, { ...manifest, sessions: [...earlier, sessionNow(request.flags)] });
    const known = newestLines(readTrialLines(folder)).get(trial.id);
    if (known?.result.outcome.kind === "completed") return known;
    return lineOf(one, await playOn(one, writer), (known?.attempt ?? 0) + 1);
  } finally {
    await writer.close();
    await release();
  }
}

function refuseOther(folder: string, wanted: Manifest): void {
  const { sessions: _was, ...existing } = readManifest(folder);
  const { sessions: _now, ...now } = wanted;
  if (canonicalJson(existing) === canonicalJson(now)) return;
  throw new UserError(`${folder} holds something else than this branch`, { hint: "Name another folder with --out." });
}

async function playOn(
  { request, folder, manifest, trial, before, stop }: BranchPlay,
  writer: EventWriter,
): Promise<TrialReturn> {
  const file = eventFile(folder, trial.id);
  cutTornLine(file);
  const recorded = existsSync(file) ? await readEvents(file) : [];
  const sink = {
    append: (text: string) => {
      writer.append(file, text, request.player.framework === "react");
    },
    flush: () => writer.finish(file),
  };
  const recorder = new TrialRecorder(sink, systemClock, recorded);
  const repeated = new RecordedAgent(before, (event) => {
    recorder.write(event);
  });
  const { protocolStamp } = manifest;
  const scenario = loadScenario();
  const protocol = protocolSchema.parse(manifest.protocol);
  const game = { trial, scenario, protocol };
  return runTrial(
    { trial, protocolStamp, playerStamp: playerStamp(request.player), paceMs: paceOf(request.player) },
    new Episode(scenario, protocol, trial.seed),
    takingOver(repeated, request.agentFor(game, { recorder, stop, tally: repeated.tally }), request.atMonth),
    { recorder, stop, sleep: request.sleep, onMonth: () => undefined },
  );
}

/** The recorded player up to a month, another one from there on. */
function takingOver(recorded: RecordedAgent, successor: Agent, atMonth: number): Agent {
  return {
    playMonth: (desk) => (desk.opening.data.month < atMonth ? recorded.playMonth(desk) : successor.playMonth(desk)),
    get spent() {
      return recorded.spent;
    },
    close: async () => {
      await successor.close?.();
    },
  };
}

function lineOf({ folder, manifest, trial, request }: BranchPlay, end: TrialReturn, attempt: number): TrialLine | null {
  if (end.kind === "suspended") return null;
  if (end.kind === "unreadable") throw new UserError(end.message);
  const { protocolStamp } = manifest;
  const stamps = { protocolStamp, playerStamp: playerStamp(request.player) };
  const line: TrialLine = { format: RECORD_FORMAT, trial, attempt, ...stamps, result: end.result, at: end.seal };
  const appender = openTrialLines(folder);
  try {
    appender.append(line);
  } finally {
    appender.close();
  }
  return line;
}
