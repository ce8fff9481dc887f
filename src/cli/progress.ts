// Progress of a run: bars on a terminal, plain lines elsewhere, JSON for programs. Always on stderr but JSON.
import { MultiBar, Presets, type SingleBar } from "cli-progress";
import { outcomeWord, type TrialLine } from "../record/trial-line.ts";
import type { RunObserver } from "../runner/run-request.ts";
import { systemClock } from "../std/clock.ts";
import { canDraw, remark, say } from "./console.ts";

/** A way of showing a run; `close` ends it. */
export interface Progress extends RunObserver {
  close(): void;
}

/** How much a command shows. */
export interface Verbosity {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** The progress that fits the verbosity and the terminal. */
export function progressFor({ json, quiet }: Verbosity): Progress {
  if (json) return new JsonProgress();
  if (quiet) return new QuietProgress();
  return canDraw(process.stderr) ? new BarProgress() : new LineProgress();
}

/** Counts of one player's trials. */
interface Tally {
  planned: number;
  done: number;
  survived: number;
  bankrupt: number;
  failed: number;
  months: number;
  calls: number;
}

class Tallies {
  readonly byLabel = new Map<string, Tally>();

  open(info: Parameters<RunObserver["opened"]>[0]): void {
    for (const { label } of info.planned) this.of(label).planned += 1;
    for (const line of info.kept) this.add(line);
  }

  add(line: TrialLine): Tally {
    const tally = this.of(line.trial.label);
    const word = outcomeWord(line.result.outcome);
    tally.done += 1;
    if (word === "survived") tally.survived += 1;
    else if (word === "bankrupt") tally.bankrupt += 1;
    else tally.failed += 1;
    tally.months += line.result.monthsActed;
    tally.calls += line.result.toolCalls;
    return tally;
  }

  of(label: string): Tally {
    const known = this.byLabel.get(label);
    if (known !== undefined) return known;
    const tally = { planned: 0, done: 0, survived: 0, bankrupt: 0, failed: 0, months: 0, calls: 0 };
    this.byLabel.set(label, tally);
    return tally;
  }

  total(): Tally {
    const total = { planned: 0, done: 0, survived: 0, bankrupt: 0, failed: 0, months: 0, calls: 0 };
    for (const tally of this.byLabel.values()) {
      for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    }
    return total;
  }
}

function retryText(trial: string, attempt: number, inMs: number, why: string): string {
  return `${trial}: attempt ${attempt} in ${(inMs / 1000).toFixed(1)} s (${why})`;
}

function countsText(tally: Tally): string {
  const { survived, bankrupt, failed } = tally;
  return `${survived} survived, ${bankrupt} bankrupt${failed === 0 ? "" : `, ${failed} failed`}`;
}

class BarProgress implements Progress {
  readonly #tallies = new Tallies();
  readonly #bars = new Map<string, SingleBar>();
  readonly #multi = new MultiBar(
    {
      format: "{label} {bar} {value}/{total} | {counts} | {months} months, {calls} calls | eta {eta_formatted}",
      hideCursor: true,
      clearOnComplete: false,
      stream: process.stderr,
      barsize: 20,
      emptyOnZero: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );

  opened(info: Parameters<RunObserver["opened"]>[0]): void {
    remark(`Run: ${info.folder} (${info.planned.length} trials, ${info.todo} to play)`);
    this.#tallies.open(info);
    const width = Math.max(...[...this.#tallies.byLabel.keys()].map((label) => label.length), 0);
    for (const [label, tally] of this.#tallies.byLabel) {
      const payload = { ...tally, label: label.padEnd(width), counts: countsText(tally) };
      this.#bars.set(label, this.#multi.create(tally.planned, tally.done, payload));
    }
  }

  month(): void {
    this.#multi.update();
  }

  finished(line: TrialLine): void {
    const tally = this.#tallies.add(line);
    const { months, calls } = tally;
    this.#bars.get(line.trial.label)?.update(tally.done, { months, calls, counts: countsText(tally) });
  }

  retry(trial: { readonly id: string }, attempt: number, inMs: number, why: string): void {
    this.#multi.log(`${retryText(trial.id, attempt, inMs, why)}\n`);
  }

  warning(text: string): void {
    this.#multi.log(`${text}\n`);
  }

  close(): void {
    this.#multi.stop();
  }
}

/** At most one line so often, so that a log stays readable. */
const LINE_EVERY_MS = 2000;
const HEARTBEAT_MS = 30_000;

class LineProgress implements Progress {
  readonly #tallies = new Tallies();
  #linedAt = 0;
  #retriedAt = 0;
  readonly #heartbeat = setInterval(() => {
    this.#line();
  }, HEARTBEAT_MS).unref();

  opened(info: Parameters<RunObserver["opened"]>[0]): void {
    remark(`run ${info.folder}: ${info.planned.length} trials planned, ${info.todo} to play`);
    this.#tallies.open(info);
    this.#linedAt = systemClock();
  }

  month(): void {
    // Months are too many for a log; the heartbeat tells that the run lives.
  }

  finished(line: TrialLine): void {
    const tally = this.#tallies.add(line);
    const isLast = tally.done === tally.planned;
    if (isLast) remark(`${line.trial.label}: ${tally.done}/${tally.planned}, ${countsText(tally)}`);
    else if (systemClock() - this.#linedAt >= LINE_EVERY_MS) this.#line();
  }

  retry(trial: { readonly id: string }, attempt: number, inMs: number, why: string): void {
    if (systemClock() - this.#retriedAt < LINE_EVERY_MS) return;
    this.#retriedAt = systemClock();
    remark(retryText(trial.id, attempt, inMs, why));
  }

  warning(text: string): void {
    remark(`warning: ${text}`);
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  #line(): void {
    this.#linedAt = systemClock();
    const total = this.#tallies.total();
    remark(`${total.done}/${total.planned} trials, ${countsText(total)}`);
  }
}

class QuietProgress implements Progress {
  opened(): void {
    // Only warnings and the last line are wanted.
  }

  month(): void {
    // Only warnings and the last line are wanted.
  }

  finished(): void {
    // Only warnings and the last line are wanted.
  }

  retry(): void {
    // Only warnings and the last line are wanted.
  }

  warning(text: string): void {
    remark(`warning: ${text}`);
  }

  close(): void {
    // Nothing is held.
  }
}

class JsonProgress implements Progress {
  opened(info: Parameters<RunObserver["opened"]>[0]): void {
    this.#say({ event: "opened", folder: info.folder, planned: info.planned.length, todo: info.todo });
  }

  month(trial: { readonly id: string }, month: number, cashUsd: number): void {
    this.#say({ event: "month", trial: trial.id, month, cash_usd: cashUsd });
  }

  finished(line: TrialLine): void {
    const { outcome, months, scoreCents } = line.result;
    this.#say({
      event: "finished",
      trial: line.trial.id,
      model: line.trial.label,
      seed: line.trial.seed,
      repeat: line.trial.repeat,
      outcome: outcomeWord(outcome),
      months,
      score_usd: scoreCents === null ? null : scoreCents / 100,
    });
  }

  retry(trial: { readonly id: string }, attempt: number, inMs: number, why: string): void {
    this.#say({ event: "retry", trial: trial.id, attempt, in_ms: inMs, why });
  }

  warning(text: string): void {
    this.#say({ event: "warning", text });
  }

  close(): void {
    // Nothing is held.
  }

  #say(event: object): void {
    say(JSON.stringify(event));
  }
}
