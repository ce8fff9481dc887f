import { describe, expect, test } from "vitest";
import { exitCodeOf } from "../../src/cli/run-outcome.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import type { RunStop, RunSummary, StoppedPlayer } from "../../src/runner/run-request.ts";
import { line } from "../report/sample-runs.ts";

const SCORED = line({});
const FAILED = line({}, { outcome: { kind: "failed", code: "bug", message: "m" } });
const TRUNCATED = line({}, { outcome: { kind: "truncated", limit: "trial-cost", value: 3 } });

function summary(rest: Partial<RunSummary>): RunSummary {
  const spent = { usd: 0, tokens: 0 };
  return { folder: "run", planned: 2, lines: [SCORED], suspended: 0, stop: null, stoppedPlayers: [], spent, ...rest };
}

describe("the exit code of a session", () => {
  test.each<[what: string, code: number, lines: TrialLine[]]>([
    ["is scored", 0, [SCORED, SCORED]],
    ["is not scored at all", 3, []],
    ["fails", 3, [SCORED, FAILED]],
    ["is truncated", 3, [SCORED, TRUNCATED]],
  ])("of which what was played %s is %i", (_what, code, lines) => {
    expect(exitCodeOf(summary({ lines }))).toBe(code);
  });

  test.each<[RunStop["kind"], number]>([
    ["interrupted", 130],
    ["timed-out", 4],
    ["capped", 4],
    ["write-failed", 3],
  ])("that is %s is %i", (kind, code) => {
    expect(exitCodeOf(summary({ stop: { kind, reason: "r" } }))).toBe(code);
  });

  test.each<[StoppedPlayer["kind"], number]>([
    ["capped", 4],
    ["paused", 4],
    ["wrong", 3],
    ["blocked", 3],
  ])("with a player that is %s is %i", (kind, code) => {
    expect(exitCodeOf(summary({ stoppedPlayers: [{ label: "A", kind, reason: "r" }] }))).toBe(code);
  });

  test("is that of what goes on another day where something else is wrong as well", () => {
    const stoppedPlayers: StoppedPlayer[] = [
      { label: "A", kind: "wrong", reason: "r" },
      { label: "B", kind: "paused", reason: "r" },
    ];
    expect(exitCodeOf(summary({ lines: [FAILED], stoppedPlayers }))).toBe(4);
    expect(exitCodeOf(summary({ stop: { kind: "interrupted", reason: "r" }, stoppedPlayers }))).toBe(130);
  });
});
