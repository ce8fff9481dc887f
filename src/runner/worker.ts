// What a worker thread runs: one trial a task, many tasks at once.
import { setTimeout as wait } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { loadScenario } from "../config/data.ts";
import { Episode } from "../env/episode.ts";
import { type EventSink, TrialRecorder } from "../record/recorder.ts";
import { readEvents } from "../record/trial-file.ts";
import type { Scenario } from "../sim/scenario.ts";
import { Stop } from "../std/abort.ts";
import { systemClock } from "../std/clock.ts";
import type { FromTrial, ToTrial, TrialTask } from "./messages.ts";
import { PortSink, WriteFailed } from "./port-sink.ts";
import { createAgent } from "./registry.ts";
import { runTrial, type TrialReturn } from "./run-trial.ts";

let scenario: Scenario | undefined;

/** For trials of which only the result is wanted. */
const NO_RECORD: EventSink = { append: () => undefined, flush: () => Promise.resolve() };

/** Plays one trial and returns its outcome as data. */
export async function play(task: TrialTask): Promise<TrialReturn> {
  scenario ??= loadScenario();
  const stop = new Stop<string>();
  const sink = new PortSink(task.port, systemClock);
  task.port.on("message", (message: ToTrial) => {
    if (message.kind === "stop") stop.stop(message.reason);
    else sink.settle(message.ack, message.kind === "written" ? null : message.message);
  });
  try {
    const recorded = task.eventFile === null ? [] : await readEvents(task.eventFile);
    return await runTrial(
      { ...task, paceMs: task.player.paceMs },
      new Episode(scenario, task.protocol, task.trial.seed),
      createAgent(task.player, task.trial),
      {
        recorder: new TrialRecorder(task.eventFile === null ? NO_RECORD : sink, systemClock, recorded),
        stop,
        sleep: (ms) => sleepUntilStopped(ms, stop),
        onMonth: (month, cashUsd) => {
          if (task.player.paceMs > 0) report(task.port, { kind: "month", month, cashUsd });
        },
      },
    );
  } catch (error) {
    if (error instanceof WriteFailed) return { kind: "suspended", reason: error.message };
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "unreadable", message };
  } finally {
    task.port.close();
  }
}

function report(port: MessagePort, message: FromTrial): void {
  port.postMessage(message);
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

export default play;
