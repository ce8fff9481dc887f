// Carries out a run: plays what is left of the plan in the pool and writes every result as it comes.
import pLimit from "p-limit";
import type { Player } from "../config/player.ts";
import { writeProblem } from "../record/cannot-write.ts";
import { EventWriter } from "../record/event-writer.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { eventFile, noteSession } from "../record/run-folder.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { Stop, type Stoppable } from "../std/abort.ts";
import { present } from "../std/assert.ts";
import { systemClock } from "../std/clock.ts";
import { failedLine } from "./failed-line.ts";
import { LeaseDesk } from "./lease-desk.ts";
import type { ToTrial } from "./messages.ts";
import { type OpenRun, openRun, type TodoTrial } from "./open-run.ts";
import { PlayerStops } from "./player-stops.ts";
import { TrialPool } from "./pool.ts";
import { concurrencyOf } from "./registry.ts";
import type { RunObserver, RunRequest, RunStop, RunSummary } from "./run-request.ts";
import type { TrialReturn } from "./run-trial.ts";
import { ServedWatch } from "./served-watch.ts";
import { ownWorld, playerStamp } from "./stamps.ts";
import { TrialLink } from "./trial-link.ts";

/** A trial whose worker dies is taken up again at once, so many times in all. */
const MAX_WORKER_DEATHS = 3;
const SYNC_EVERY_MS = 1000;

/** Plays a request. Resolves also when stopped; throws a UserError where the run cannot be opened. */
export async function run(
  request: RunRequest,
  observer: RunObserver,
  interrupt: Stoppable<RunStop>,
): Promise<RunSummary> {
  const opened = await openRun(request, ownWorld());
  const session = new RunSession(request, opened, observer);
  const takeOffs = [
    interrupt.onStop((stop) => {
      session.stop(stop);
    }),
    opened.lockLost.onStop((reason) => {
      session.lockLost(reason);
    }),
  ];
  try {
    return await session.play();
  } finally {
    for (const takeOff of takeOffs) takeOff();
    await session.close();
  }
}

type Concluded = Exclude<TrialReturn, { kind: "suspended" }> | { readonly kind: "died"; readonly message: string };

class RunSession {
  readonly #request: RunRequest;
  readonly #run: OpenRun;
  readonly #observer: RunObserver;
  readonly #stop = new Stop<RunStop>();
  readonly #players: PlayerStops;
  readonly #writer = new EventWriter();
  readonly #leases: LeaseDesk;
  readonly #answered: Set<string>;
  readonly #served: ServedWatch;
  readonly #pools = new Map<string, TrialPool>();
  readonly #syncTimer: NodeJS.Timeout;
  #suspended = 0;

