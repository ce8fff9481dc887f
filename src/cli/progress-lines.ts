// Progress as plain lines, for logs: each player's end, changes as far apart as a log can bear, and a heartbeat.
import type { TrialLine } from "../record/trial-line.ts";
import type { RunObserver, RunOpening } from "../runner/run-request.ts";
import { type Clock, systemClock } from "../std/clock.ts";
import { remark } from "./console.ts";
import { RunTally, type Standing } from "./progress-tally.ts";
import { countsText, durationText, retryText, useText } from "./progress-text.ts";

const LOOK_EVERY_MS = 1000;

/** Shows a run as lines; nobody need hold it but for `close`. */
export class LineProgress implements RunObserver {
  readonly #tally = new RunTally();
  readonly #say: (line: string) => void;
  readonly #clock: Clock;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #lines: Rarity;
  readonly #retries: Rarity;

  constructor(say: (line: string) => void = remark, clock: Clock = systemClock) {
    this.#say = say;
    this.#clock = clock;
    this.#lines = new Rarity(clock());
    this.#retries = new Rarity(clock());
    this.#heartbeat = setInterval(() => {
      this.look();
    }, LOOK_EVERY_MS).unref();
  }

  opened(opening: RunOpening): void {
    const { folder, planned, todo } = opening;
    this.#say(`run ${folder}: ${planned.length} trials planned, ${todo.length} to play`);
    this.#tally.opened(opening, this.#clock());
    this.#lines.told(this.#clock());
  }

  begun(trial: Parameters<RunObserver["begun"]>[0]): void {
    this.#tally.begun(trial, this.#clock());
  }

  month(trial: Parameters<RunObserver["month"]>[0], month: number): void {
    this.#tally.month(trial, month, this.#clock());
  }

  replied(...[trial, used]: Parameters<RunObserver["replied"]>): void {
    this.#tally.replied(trial, used);
  }

  finished(line: TrialLine): void {
    const nowMs = this.#clock();
    this.#tally.finished(line, nowMs);
    const { label } = line.trial;
    const player = this.#tally.sumsOf(label);
    if (player.ended === player.planned) {
      this.#say(`${label}: ${player.ended}/${player.planned}, ${countsText(player)}${useText(player)}`);
    } else if (this.#lines.mayTellChange(nowMs)) this.#line(nowMs);
  }

  retry(trial: { readonly id: string }, attempt: number, inMs: number, why: string): void {
    const nowMs = this.#clock();
    if (!this.#retries.mayTellChange(nowMs)) return;
    this.#retries.told(nowMs);
    this.#say(retryText(trial.id, attempt, inMs, why));
  }

  warning(text: string): void {
    this.#say(`warning: ${text}`);
  }

  stopped(label: string): void {
    this.#tally.stopped(label);
  }

  /** Tells that the run lives, where nothing else has for long. */
  look(): void {
    const nowMs = this.#clock();
    if (this.#lines.mustTell(nowMs)) this.#line(nowMs);
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  #line(nowMs: number): void {
    this.#lines.told(nowMs);
    const total = this.#tally.total(nowMs);
    this.#say(`${total.ended}/${total.planned} trials, ${countsText(total)}${useText(total)}${leftText(total)}`);
  }
}

function leftText({ model, etaMs }: Standing): string {
  return model === null || etaMs === null ? "" : `; about ${durationText(etaMs)} left`;
}

/**
 * How far apart lines are: the longer a run takes, the rarer they get, so that a log of days stays one of hundreds of
 * lines. No silence is longer than five minutes: build servers end what is silent for ten.
 */
class Rarity {
  readonly #startMs: number;
  #toldMs: number;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#toldMs = -Infinity;
  }

  told(nowMs: number): void {
    this.#toldMs = nowMs;
  }

  /** Something has changed: a line may tell it. */
  mayTellChange(nowMs: number): boolean {
    return nowMs - this.#toldMs >= this.#share(60, 2000, nowMs);
  }

  /** Nothing has been told for so long that a line must. */
  mustTell(nowMs: number): boolean {
    return nowMs - this.#toldMs >= this.#share(20, 30_000, nowMs);
  }

  /** That part of the time so far, within bounds. */
  #share(part: number, leastMs: number, nowMs: number): number {
    return Math.min(5 * 60_000, Math.max(leastMs, (nowMs - this.#startMs) / part));
  }
}
