// Carries out a run: plays what is left of the plan in the pool and writes every result as it comes.
import pLimit from "p-limit";
import { loadScenario } from "../config/data.ts";
import { EventWriter } from "../record/event-writer.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { eventFile } from "../record/run-folder.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { Stop, type Stoppable } from "../std/abort.ts";
import { systemClock } from "../std/clock.ts";
import { failedLine } from "./failed-line.ts";
import type { FromTrial, ToTrial } from "./messages.ts";
import { type OpenRun, openRun, type TodoTrial } from "./open-run.ts";
import { TrialPool } from "./pool.ts";
import { concurrencyOf } from "./registry.ts";
import type { RunObserver, RunRequest, RunStop, RunSummary } from "./run-request.ts";
import type { TrialReturn } from "./run-trial.ts";
import { playerStamp, worldStamp } from "./stamps.ts";

/** A trial whose worker dies is taken up again at once, so many times in all. */
const MAX_WORKER_DEATHS = 3;
const SYNC_EVERY_MS = 1000;

/** Plays a request. Resolves also when stopped; throws a UserError where the run cannot be opened. */
export async function run(
  request: RunRequest,
  observer: RunObserver,
  interrupt: Stoppable<RunStop>,
): Promise<RunSummary> {
  const opened = await openRun(request, worldStamp(loadScenario()));
  const session = new RunSession(request, opened, observer);
  const takeOff = interrupt.onStop((stop) => {
    session.stop(stop);
  });
  try {
    return await session.play();
  } finally {
    takeOff();
    await session.close();
  }
}

class RunSession {
  readonly #request: RunRequest;
  readonly #run: OpenRun;
  readonly #observer: RunObserver;
  readonly #stop = new Stop<RunStop>();
  readonly #writer = new EventWriter();
  readonly #pool: TrialPool;
  readonly #syncTimer: NodeJS.Timeout;
  #suspended = 0;

  constructor(request: RunRequest, opened: OpenRun, observer: RunObserver) {
    this.#request = request;
    this.#run = opened;
    this.#observer = observer;
    this.#pool = new TrialPool(request.workers);
    this.#syncTimer = setInterval(() => {
      this.#guarded(() => {
        opened.appender.sync();
      });
    }, SYNC_EVERY_MS);
    this.#syncTimer.unref();
  }

  stop(stop: RunStop): void {
    this.#stop.stop(stop);
  }

  async play(): Promise<RunSummary> {
    const { planned, lines, todo } = this.#run;
    this.#observer.opened({ folder: this.#request.folder, planned, kept: [...lines.values()], todo: todo.length });
    const limits = new Map(this.#request.players.map((player) => [player.label, pLimit(concurrencyOf(player))]));
    await Promise.all(todo.map((one) => limits.get(one.trial.label)?.(() => this.#playOne(one))));
    return {
      folder: this.#request.folder,
      planned: planned.length,
      lines: planned.flatMap(({ id }) => lines.get(id) ?? []),
      suspended: this.#suspended,
      stop: this.#stop.reason ?? null,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#syncTimer);
    await this.#pool.destroy();
    await this.#writer.close();
    this.#guarded(() => {
      this.#run.appender.close();
    });
    await this.#run.release();
  }

  async #playOne(one: TodoTrial): Promise<void> {
    if (this.#stop.isStopped) {
      this.#suspended += 1;
      return;
    }
    const path = eventFile(this.#request.folder, one.trial.id);
    const outcome = await this.#inPool(one, path);
    if (outcome.kind === "suspended") {
      this.#suspended += 1;
      return;
    }
    try {
      await this.#writer.finish(path);
      this.#conclude(one, outcome);
    } catch (error) {
      this.#suspended += 1;
      this.#writeFailed(error);
    }
  }

  /** The trial's return; a dead worker's trial goes on in another from what was recorded. */
  async #inPool(one: TodoTrial, path: string): Promise<TrialReturn | { kind: "died"; message: string }> {
    for (let deaths = 1; ; deaths += 1) {
      try {
        return await this.#once(one, path);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (this.#stop.isStopped) return { kind: "suspended", reason: message };
        if (deaths === MAX_WORKER_DEATHS) return { kind: "died", message };
        this.#observer.warning(`${one.trial.id}: its worker died (${message}); taken up again`);
      }
    }
  }

  async #once(one: TodoTrial, path: string): Promise<TrialReturn> {
    const { trial, player } = one;
    let takeOff = (): void => undefined;
    try {
      return await this.#pool.play(
        {
          trial,
          player,
          protocol: this.#request.protocol,
          protocolStamp: this.#run.manifest.protocolStamp,
          playerStamp: playerStamp(player),
          eventFile: path,
        },
        (message, send) => {
          this.#heard(one, path, message, send);
        },
        (send) => {
          takeOff = this.#stop.onStop(({ reason }) => {
            send({ kind: "stop", reason });
          });
        },
      );
    } finally {
      takeOff();
    }
  }

  #heard(one: TodoTrial, path: string, message: FromTrial, send: (message: ToTrial) => void): void {
    if (message.kind === "month") {
      this.#observer.month(one.trial, message.month, message.cashUsd);
      return;
    }
    try {
      if (message.text !== "") this.#writer.append(path, message.text, false);
      if (message.ack !== null) send({ kind: "written", ack: message.ack });
    } catch (error) {
      this.#writeFailed(error);
      if (message.ack !== null) send({ kind: "write-failed", ack: message.ack, message: messageOf(error) });
    }
  }

  #conclude(
    one: TodoTrial,
    outcome: Exclude<TrialReturn, { kind: "suspended" }> | { kind: "died"; message: string },
  ): void {
    const stamps = { protocolStamp: this.#run.manifest.protocolStamp, playerStamp: playerStamp(one.player) };
    const line: TrialLine =
      outcome.kind === "finished"
        ? {
            format: RECORD_FORMAT,
            trial: one.trial,
            attempt: one.attempt,
            ...stamps,
            result: outcome.result,
            at: { ms: systemClock(), ...outcome.seal },
          }
        : failedLine(one, stamps, outcome);
    this.#run.appender.append(line);
    this.#run.lines.set(one.trial.id, line);
    this.#observer.finished(line);
  }

  /** A disk that takes no more stops the run: trials stay where they are and go on when there is room. */
  #writeFailed(error: unknown): void {
    this.#stop.stop({ kind: "write-failed", reason: messageOf(error) });
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#writeFailed(error);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
