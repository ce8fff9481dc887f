// The worker pool: the only importer of Piscina.
import { join } from "node:path";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { packageRoot } from "../config/data.ts";
import type { FromTrial, ToTrial, TrialTask } from "./messages.ts";
import type { TrialReturn } from "./run-trial.ts";

/** Trials a worker carries at once: waiting for a model needs no thread. */
const TASKS_A_WORKER = 1024;

/** A trial's end of the line in the main thread. */
export interface TrialLine {
  readonly port: MessagePort;
  readonly send: (message: ToTrial) => void;
}

/** Threads that play trials. */
export class TrialPool {
  readonly #pool: Piscina;

  constructor(workers: number) {
    this.#pool = new Piscina({
      // Workers load the built program, also where the caller runs from source.
      filename: join(packageRoot(), "dist/runner/worker.js"),
      minThreads: Math.min(workers, 1),
      maxThreads: workers,
      concurrentTasksPerWorker: TASKS_A_WORKER,
      // The default parks an idle worker's event loop, and what it still serves goes dead.
      atomics: "disabled",
      idleTimeout: 60_000,
    });
  }

  /**
   * Plays a trial in a worker. `onMessage` hears from it, `onOpen` gets the way to speak to it.
   * Rejects only where the worker itself died.
   */
  async play(
    task: Omit<TrialTask, "port">,
    onMessage: (message: FromTrial, send: (message: ToTrial) => void) => void,
    onOpen: (send: (message: ToTrial) => void) => void,
  ): Promise<TrialReturn> {
    const { port1: mine, port2: theirs } = new MessageChannel();
    const send = (message: ToTrial): void => {
      mine.postMessage(message);
    };
    mine.on("message", (message: FromTrial) => {
      onMessage(message, send);
    });
    onOpen(send);
    try {
      return (await this.#pool.run({ ...task, port: theirs }, { transferList: [theirs] })) as TrialReturn;
    } finally {
      mine.close();
    }
  }

  /** Ends every worker at once, whatever it does. */
  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
