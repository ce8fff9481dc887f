// What a session of a run came to, in numbers, in words and as an exit code.
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
  };
}

/** The line a command ends with. */
export function lastLine(summary: RunSummary): string {
  const { planned, scored, failed, truncated, stop } = countsOf(summary);
  const parts = [`${scored} of ${planned} trials scored`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (truncated > 0) parts.push(`${truncated} truncated`);
  if (stop !== null) parts.push(stopText(stop));
  for (const { label, reason } of summary.stoppedPlayers) parts.push(`${label} stopped (${reason})`);
  return `${parts.join(", ")}; results in ${summary.folder}`;
}

/** Why a session stopped, and what to do. */
export function stopText({ kind, reason }: RunStop): string {
  return STOP_WORDS[kind](reason);
}

const STOP_WORDS: Record<RunStop["kind"], (reason: string) => string> = {
  interrupted: () => "interrupted: the same command goes on",
  capped: (reason) => `suspended (${reason}): the same command goes on`,
  "write-failed": (reason) =>
    `stopped because the results cannot be written (${reason}): once they can, the same command goes on`,
};

/** The exit code of a session. */
export function exitCodeOf(summary: RunSummary): ExitCode {
  const { scored, failed, truncated, stop } = countsOf(summary);
  if (stop?.kind === "interrupted") return EXIT.interrupted;
  const ownStops = summary.stoppedPlayers.map((player) => player.kind);
  if (stop?.kind === "capped" || ownStops.includes("capped") || ownStops.includes("paused")) return EXIT.suspended;
  if (ownStops.length > 0) return EXIT.incomplete;
  if (stop?.kind === "write-failed" || failed > 0 || truncated > 0 || scored === 0) return EXIT.incomplete;
  return EXIT.done;
}
