// What a session of a run came to, in numbers, in words and as an exit code.
import { servedWarnings } from "../report/served-models.ts";
import type { RunStop, RunSummary } from "../runner/run-request.ts";
import { EXIT, type ExitCode } from "./exit.ts";

/** A session in numbers. */
export interface RunCounts {
  readonly planned: number;
  readonly attempted: number;
  readonly scored: number;
  readonly failed: number;
  readonly truncated: number;
  readonly suspended: number;
  readonly stop: RunStop | null;
  /** What its results must not be read without. */
  readonly warnings: readonly string[];
}

/** Counts the trials of a session by how they ended. */
export function countsOf({ planned, lines, suspended, stop }: RunSummary): RunCounts {
  const kinds = lines.map((line) => line.result.outcome.kind);
  const count = (kind: string): number => kinds.filter((other) => other === kind).length;
  return {
    planned,
    attempted: lines.length,
    scored: count("completed"),
    failed: count("failed"),
    truncated: count("truncated"),
    suspended,
    stop,
    warnings: servedWarnings(lines),
  };
}

/** The line a command ends with, after what must not be missed. */
export function lastLine(summary: RunSummary): string {
  const { planned, scored, failed, truncated, stop, warnings } = countsOf(summary);
  const parts = [`${scored} of ${planned} trials scored`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (truncated > 0) parts.push(`${truncated} truncated`);
  if (stop !== null) parts.push(stopText(stop));
  for (const { label, reason } of summary.stoppedPlayers) parts.push(`${label} stopped (${reason})`);
  const last = `${parts.join(", ")}; results in ${summary.folder}`;
  return [...warnings.map((warning) => `warning: ${warning}`), last].join("\n");
}

/** Why a session stopped, and what to do. */
export function stopText({ kind, reason }: RunStop): string {
  return STOP_WORDS[kind](reason);
}

const STOP_WORDS: Record<RunStop["kind"], (reason: string) => string> = {
  interrupted: () => "interrupted: the same command goes on",
  "timed-out": (reason) => `suspended (${reason}): the same command goes on`,
  capped: (reason) => `suspended (${reason}): the same command with a higher cap goes on`,
  "write-failed": (reason) =>
    `stopped because the results cannot be written (${reason}): once they can, the same command goes on`,
};

/** Stops after which what is left goes on another day. */
const SUSPENDS: ReadonlySet<string> = new Set(["timed-out", "capped", "paused"]);

/** The exit code of a session. */
export function exitCodeOf(summary: RunSummary): ExitCode {
  const { scored, failed, truncated, stop } = countsOf(summary);
  if (stop?.kind === "interrupted") return EXIT.interrupted;
  const ownStops = summary.stoppedPlayers.map((player) => player.kind);
  const suspended = [stop?.kind, ...ownStops].some((kind) => kind !== undefined && SUSPENDS.has(kind));
  if (suspended) return EXIT.suspended;
  if (ownStops.length > 0) return EXIT.incomplete;
  if (stop?.kind === "write-failed" || failed > 0 || truncated > 0 || scored === 0) return EXIT.incomplete;
  return EXIT.done;
}
