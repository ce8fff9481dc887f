// One trial from its first month to its end: the only place that steps the world.
import type { Agent, MonthEnd, TrialStop } from "../agents/agent.ts";
import type { Episode, StepResult } from "../env/episode.ts";
import { monthTruth, stateHash } from "../env/truth.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import { RecordMismatch, type TrialRecorder } from "../record/recorder.ts";
import type { Seal } from "../record/seal.ts";
import type { Outcome, TrialResult } from "../record/trial-line.ts";
import type { Stoppable } from "../std/abort.ts";
import { usdOfCents } from "../std/money.ts";
import { actionEvent, settlementEvent } from "./event-of.ts";
import type { PlannedTrial } from "./plan.ts";
import { WriteFailed } from "./port-sink.ts";
import { recordedDesk } from "./recorded-desk.ts";
import { resultOf } from "./result-of.ts";

/** What a trial needs besides its agent and its episode. */
export interface TrialSettings {
  readonly trial: PlannedTrial;
  readonly protocolStamp: string;
  readonly playerStamp: string;
  readonly paceMs: number;
}

/** What a trial is run with. */
export interface TrialTools {
  readonly recorder: TrialRecorder;
  readonly stop: Stoppable<string>;
  /** Waits, or returns early at a stop. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Told after each month that ran live. */
  readonly onMonth: (month: number, cashUsd: number) => void;
}

/** What a trial returns between threads: data, never an error. */
export type TrialReturn =
  | { readonly kind: "finished"; readonly result: TrialResult; readonly seal: Seal }
  | { readonly kind: "suspended"; readonly reason: string; readonly stopsModel: boolean }
  /** The trial's record is damaged: it can neither be repeated nor gone on with. */
  | { readonly kind: "unreadable"; readonly message: string };

/** Plays a trial; while its record lasts, repeats it and checks that nothing differs. */
export async function runTrial(
  settings: TrialSettings,
  episode: Episode,
  agent: Agent,
  tools: TrialTools,
): Promise<TrialReturn> {
  const play = new Play(settings, episode, agent, tools);
  try {
    return await play.run();
  } finally {
    await agent.close?.();
  }
}

class Play {
  readonly #settings: TrialSettings;
  readonly #episode: Episode;
  readonly #agent: Agent;
  readonly #tools: TrialTools;
  #monthsDone = 0;
  #stateHash = "";
  #settled = 0;

  constructor(settings: TrialSettings, episode: Episode, agent: Agent, tools: TrialTools) {
    this.#settings = settings;
    this.#episode = episode;
    this.#agent = agent;
    this.#tools = tools;
  }

  async run(): Promise<TrialReturn> {
    const { trial, protocolStamp, playerStamp } = this.#settings;
    try {
      this.#record({ event: "started", format: RECORD_FORMAT, trial, protocolStamp, playerStamp });
      for (;;) {
        const stop = await this.#beforeMonth();
        if (stop !== null) return await this.#stopped(stop);
        const step = await this.#month();
        if (step.kind === "stopped") return await this.#stopped(step.stop);
        if (step.kind === "terminated") {
          return await this.#finished({ kind: "completed", ending: step.ending }, step.months);
        }
      }
    } catch (error) {
      if (error instanceof WriteFailed) return { kind: "suspended", reason: error.message, stopsModel: false };
      return await this.#failed(error);
    }
  }

  async #beforeMonth(): Promise<TrialStop | null> {
    const { recorder, stop, sleep } = this.#tools;
    if (this.#settings.paceMs > 0 && !recorder.isReplaying) await sleep(this.#settings.paceMs);
    return stop.isStopped ? { kind: "suspended", reason: stop.reason ?? "stopped" } : null;
  }

  async #month(): Promise<StepResult | Extract<MonthEnd, { kind: "stopped" }>> {
    const episode = this.#episode;
    const { recorder } = this.#tools;
    const { month, closedThrough } = episode;
    this.#recordSettlements(month);
    this.#record({ event: "opening", month, text: episode.desk.opening.text });
    const end = await this.#agent.playMonth(recordedDesk(episode.desk, recorder, month));
    if (end.kind === "stopped") return end;
    episode.forcePass(end.why ?? "no action was taken");
    const step = episode.step();
    this.#record(actionEvent(episode, month, step.decision, end.why));
    this.#recordSettlements(month);
    this.#stateHash = stateHash(this.#stateHash, episode.company, month);
    const truth = monthTruth(episode.company, month);
    const wasLive = !recorder.isReplaying;
    this.#record({ event: "month", month, stateHash: this.#stateHash, truth, closedThrough });
    this.#monthsDone = month + 1;
    if (wasLive) this.#tools.onMonth(month, usdOfCents(truth.cash));
    return step;
  }

  #record: TrialRecorder["write"] = (event) => {
    this.#tools.recorder.write(event);
  };

  /**
   * Settlements that came since the last look: at the month's start, or at once without delay. What came back as the
   * next month opened is told there.
   */
  #recordSettlements(month: number): void {
    const since = this.#episode.company.history.slice(this.#settled);
    for (const settled of since) {
      if (settled.month > month) return;
      this.#record(settlementEvent(month, settled));
      this.#settled += 1;
    }
  }

  async #stopped(stop: TrialStop): Promise<TrialReturn> {
    if (stop.kind === "suspended") {
      await this.#tools.recorder.flush();
      return { kind: "suspended", reason: stop.reason, stopsModel: stop.stopsModel ?? false };
    }
    const { month } = this.#episode;
    if (stop.kind === "truncated") {
      this.#record({ event: "limit", month, limit: stop.limit, value: stop.value });
      return this.#finished({ kind: "truncated", limit: stop.limit, value: stop.value }, this.#monthsDone);
    }
    this.#record({ event: "error", month, code: stop.code, message: stop.message, retryable: true });
    return this.#finished({ kind: "failed", code: stop.code, message: stop.message }, this.#monthsDone);
  }

  /** A bug or a record that does not repeat fails the trial, not the run. Nothing more goes into its file. */
  async #failed(error: unknown): Promise<TrialReturn> {
    const code = error instanceof RecordMismatch ? "record-mismatch" : "bug";
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await this.#tools.recorder.flush();
    const result = this.#result({ kind: "failed", code, message }, this.#monthsDone);
    return { kind: "finished", result, seal: this.#tools.recorder.seal() };
  }

  async #finished(outcome: Outcome, months: number): Promise<TrialReturn> {
    const result = this.#result(outcome, months);
    this.#record({ event: "ended", outcome, result });
    await this.#tools.recorder.flush();
    return { kind: "finished", result, seal: this.#tools.recorder.seal() };
  }

  #result(outcome: Outcome, months: number): TrialResult {
    return resultOf(this.#episode, outcome, months, this.#agent.spent, this.#stateHash);
  }
}
