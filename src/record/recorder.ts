// Writes a trial's events, or, while a record of them exists, checks that they come again as recorded.

import type { Clock } from "../std/clock.ts";
import { RunningDigest } from "../std/hash.ts";
import { firstDifference } from "./difference.ts";
import type { TrialEvent, UnstampedEvent } from "./events.ts";
import { type Seal, Sealer } from "./seal.ts";
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

/** Where a repetition parted from the record, and how. */
export interface Parting {
  readonly lineNumber: number;
  readonly month: number;
  readonly difference: string;
}

/**
 * Events that may tell of an interruption: a trial taken up again need not repeat them. A limit that ended no trial
 * comes again, and is then as recorded as any other event.
 */
const INTERRUPTIONS: ReadonlySet<TrialEvent["event"]> = new Set(["limit", "error", "ended"]);

/** The one voice of a trial's record. */
export class TrialRecorder {
  readonly #sink: EventSink;
  readonly #clock: Clock;
  readonly #recorded: readonly RecordedEvent[];
  readonly #sinceMonth = new RunningDigest();
  readonly #whole = new Sealer();
  /** From here on the record tells of interruptions only. */
  readonly #replayEnd: number;
  #next = 0;
  #month = 0;
  #parting: Parting | null = null;

  constructor(sink: EventSink, clock: Clock, recorded: readonly RecordedEvent[] = []) {
    this.#sink = sink;
    this.#clock = clock;
    this.#recorded = recorded;
    this.#replayEnd = recorded.findLastIndex(({ event }) => !INTERRUPTIONS.has(event.event)) + 1;
  }

  /** True while recorded events are still to be repeated. */
  get isReplaying(): boolean {
    return this.#next < this.#replayEnd;
  }

  /** Where the repetition parted from the record, once it has. */
  get parting(): Parting | null {
    return this.#parting;
  }

  /** Records an event; while replaying, throws {@link RecordMismatch} unless it is the one recorded next. */
  write(event: UnstampedEvent): void {
    if ("month" in event) this.#month = event.month;
    for (;;) {
      const recorded = this.#recorded[this.#next];
      if (recorded === undefined) break;
      const difference = differenceOf(recorded, event);
      if (difference === null) {
        this.#repeat(recorded);
        return;
      }
      if (!INTERRUPTIONS.has(recorded.event.event)) throw this.parted(this.#month, difference);
      this.#pass(recorded);
    }
    this.#append(event);
  }

  /** The event to be repeated next, interruptions left out; null when the record is used up. */
  nextRecorded(): TrialEvent | null {
    for (let next = this.#next; next < this.#replayEnd; next += 1) {
      const event = this.#recorded[next]?.event;
      if (event !== undefined && !INTERRUPTIONS.has(event.event)) return event;
    }
    return null;
  }

  /** The error for whoever finds that what is recorded next is not what comes. */
  parted(month: number, difference: string): RecordMismatch {
    const lineNumber = this.#recorded[this.#next]?.lineNumber ?? this.#recorded.length + 1;
    this.#parting = { lineNumber, month, difference };
    return new RecordMismatch(`line ${lineNumber}, month ${month}: ${difference}`);
  }

  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void> {
    return this.#sink.flush();
  }

  /** The seal of the file as it stands. */
  seal(): Seal {
    return this.#whole.seal();
  }

  #append(event: UnstampedEvent): void {
    const ms = this.#clock();
    const at = event.event === "month" ? { ms, digest: this.#sinceMonth.take() } : { ms };
    const line = `${JSON.stringify({ ...event, at })}\n`;
    this.#count(line, ms);
    this.#sink.append(line);
  }

  #repeat(recorded: RecordedEvent): void {
    const { event } = recorded;
    if (event.event === "month" && event.at.digest !== this.#sinceMonth.take()) {
      const since = event.month === 0 ? "the start" : `the end of month ${event.month - 1}`;
      const span = `the bytes from ${since} to the end of month ${event.month}`;
      throw this.parted(event.month, `${span} are not those that were written: their digest is another one`);
    }
    this.#pass(recorded);
  }

  #pass({ event, line }: RecordedEvent): void {
    this.#count(line, event.at.ms);
    this.#next += 1;
  }

  #count(line: string, ms: number): void {
    this.#sinceMonth.add(line);
    this.#whole.add(line, ms);
  }
}

/** Where an event differs from what is recorded, clocks aside. Through JSON, so that both sides lost what it cannot carry. */
function differenceOf({ event: recorded }: RecordedEvent, event: UnstampedEvent): string | null {
  if (recorded.event !== event.event) return `"${recorded.event}" is recorded, "${event.event}" comes`;
  const { at: _at, ...facts } = recorded;
  const difference = firstDifference(facts, JSON.parse(JSON.stringify(event)));
  return difference === null ? null : `"${event.event}", ${difference}`;
}
