// What a worker thread runs: one trial a task, many tasks at once.
import { setTimeout as wait } from "node:timers/promises";
import type { ReactPlayer } from "../agents/react/player.ts";
import { loadScenario } from "../config/data.ts";
import { Episode } from "../env/episode.ts";
import { type EventSink, TrialRecorder } from "../record/recorder.ts";
import { readEvents } from "../record/trial-file.ts";
import type { Scenario } from "../sim/scenario.ts";
import { Stop } from "../std/abort.ts";
import { present } from "../std/assert.ts";
import { systemClock } from "../std/clock.ts";
import type { liveModel } from "./live-model.ts";
import type { FromTrial, ToTrial, TrialTask } from "./messages.ts";
import { TrialSeat } from "./model-seat.ts";
import { Outbox } from "./outbox.ts";
import { PortSink, WriteFailed } from "./port-sink.ts";
import { PortThrottle } from "./port-throttle.ts";
import { createAgent, paceOf } from "./registry.ts";
import { runTrial, type TrialReturn } from "./run-trial.ts";

let scenario: Scenario | undefined;

/** For trials of which only the result is wanted. */
const NO_RECORD: EventSink = { append: () => undefined, flush: () => Promise.resolve() };

/** Plays one trial and returns its outcome as data. */
export async function play(task: TrialTask): Promise<TrialReturn> {
  scenario ??= loadScenario();
  // The providers' clients take longer to load than a scripted trial takes to play.
  const live = task.model === null ? null : (await import("./live-model.ts")).liveModel;
  const seat = new TaskSeat(task, live);
  try {
    const recorded = task.eventFile === null ? [] : await readEvents(task.eventFile);
    const recorder = new TrialRecorder(task.eventFile === null ? NO_RECORD : seat.sink, systemClock, recorded);
    return await runTrial(
      { ...task, paceMs: paceOf(task.player) },
      new Episode(scenario, task.protocol, task.trial.seed),
      createAgent(task.player, { trial: task.trial, protocol: task.protocol, scenario }, (player) =>
        seat.atModel(player, recorder),
      ),
      {
        recorder,
        stop: seat.stop,
        sleep: (ms) => sleepUntilStopped(ms, seat.stop),
        onMonth: (month, cashUsd) => {
          if (task.model !== null || paceOf(task.player) > 0) seat.tell({ kind: "month", month, cashUsd });
        },
      },
    );
  } catch (error) {
    if (error instanceof WriteFailed) return { kind: "suspended", reason: error.message, stopsModel: false };
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "unreadable", message };
  } finally {
    seat.close();
  }
}

/** Models that have answered in this thread, by label. */
const answered = new Set<string>();

/** A task's ends of the lines to the main thread. */
class TaskSeat {
  readonly stop = new Stop<string>();
  readonly sink: PortSink;
  readonly #outbox: Outbox;
  readonly #throttle: PortThrottle;
  readonly #task: TrialTask;
  readonly #liveModel: typeof liveModel | null;
  #waitedMs = 0;

  constructor(task: TrialTask, live: typeof liveModel | null) {
    this.#task = task;
    this.#liveModel = live;
    this.#outbox = new Outbox(task.port);
    this.sink = new PortSink(this.#outbox);
    this.#throttle = new PortThrottle(this.#outbox);
    task.port.on("message", (message: ToTrial) => {
      this.#heard(message);
    });
  }

  /** Sends what is still here and hangs up. */
  close(): void {
    this.#outbox.flush();
    this.#task.port.close();
  }

  tell(message: FromTrial): void {
    this.#outbox.send(message);
  }

  atModel(player: ReactPlayer, recorder: TrialRecorder): TrialSeat {
    const access = present(this.#task.model, `${player.label} came without access to its model`);
    const live = present(this.#liveModel, "the models are not loaded");
    return new TrialSeat({
      model: live(player, access, this.#task.trial, this.#throttle, {
        onRetry: (attempt, inMs, error) => {
          this.tell({ kind: "retry", attempt, inMs, why: `${error.code}: ${error.words}` });
        },
        onWait: (ms) => {
          this.#waitedMs += ms;
        },
      }),
      waitedMs: () => this.#waitedMs,
      recorder,
      stop: this.stop,
      prices: access.prices,
      limits: player.limits,
      maxOutputTokens: player.sampling.maxOutputTokens,
      cacheKey: this.#task.playerStamp,
      hasAnswered: () => access.hasAnswered || answered.has(player.label),
      onAnswered: () => answered.add(player.label),
      clock: systemClock,
    });
  }

  #heard(message: ToTrial): void {
    switch (message.kind) {
      case "stop":
        this.stop.stop(message.reason);
        return;
      case "written":
        this.sink.settle(message.ack, null);
        return;
      case "write-failed":
        this.sink.settle(message.ack, message.message);
        return;
      case "granted":
        this.#throttle.settle(message.lease, null);
        return;
      case "refused":
        this.#throttle.settle(message.lease, message.reason);
        return;
    }
  }
}

async function sleepUntilStopped(ms: number, stop: Stop<string>): Promise<void> {
  await stop.during(async (signal) => {
    try {
      await wait(ms, undefined, { signal });
    } catch {
      // The stop ended the wait; the trial sees the stop itself.
    }
  });
}
