// The worker pool: the only importer of Piscina.
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { packageRoot } from "../config/data.ts";
import type { FromTrial, ToTrial, TrialTask } from "./messages.ts";
import type { TrialReturn } from "./run-trial.ts";

/** Trials a worker carries at once: waiting for a model needs no thread. */
const TASKS_A_WORKER = 1024;

/** Threads that play trials. */
export class TrialPool {
  readonly #shared: Piscina;
  #quarantine: Piscina | null = null;

  constructor(workers: number) {
    this.#shared = piscina(workers, TASKS_A_WORKER);
  }

  /**
   * Plays a trial in a worker. `onMessage` hears from it, `onOpen` gets the way to speak to it. Rejects only where the
   * worker itself died; that takes every trial of the worker with it, so whoever is played again is played `alone`:
   * then the one that brings its worker down cannot bring down others a second time.
   */
  async play(
    task: Omit<TrialTask, "port">,
    onMessage: (message: FromTrial, send: (message: ToTrial) => void) => void,
    onOpen: (send: (message: ToTrial) => void) => void,
    alone = false,
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
      const pool = alone ? (this.#quarantine ??= piscina(1, 1)) : this.#shared;
      return (await pool.run({ ...task, port: theirs }, { transferList: [theirs] })) as TrialReturn;
    } finally {
      mine.close();
    }
  }

  /** Ends every worker at once, whatever it does. */
  async destroy(): Promise<void> {
    await Promise.all([this.#shared.destroy(), this.#quarantine?.destroy()]);
  }
}

function piscina(workers: number, tasksAWorker: number): Piscina {
  return new Piscina({
    // Workers load the built program, also where the caller runs from source.
    filename: join(packageRoot(), "dist/runner/worker.js"),
    minThreads: Math.min(workers, 1),
    maxThreads: workers,
    concurrentTasksPerWorker: tasksAWorker,
    // The default parks an idle worker's event loop, and what it still serves goes dead.
    atomics: "disabled",
    idleTimeout: 60_000,
  });
}
