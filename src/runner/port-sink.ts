// A recorder's lines on their way from a worker to the one writer in the main thread.
import type { EventSink } from "../record/recorder.ts";
import type { AppendMessage } from "./messages.ts";
import type { Outbox } from "./outbox.ts";

/** The main thread could not write: the trial stops, and what was written stays. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: WriteFailed) => void;
}

/** Sends lines with the trial's other messages, and waits for acknowledgements where asked to. */
export class PortSink implements EventSink {
  readonly #outbox: Outbox;
  readonly #waiting = new Map<number, Waiter>();
  /** The message that lines still go into. */
  #open: AppendMessage | null = null;
  #acks = 0;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  append(text: string): void {
    if (this.#open === null || !this.#outbox.holds(this.#open)) {
      this.#open = { kind: "append", text: "", ack: null };
      this.#outbox.send(this.#open);
    }
    this.#open.text += text;
  }

  flush(): Promise<void> {
    this.#acks += 1;
    const ack = this.#acks;
    this.append("");
    return new Promise((resolve, reject) => {
      this.#waiting.set(ack, { resolve, reject });
      // What comes after the acknowledged lines goes into a message of its own.
      if (this.#open !== null) this.#open.ack = ack;
      this.#open = null;
    });
  }

  /** Takes the main thread's word for an acknowledgement. */
  settle(ack: number, failure: string | null): void {
    const waiter = this.#waiting.get(ack);
    this.#waiting.delete(ack);
    if (failure === null) waiter?.resolve();
    else waiter?.reject(new WriteFailed(failure));
  }
}
