// Proves one trial: its record gives itself again, its books balance in every month, its seal and its line agree.
import { existsSync, statSync } from "node:fs";
import type { Episode } from "../env/episode.ts";
import type { Protocol } from "../env/protocol.ts";
import { auditMonth } from "../env/truth.ts";
import { firstDifference } from "../record/difference.ts";
import type { Manifest } from "../record/manifest.ts";
import { eventFile } from "../record/run-folder.ts";
import type { Seal } from "../record/seal.ts";
import { DamagedRecord, type RecordedEvent, readEvents, sealOf } from "../record/trial-file.ts";
import type { TrialLine } from "../record/trial-line.ts";
import type { Scenario } from "../sim/scenario.ts";
import type { PlannedTrial } from "./plan.ts";
import { resimulate } from "./resimulate.ts";

/** Something in a run's folder that is not as it was written. */
export interface Difference {
  /** The trial's id, or the file where no trial can be named. */
  readonly where: string;
  /** The month it belongs to; null where it belongs to none. */
  readonly month: number | null;
  readonly what: string;
}

/** A trial of a run that is to be verified. */
export interface TrialToVerify {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly protocol: Protocol;
  readonly scenario: Scenario;
  readonly trial: PlannedTrial;
  /** Its lines in `trials.jsonl`, oldest first. */
  readonly lines: readonly TrialLine[];
}

/** What verifying a trial came to. */
export interface TrialCheck {
  /** Months that were played again and are as recorded. */
  readonly months: number;
  readonly hasEnded: boolean;
  readonly differences: readonly Difference[];
}

/** Verifies a trial. */
export async function verifyTrial(one: TrialToVerify): Promise<TrialCheck> {
  const { trial, lines } = one;
  const file = eventFile(one.folder, trial.id);
  const hasEnded = lines.length > 0;
  const failed = (month: number | null, what: string): TrialCheck => {
    return { months: 0, hasEnded, differences: [{ where: trial.id, month, what }] };
  };
  if (!existsSync(file)) {
    // A trial of which nothing was ever recorded: its worker died at once.
    if (lines.every(({ at }) => at.bytes === 0)) return { months: 0, hasEnded, differences: [] };
    return failed(null, `its record ${file} is missing`);
  }
  let events: readonly RecordedEvent[];
  try {
    events = await readEvents(file);
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    return failed(error.month, `line ${error.lineNumber}: ${error.reason}`);
  }
  const { months, differences } = await compared(one, events);
  // What the repetition shows has moved the seal too: it would only be told twice.
  const more = differences.length > 0 ? [] : sealFaults(one, events, statSync(file).size);
  return { months, hasEnded, differences: [...differences, ...more] };
}

async function compared(
  { manifest, protocol, scenario, trial, lines }: TrialToVerify,
  events: readonly RecordedEvent[],
): Promise<Pick<TrialCheck, "months" | "differences">> {
  const started = events[0]?.event;
  if (started === undefined) return { months: 0, differences: [] };
  const recordedStamp = started.event === "started" ? started.playerStamp : "";
  const playerStamp = lines.at(-1)?.playerStamp ?? recordedStamp;
  const differences: Difference[] = [];
  const { protocolStamp } = manifest;
  const { months, parting } = await resimulate(
    { scenario, protocol, trial, protocolStamp, playerStamp, events },
    (episode, month) => {
      for (const what of audit(episode, month)) differences.push({ where: trial.id, month, what });
    },
  );
  if (parting !== null) {
    const what = `line ${parting.lineNumber}: ${parting.difference}`;
    differences.push({ where: trial.id, month: parting.month, what });
  }
  return { months, differences };
}

/** Statements that cannot even be realised are a fault like one that does not balance. */
function audit(episode: Episode, month: number): readonly string[] {
  try {
    return auditMonth(episode.company, month);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Whether each line seals the file as it was then, and the newest one the file as it is. */
function sealFaults({ trial, lines }: TrialToVerify, events: readonly RecordedEvent[], size: number): Difference[] {
  const last = events.findLast(({ event }) => event.event === "month")?.event;
  const month = last?.event === "month" ? last.month : 0;
  const fault = (what: string): Difference => ({ where: trial.id, month, what });
  const newest = lines.at(-1);
  for (const line of lines) {
    const sealed = eventsWithin(events, line.at.bytes);
    // A trial whose worker died, or whose record could not be read, sealed nothing.
    const expected = line.at.bytes === 0 ? { ...line.at, digest: "" } : sealOf(sealed);
    if (firstDifference(line.at satisfies Seal, expected) !== null) {
      return [fault(`the bytes after the end of month ${month} are not those that its line in trials.jsonl seals`)];
    }
    const ended = sealed.at(-1)?.event;
    const difference = ended?.event === "ended" ? firstDifference(ended.result, line.result) : null;
    if (difference !== null) return [fault(`its record and its line in trials.jsonl differ: ${difference}`)];
  }
  if (newest?.result.outcome.kind !== "completed") return [];
  if (newest.at.bytes === size) return [];
  return [fault(`its record has ${size} bytes, its line in trials.jsonl seals ${newest.at.bytes}`)];
}

/** The events that lie wholly within the first bytes of their file. */
function eventsWithin(events: readonly RecordedEvent[], bytes: number): readonly RecordedEvent[] {
  let end = 0;
  const beyond = events.findIndex(({ line }) => {
    end += Buffer.byteLength(line);
    return end > bytes;
  });
  return beyond === -1 ? events : events.slice(0, beyond);
}
