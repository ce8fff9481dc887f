// Runs of scripted players in this process, small enough for tests, and what they leave in their folders.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Player, playerSchema } from "../../src/config/player.ts";
import type { TrialEvent } from "../../src/record/events.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { run } from "../../src/runner/run.ts";
import type { RunObserver, RunRequest, RunStop, RunSummary } from "../../src/runner/run-request.ts";
import { Stop } from "../../src/std/abort.ts";
import { protocolWith } from "./scenario.ts";

/** A scripted player; the label is the policy unless it is named. */
export function scripted(policy: string, rest: { label?: string; params?: object; paceMs?: number } = {}): Player {
  return playerSchema.parse({ label: policy, category: "Scripted", framework: "scripted", policy, ...rest });
}

/** Three players that between them look, close, ask, are refused and pass. */
export const THREE: readonly Player[] = [scripted("never-raise"), scripted("raise-always"), scripted("random")];

/** A request for `folder`: three players on two seeds over twelve months, unless `rest` says otherwise. */
export function requestFor(
  folder: string,
  rest: Partial<Omit<RunRequest, "protocol">> & { readonly protocol?: Parameters<typeof protocolWith>[0] } = {},
): RunRequest {
  return {
    players: THREE,
    seeds: [0, 1],
    repeats: 1,
    folder,
    shard: null,
    only: {},
    workers: 1,
    models: new Map(),
    blocked: new Map(),
    caps: { usd: undefined, tokens: undefined },
    flags: [],
    ...rest,
    protocol: protocolWith({ horizon: 12, ...rest.protocol }),
  };
}

/** Plays a request to its end. */
export function runIn(
  folder: string,
  rest: Parameters<typeof requestFor>[1] = {},
  observer: Partial<RunObserver> = {},
): Promise<RunSummary> {
  return run(requestFor(folder, rest), { ...SILENT, ...observer }, new Stop<RunStop>());
}

const SILENT: RunObserver = {
  opened: () => undefined,
  begun: () => undefined,
  month: () => undefined,
  replied: () => undefined,
  finished: () => undefined,
  retry: () => undefined,
  warning: () => undefined,
  stopped: () => undefined,
};

/** What of a run must be the same however it was played: lines and events without clocks, by trial. */
export function factsOf(folder: string): { lines: Record<string, unknown>; events: Record<string, unknown> } {
  const lines = linesIn(folder).map((line) => [line.trial.id, { ...line, at: null }] as const);
  const events = readdirSync(join(folder, "trials")).map(
    (name) => [name, eventsIn(folder, name).map((event) => ({ ...event, at: null }))] as const,
  );
  return { lines: Object.fromEntries(lines), events: Object.fromEntries(events) };
}

/** The lines of `trials.jsonl`. */
export function linesIn(folder: string): TrialLine[] {
  return parsedLines(join(folder, "trials.jsonl")) as TrialLine[];
}

/** The events of a trial's file, named with or without its ending. */
export function eventsIn(folder: string, trial: string): TrialEvent[] {
  return parsedLines(join(folder, "trials", `${trial.replace(/\.jsonl$/, "")}.jsonl`)) as TrialEvent[];
}

function parsedLines(path: string): unknown[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
}
