// The worker pool: the only importer of Piscina.
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { packageRoot } from "../config/data.ts";
import { Stop } from "../std/abort.ts";
import type { FromTrial, ToTrial, TrialTask } from "./messages.ts";
import type { TrialReturn } from "./run-trial.ts";

/** Trials a worker carries at once: waiting for a model needs no thread. */
const TASKS_A_WORKER = 1024;

/** Workers that die before they play anything, one after another, before the pool is given up. */
const MAX_STILLBORN = 3;

/** Threads that play trials. */
export class TrialPool {
  readonly #shared: Piscina;
  #quarantine: Piscina | null = null;
  /** Set where workers die before they play anything: then none ever will. */
  readonly #unusable = new Stop<Error>();
  #hasPlayed = false;
  #stillborn = 0;

  constructor(workers: number) {
    this.#shared = this.#piscina(workers, TASKS_A_WORKER);
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
    mine.on("message", (messages: readonly FromTrial[]) => {
      for (const message of messages) onMessage(message, send);
    });
    onOpen(send);
    try {
      const pool = alone ? (this.#quarantine ??= this.#piscina(1, 1)) : this.#shared;
      return await this.#unlessUnusable(pool.run({ ...task, port: theirs }, { transferList: [theirs] }));
    } finally {
      mine.close();
    }
  }

  /** Ends every worker at once, whatever it does. */
  async destroy(): Promise<void> {
    await Promise.all([this.#shared.destroy(), this.#quarantine?.destroy()]);
  }

  #piscina(workers: number, tasksAWorker: number): Piscina {
    const pool = new Piscina({
      // Workers load the built program, also where the caller runs from source.
      filename: join(packageRoot(), "dist/runner/worker.js"),
      name: "play",
      // All from the start: a worker that takes hundreds of trials would never call for a second one.
      minThreads: workers,
      maxThreads: workers,
      concurrentTasksPerWorker: tasksAWorker,
      // The default parks an idle worker's event loop, and what it still serves goes dead.
      atomics: "disabled",
      idleTimeout: 60_000,
    });
    // A worker that dies with nothing to do harms no trial, unless none can ever live.
    pool.on("error", (error: Error) => {
      this.#stillborn += 1;
      if (!this.#hasPlayed && this.#stillborn >= MAX_STILLBORN) this.#unusable.stop(error);
    });
    return pool;
  }

  #unlessUnusable(running: Promise<unknown>): Promise<TrialReturn> {
    return new Promise((resolve, reject) => {
      const takeOff = this.#unusable.onStop(reject);
      running
        .then((value) => {
          this.#hasPlayed = true;
          resolve(value as TrialReturn);
        }, reject)
        .finally(takeOff);
    });
  }
}
