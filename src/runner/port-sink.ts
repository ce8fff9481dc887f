// A recorder's lines on their way from a worker to the one writer in the main thread.
import type { MessagePort } from "node:worker_threads";
import type { EventSink } from "../record/recorder.ts";
import type { Clock } from "../std/clock.ts";
import type { FromTrial } from "./messages.ts";

/** Text gathered before it is sent: whichever of the two comes first. */
const SEND_CHARS = 1 << 16;
const SEND_AFTER_MS = 20;

/** The main thread could not write: the trial stops, and what was written stays. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: WriteFailed) => void;
}

/** Sends lines in batches and waits for acknowledgements where asked to. */
export class PortSink implements EventSink {
  readonly #port: MessagePort;
  readonly #clock: Clock;
  readonly #waiting = new Map<number, Waiter>();
  #buffer: string[] = [];
  #chars = 0;
  #sentAt: number;
  #acks = 0;
  /** Sends what is gathered also where nothing follows it for long. */
  #timer: NodeJS.Timeout | null = null;

  constructor(port: MessagePort, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    this.#sentAt = clock();
  }

  append(text: string): void {
    this.#buffer.push(text);
    this.#chars += text.length;
    if (this.#chars >= SEND_CHARS || this.#clock() - this.#sentAt >= SEND_AFTER_MS) this.#send(null);
    else {
      this.#timer ??= setTimeout(() => {
        this.#send(null);
      }, SEND_AFTER_MS);
    }
  }

  flush(): Promise<void> {
    this.#acks += 1;
    const ack = this.#acks;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ack, { resolve, reject });
      this.#send(ack);
    });
  }

  /** Takes the main thread's word for an acknowledgement. */
  settle(ack: number, failure: string | null): void {
    const waiter = this.#waiting.get(ack);
    this.#waiting.delete(ack);
    if (failure === null) waiter?.resolve();
    else waiter?.reject(new WriteFailed(failure));
  }

  #send(ack: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const message: FromTrial = { kind: "append", text: this.#buffer.join(""), ack };
    this.#buffer = [];
    this.#chars = 0;
    this.#sentAt = this.#clock();
    this.#port.postMessage(message);
  }
}
