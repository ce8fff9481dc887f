// Writes a trial's events, or, while a record of them exists, checks that they come again as recorded.

import type { Clock } from "../std/clock.ts";
import { RunningDigest } from "../std/hash.ts";
import { canonicalJson } from "../std/json.ts";
import type { TrialEvent, UnstampedEvent } from "./events.ts";
import type { RecordedEvent } from "./trial-file.ts";

/** Where a recorder's lines go. */
export interface EventSink {
  append(text: string): void;
  /** Resolves when all that was appended is written; rejects when it cannot be. */
  flush(): Promise<void>;
}

/** A trial that was taken up again did not repeat what its record says. */
export class RecordMismatch extends Error {
  override readonly name = "RecordMismatch";
}

/** Size and SHA-256 of a finished event file. */
export interface Seal {
  readonly bytes: number;
  readonly digest: string;
}

type ModelTurn = Extract<TrialEvent, { event: "turn" }>;

/** Events that tell of an interruption: a trial taken up again does not repeat them. */
const INTERRUPTIONS: ReadonlySet<TrialEvent["event"]> = new Set(["limit", "error", "ended"]);

/** The one voice of a trial's record. */
export class TrialRecorder {
  readonly #sink: EventSink;
  readonly #clock: Clock;
  readonly #recorded: readonly RecordedEvent[];
  readonly #sinceMonth = new RunningDigest();
  readonly #whole = new RunningDigest();
  #next = 0;
  #bytes = 0;

  constructor(sink: EventSink, clock: Clock, recorded: readonly RecordedEvent[] = []) {
    this.#sink = sink;
    this.#clock = clock;
    this.#recorded = recorded;
    this.#skipInterruptions();
  }

  /** True while recorded events are still being repeated. */
  get isReplaying(): boolean {
    return this.#next < this.#recorded.length;
  }

  /** Records an event; while replaying, throws {@link RecordMismatch} unless it is the one recorded next. */
  write(event: UnstampedEvent): void {
    const recorded = this.#recorded[this.#next];
    if (recorded !== undefined) {
      this.#repeat(event, recorded);
      return;
    }
    const ms = this.#clock();
    const at = event.event === "month" ? { ms, digest: this.#sinceMonth.take() } : { ms };
    const line = `${JSON.stringify({ ...event, at })}\n`;
    this.#count(line);
    this.#sink.append(line);
  }

  /** The model turn recorded next, or null when the record is used up. */
  recordedTurn(): ModelTurn | null {
    const event = this.#recorded[this.#next]?.event;
    return event?.event === "turn" ? event : null;
  }

  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void> {
    return this.#sink.flush();
  }

  /** Size and digest of the file as it stands. */
  seal(): Seal {
    return { bytes: this.#bytes, digest: this.#whole.take() };
  }

  #repeat(event: UnstampedEvent, { event: recorded, line, lineNumber }: RecordedEvent): void {
    const { at: _at, ...facts } = recorded;
    // Through JSON and back, so that both sides have lost what JSON cannot carry.
    const expected = canonicalJson(facts);
    const found = canonicalJson(JSON.parse(JSON.stringify(event)));
    if (expected !== found)
      throw new RecordMismatch(`line ${lineNumber}: recorded ${clip(expected)}, found ${clip(found)}`);
    if (recorded.event === "month") this.#sinceMonth.take();
    this.#count(line);
    this.#next += 1;
    this.#skipInterruptions();
  }

  #skipInterruptions(): void {
    for (;;) {
      const recorded = this.#recorded[this.#next];
      if (recorded === undefined || !INTERRUPTIONS.has(recorded.event.event)) return;
      this.#count(recorded.line);
      this.#next += 1;
    }
  }

  #count(line: string): void {
    this.#sinceMonth.add(line);
    this.#whole.add(line);
    this.#bytes += Buffer.byteLength(line);
  }
}

const SHOWN_CHARS = 300;

function clip(text: string): string {
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`;
}

/** Size and digest of a file of these events. */
export function sealOf(events: readonly RecordedEvent[]): Seal {
  const digest = new RunningDigest();
  let bytes = 0;
  for (const { line } of events) {
    digest.add(line);
    bytes += Buffer.byteLength(line);
  }
  return { bytes, digest: digest.take() };
}
