// A player that does again what a record says its player did: no policy and no model is needed.
import type { Agent, MonthEnd, Spent } from "../agents/agent.ts";
import type { Desk } from "../env/contract.ts";
import type { RecordedReply } from "../llm/model.ts";
import type { TrialEvent, UnstampedEvent } from "../record/events.ts";
import { RecordMismatch } from "../record/recorder.ts";
import type { RecordedEvent } from "../record/trial-file.ts";
import { Tally } from "./tally.ts";

/** Repeats recorded calls and decisions, month by month; where the record ends, it stops. */
export class RecordedAgent implements Agent {
  readonly #events: readonly RecordedEvent[];
  readonly #write: (event: UnstampedEvent) => void;
  /** What the recorded replies used; a model that takes over goes on counting here. */
  readonly tally = new Tally();
  #next = 0;

  /** `write` takes what the player said and heard besides its calls, which the desk records itself. */
  constructor(events: readonly RecordedEvent[], write: (event: UnstampedEvent) => void) {
    this.#events = events;
    this.#write = write;
  }

  get spent(): Spent {
    return this.tally.spent;
  }

  playMonth(desk: Desk): MonthEnd {
    for (;;) {
      const event = this.#events[this.#next]?.event;
      if (event === undefined) return { kind: "stopped", stop: { kind: "suspended", reason: "the record ends here" } };
      this.#next += 1;
      if (event.event === "action") return { kind: "played", ...(event.why === undefined ? {} : { why: event.why }) };
      this.#repeat(event, desk);
    }
  }

  #repeat(event: TrialEvent, desk: Desk): void {
    switch (event.event) {
      case "call":
        this.#call(event, desk);
        return;
      case "turn":
        // The record's own writer put it there.
        this.tally.add(event.reply as unknown as RecordedReply, event.usage);
        this.#write(withoutAt(event));
        return;
      case "limit":
        if (this.#endedNext()) return;
        this.tally.odd(event.limit);
        this.#write(withoutAt(event));
        return;
      case "message":
      case "trimmed":
        this.#write(withoutAt(event));
        return;
      default:
      // Whoever runs the trial says these itself, or they tell of an interruption.
    }
  }

  #call(call: Extract<TrialEvent, { event: "call" }>, desk: Desk): void {
    const recorded = this.#events[this.#next];
    const { text, isError } = desk.call({ name: call.name, arguments: call.arguments });
    // A process killed between the two left a call without its answer.
    if (recorded?.event.event !== "result") return;
    if (recorded.event.text !== text || recorded.event.isError !== isError) {
      throw new RecordMismatch(`line ${recorded.lineNumber}, month ${call.month}: ${call.name} answers otherwise now`);
    }
  }

  /** A limit that ended the trial is followed by its end. */
  #endedNext(): boolean {
    return this.#events[this.#next]?.event.event === "ended";
  }
}

function withoutAt(event: TrialEvent): UnstampedEvent {
  const { at: _at, ...facts } = event;
  return facts;
}
