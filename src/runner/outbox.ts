// A trial's messages to the main thread, gathered for the rest of the turn of the event loop and sent as one:
// a message between threads costs more than most of what a trial does itself.
import type { MessagePort } from "node:worker_threads";
import type { FromTrial } from "./messages.ts";

/** Sends a trial's messages in order, in batches. */
export class Outbox {
  readonly #port: MessagePort;
  #batch: FromTrial[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
  }

  send(message: FromTrial): void {
    this.#batch.push(message);
    if (this.#batch.length === 1) {
      setImmediate(() => {
        this.flush();
      });
    }
  }

  /** True while a message is still here, so that it may still be added to. */
  holds(message: FromTrial): boolean {
    return this.#batch.includes(message);
  }

  /** Sends what has been gathered. */
  flush(): void {
    if (this.#batch.length === 0) return;
    this.#port.postMessage(this.#batch);
    this.#batch = [];
  }
}
