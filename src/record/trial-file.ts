// Reads a trial's event file: a torn last line is where a process was killed, any other bad line is damage.
import { createReadStream, existsSync } from "node:fs";
import { UserError } from "../std/user-error.ts";
import { type TrialEvent, trialEventSchema } from "./events.ts";
import { type Seal, Sealer } from "./seal.ts";

/** An event with the bytes it was read from. */
export interface RecordedEvent {
  readonly event: TrialEvent;
  /** The line as written, its newline included: as UTF-8 these are the very bytes of the file. */
  readonly line: string;
  readonly lineNumber: number;
}

/** A line of an event file that is no event. */
export class DamagedRecord extends UserError {
  readonly file: string;
  readonly lineNumber: number;
  /** The month the damaged line belongs to, as far as that can be told. */
  readonly month: number;
  readonly reason: string;

  constructor(file: string, lineNumber: number, month: number, reason: string) {
    super(`${file}:${lineNumber}: damaged record in month ${month}: ${reason}`, {
      hint: "The file was changed after it was written. Move it away and run again to play this trial anew.",
    });
    this.file = file;
    this.lineNumber = lineNumber;
    this.month = month;
    this.reason = reason;
  }
}

/**
 * The events of a file in order, one at a time. A last line without its newline is left out.
 * Throws {@link DamagedRecord} at any other line that is not an event.
 */
export async function* streamEvents(file: string): AsyncGenerator<RecordedEvent> {
  if (!existsSync(file)) return;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let lineNumber = 0;
  let last: TrialEvent | null = null;
  for await (const bytes of wholeLines(file)) {
    lineNumber += 1;
    let line: string;
    try {
      line = decoder.decode(bytes);
    } catch {
      throw new DamagedRecord(file, lineNumber, monthAfter(last, bytes.toString("latin1")), "not UTF-8");
    }
    const event = parseEvent(line);
    if (typeof event === "string") throw new DamagedRecord(file, lineNumber, monthAfter(last, line), event);
    last = event;
    yield { event, line, lineNumber };
  }
}

/** All events of a file; see {@link streamEvents}. */
export async function readEvents(file: string): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of streamEvents(file)) events.push(event);
  return events;
}

/** The first and the last event of a file and its seal, read without holding it; null where it has no event. */
export async function endsOf(file: string): Promise<{ first: TrialEvent; last: TrialEvent; seal: Seal } | null> {
  const sealer = new Sealer();
  let first: TrialEvent | null = null;
  let last: TrialEvent | null = null;
  for await (const { event, line } of streamEvents(file)) {
    first ??= event;
    last = event;
    sealer.add(line, event.at.ms);
  }
  return first === null || last === null ? null : { first, last, seal: sealer.seal() };
}

/** The seal of a file of these events. */
export function sealOf(events: readonly RecordedEvent[]): Seal {
  const sealer = new Sealer();
  for (const { event, line } of events) sealer.add(line, event.at.ms);
  return sealer.seal();
}

const NEWLINE = 0x0a;

/** Lines with their newlines, as bytes; what follows the last newline is torn and left out. */
async function* wholeLines(file: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      const line = rest.subarray(0, end + 1);
      yield pieces.length === 0 ? line : Buffer.concat([...pieces, line]);
      pieces = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
  }
}

/** The event of a line, or what is wrong with it. */
function parseEvent(line: string): TrialEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "not JSON";
  }
  const parsed = trialEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not an event"}`;
}

/** The month of a line that cannot be read: what it says itself where that can be, else what comes after the last. */
function monthAfter(last: TrialEvent | null, line: string): number {
  if (last === null || !("month" in last)) return 0;
  // Damage may have hit one of the two.
  const isEnd = line.startsWith('{"event":"ended"') || line.includes('"monthsActed":');
  const next = last.event === "month" && !isEnd ? last.month + 1 : last.month;
  const said = /"month":(\d+)/.exec(line)?.[1];
  return said !== undefined && Number(said) === last.month ? last.month : next;
}