  constructor(request: RunRequest, opened: OpenRun, observer: RunObserver) {
    this.#request = request;
    this.#run = opened;
    this.#observer = observer;
    this.#players = new PlayerStops(request, observer);
    this.#leases = this.#leaseDesk();
    for (const [label, amount] of opened.spent) this.#leases.spend(label, amount);
    this.#answered = new Set(opened.spent.keys());
    this.#served = new ServedWatch(opened.lines.values());
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

  /** The folder may be another process's now: nothing is written any more, what is written stays. */
  lockLost(reason: string): void {
    const refusal = new Error(reason);
    this.#writer.refuseAll(refusal);
    this.#run.appender.refuseAll(refusal);
    this.#writeFailed(refusal);
  }

  async play(): Promise<RunSummary> {
    const { planned, lines, todo, spent } = this.#run;
    const { folder, protocol, models } = this.#request;
    this.#observer.opened({
      folder,
      planned,
      kept: [...lines.values()],
      todo: todo.map(({ trial }) => trial),
      horizon: protocol.horizon,
      prices: new Map([...models].map(([label, { prices }]) => [label, prices])),
      spent,
    });
    const limits = new Map(this.#request.players.map((player) => [player.label, pLimit(concurrencyOf(player))]));
    const limitOf = (label: string) => present(limits.get(label), `no such player: ${label}`);
    await Promise.all(todo.map((one) => limitOf(one.trial.label)(() => this.#playOne(one))));
    return {
      folder: this.#request.folder,
      planned: planned.length,
      lines: planned.flatMap(({ id }) => lines.get(id) ?? []),
      suspended: this.#suspended,
      stop: this.#stop.reason ?? null,
      stoppedPlayers: this.#players.stopped,
      spent: this.#leases.spent,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#syncTimer);
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    await this.#writer.close();
    this.#guarded(() => {
      this.#run.appender.close();
      // A folder that could not be written, or is another process's now, is left as it is.
      if (this.#stop.reason?.kind !== "write-failed") noteSession(this.#request.folder, this.#leases.notes());
    });
    await this.#run.release();
  }

  #leaseDesk(): LeaseDesk {
    const timer = (work: () => void, afterMs: number): (() => void) => {
      const handle = setTimeout(work, afterMs);
      return () => {
        clearTimeout(handle);
      };
    };
    const { caps: run, spentElsewhere } = this.#request;
    const caps = { run, ofModel: (label: string) => this.#players.capsOf(label), spentElsewhere };
    return new LeaseDesk(systemClock, timer, caps, {
      onRunCapped: (reason) => this.#stop.stop({ kind: "capped", reason }),
      onModelCapped: (label, reason) => {
        this.#players.stop({ label, kind: "capped", reason });
      },
      onEndpointPaused: (endpoint, reason) => {
        this.#players.pause(endpoint, reason);
      },
    });
  }

  async #playOne(one: TodoTrial): Promise<void> {
    const { label } = one.trial;
    if (this.#stop.isStopped || this.#players.isStopped(label)) {
      this.#suspended += 1;
      return;
    }
    this.#observer.begun(one.trial);
    const path = eventFile(this.#request.folder, one.trial.id);
    const outcome = await this.#inPool(one, path);
    if (outcome.kind === "suspended") {
      this.#suspended += 1;
      if (outcome.stopsModel) this.#players.stop({ label, kind: "wrong", reason: outcome.reason });
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
        return await this.#once(one, path, deaths > 1);
      } catch (error) {
        const message = messageOf(error);
        if (this.#stop.isStopped) return { kind: "suspended", reason: message, stopsModel: false };
        if (deaths === MAX_WORKER_DEATHS) return { kind: "died", message };
        this.#observer.warning(`${one.trial.id}: its worker died (${message}); taken up again`);
      }
    }
  }

  async #once({ trial, player }: TodoTrial, path: string, alone: boolean): Promise<TrialReturn> {
    const ready = this.#request.models.get(trial.label) ?? null;
    const link = new TrialLink({
      trial,
      path,
      writer: this.#writer,
      observer: this.#observer,
      leases: this.#leases,
      model: ready === null ? null : { holder: { label: trial.label, endpoint: ready.endpoint }, prices: ready.prices },
      onWriteFailed: (error) => {
        this.#writeFailed(error);
      },
      onAnswered: () => {
        this.#answered.add(trial.label);
      },
    });
    const task = {
      trial,
      player,
      protocol: this.#request.protocol,
      protocolStamp: this.#run.manifest.protocolStamp,
      playerStamp: playerStamp(player),
      eventFile: path,
      model:
        ready === null
          ? null
          : { apiKey: ready.apiKey, prices: ready.prices, hasAnswered: this.#answered.has(trial.label) },
    };
    let takeOff = (): void => undefined;
    try {
      return await this.#poolOf(player).play(
        task,
        (message, send) => {
          link.hear(message, send);
        },
        (send) => {
          takeOff = this.#whenStopped(trial.label, send);
        },
        alone,
      );
    } finally {
      takeOff();
      link.close();
    }
  }

  /** A search keeps its thread from everything else, so it never shares one with trials that answer a model. */
  #poolOf({ framework }: Player): TrialPool {
    const kind = framework === "oracle" ? "search" : "play";
    const known = this.#pools.get(kind);
    if (known !== undefined) return known;
    const pool = new TrialPool(Math.max(1, Math.min(this.#request.workers, this.#run.todo.length)));
    this.#pools.set(kind, pool);
    return pool;
  }

  #whenStopped(label: string, send: (message: ToTrial) => void): () => void {
    const tell = ({ reason }: { readonly reason: string }): void => {
      send({ kind: "stop", reason });
    };
    const takeOffs = [this.#stop.onStop(tell), this.#players.onStop(label, tell)];
    return () => {
      for (const takeOff of takeOffs) takeOff();
    };
  }

  #conclude(one: TodoTrial, outcome: Concluded): void {
    const stamps = { protocolStamp: this.#run.manifest.protocolStamp, playerStamp: playerStamp(one.player) };
    const line: TrialLine =
      outcome.kind === "finished"
        ? {
            format: RECORD_FORMAT,
            trial: one.trial,
            attempt: one.attempt,
            ...stamps,
            result: outcome.result,
            at: outcome.seal,
          }
        : failedLine(one, stamps, outcome);
    this.#run.appender.append(line);
    this.#run.lines.set(one.trial.id, line);
    this.#observer.finished(line);
    const change = this.#served.see(line);
    if (change !== null) this.#observer.warning(change);
  }

  /** A disk that takes no more stops the run: trials stay where they are and go on when there is room. */
  #writeFailed(error: unknown): void {
    this.#stop.stop({ kind: "write-failed", reason: writeProblem(error) });
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
