// Progress of a run: bars on a terminal, plain lines elsewhere, JSON for programs. Always on stderr but JSON.
import { MultiBar } from "cli-progress";
import type { TrialLine } from "../record/trial-line.ts";
import type { RunObserver, RunOpening } from "../runner/run-request.ts";
import { systemClock } from "../std/clock.ts";
import { canDraw, divertRemarks, remark } from "./console.ts";
import { jsonProgress } from "./progress-json.ts";
import { LineProgress } from "./progress-lines.ts";
import { type BarRow, barTable } from "./progress-table.ts";
import { RunTally } from "./progress-tally.ts";
import { retryText } from "./progress-text.ts";
import { wrapped } from "./story/lines.ts";

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
  if (json) return { ...jsonProgress(), close: nothing };
  if (quiet) return quietProgress();
  return canDraw(process.stderr) ? new BarProgress() : new LineProgress();
}

function nothing(): void {
  // Nothing is shown, or held.
}

function quietProgress(): Progress {
  return {
    opened: nothing,
    begun: nothing,
    month: nothing,
    replied: nothing,
    finished: nothing,
    retry: nothing,
    stopped: nothing,
    close: nothing,
    warning(text) {
      remark(`warning: ${text}`);
    },
  };
}

/** Lines of the terminal that are left to what comes before the bars. */
const LINES_ABOVE = 2;
const CLEAR_TO_END = "\u001b[K";

class BarProgress implements Progress {
  readonly #tally = new RunTally();
  readonly #multi = new MultiBar({ hideCursor: true, stream: process.stderr, fps: 4, forceRedraw: true });
  readonly #restoreTerminal = (): void => {
    this.close();
  };
  #giveBackRemarks: () => void = nothing;
  #table: readonly string[] = [];

  opened(opening: RunOpening): void {
    remark(`Run: ${opening.folder} (${opening.planned.length} trials, ${opening.todo.length} to play)`);
    this.#tally.opened(opening, systemClock());
    this.#giveBackRemarks = divertRemarks((text) => {
      this.#log(text);
    });
    process.once("exit", this.#restoreTerminal);
    for (const index of ["heading", ...this.#rows()].keys()) {
      // The first line is drawn first, and with it the others, since their columns are as wide as the widest of all.
      const format = (): string => {
        if (index === 0) this.#table = barTable(this.#rows(), columns());
        return this.#table[index] ?? "";
      };
      this.#multi.create(1, 0, {}, { format });
    }
  }

  begun(trial: Parameters<RunObserver["begun"]>[0]): void {
    this.#tally.begun(trial, systemClock());
  }

  month(trial: Parameters<RunObserver["month"]>[0], month: number): void {
    this.#tally.month(trial, month, systemClock());
  }

  replied(...[trial, used]: Parameters<RunObserver["replied"]>): void {
    this.#tally.replied(trial, used);
  }

  finished(line: TrialLine): void {
    this.#tally.finished(line, systemClock());
  }

  retry(trial: { readonly id: string }, attempt: number, inMs: number, why: string): void {
    this.#log(retryText(trial.id, attempt, inMs, why));
  }

  warning(text: string): void {
    this.#log(text);
  }

  stopped(label: string): void {
    this.#tally.stopped(label);
  }

  close(): void {
    process.off("exit", this.#restoreTerminal);
    this.#giveBackRemarks();
    this.#multi.update();
    this.#multi.stop();
  }

  /** A line a player and one for all of them, or that one alone where there are more players than lines. */
  #rows(): readonly BarRow[] {
    const nowMs = systemClock();
    const { labels } = this.#tally;
    const all = { label: "total", standing: this.#tally.total(nowMs) };
    if (labels.length + LINES_ABOVE + 2 > process.stderr.rows) return [all];
    const rows = labels.map((label) => ({ label, standing: this.#tally.standingOf(label, nowMs) }));
    return labels.length > 1 ? [...rows, all] : rows;
  }

  /** Above the bars, whole: while they stand the terminal itself breaks no lines. */
  #log(text: string): void {
    for (const line of wrapped(text, columns())) this.#multi.log(`${line}${CLEAR_TO_END}\n`);
  }
}

/** The last column stays empty: what clears the rest of a line would clear it too. Some terminals tell no width. */
function columns(): number {
  return (process.stderr.columns > 0 ? process.stderr.columns : 80) - 1;
}
