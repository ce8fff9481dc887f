// Reads a trial's event file: a torn last line is where a process was killed, any other bad line is damage.
import { createReadStream, existsSync } from "node:fs";
import { UserError } from "../std/user-error.ts";
import { type TrialEvent, trialEventSchema } from "./events.ts";

/** An event with the bytes it was read from. */
export interface RecordedEvent {
  readonly event: TrialEvent;
  /** The line as written, its newline included. */
  readonly line: string;
  readonly lineNumber: number;
}

/** A line of an event file that is no event. */
export class DamagedRecord extends UserError {
  readonly file: string;
  readonly lineNumber: number;
  /** The month of the last readable event before the damage; null at the start of the file. */
  readonly month: number | null;

  constructor(file: string, lineNumber: number, month: number | null, reason: string) {
    super(`${file}:${lineNumber}: damaged record in month ${month ?? 0}: ${reason}`);
    this.file = file;
    this.lineNumber = lineNumber;
    this.month = month;
  }
}

/**
 * The events of a file in order, one at a time. A last line without its newline is left out.
 * Throws {@link DamagedRecord} at any other line that is not an event.
 */
export async function* streamEvents(file: string): AsyncGenerator<RecordedEvent> {
  if (!existsSync(file)) return;
  let lineNumber = 0;
  let month: number | null = null;
  for await (const line of wholeLines(file)) {
    lineNumber += 1;
    const event = parseEvent(line, file, lineNumber, month);
    if ("month" in event) month = event.month;
    yield { event, line, lineNumber };
  }
}

/** All events of a file; see {@link streamEvents}. */
export async function readEvents(file: string): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of streamEvents(file)) events.push(event);
  return events;
}

/** Lines with their newlines; what follows the last newline is torn and left out. */
async function* wholeLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 18 })) {
    const lines = (rest + (chunk as string)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield `${line}\n`;
  }
}

function parseEvent(line: string, file: string, lineNumber: number, month: number | null): TrialEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DamagedRecord(file, lineNumber, month, "not JSON");
  }
  const parsed = trialEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DamagedRecord(
    file,
    lineNumber,
    month,
    `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not an event"}`,
  );
}
