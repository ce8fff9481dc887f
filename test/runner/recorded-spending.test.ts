// Money that was paid is known from the records, whatever became of the trial that it was paid for.
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRunFolder, eventFile, writeManifest } from "../../src/record/run-folder.ts";
import type { TrialLine, TrialResult } from "../../src/record/trial-line.ts";
import { recordedSpending } from "../../src/runner/recorded-spending.ts";
import { line, manifest } from "../report/sample-runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

function usage(costUsd: number | null, inputTokens: number | null = 10, outputTokens: number | null = 1) {
  const unknown = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null };
  return { ...unknown, inputTokens, outputTokens, costUsd };
}

function runWith(lines: readonly TrialLine[]): string {
  const folder = temporaryFolder();
  createRunFolder(folder);
  writeManifest(folder, manifest([]));
  writeFileSync(join(folder, "trials.jsonl"), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return folder;
}

/** A record as far as a trial's replies go. */
function record(folder: string, { trial }: TrialLine, replies: readonly ReturnType<typeof usage>[]): void {
  const at = { ms: 0 };
  const started = { event: "started", format: "1", trial, protocolStamp: "p", playerStamp: "s", at };
  const turns = replies.map((used, index) => ({
    ...{ event: "turn", month: 0, turn: index + 1, requestHash: "h", reply: {}, usage: used },
    at,
  }));
  writeFileSync(eventFile(folder, trial.id), [started, ...turns].map((event) => `${JSON.stringify(event)}\n`).join(""));
}

function spent(total: ReturnType<typeof usage>, rest: Partial<TrialResult> = {}): Partial<TrialResult> {
  return { turns: 1, usage: total, ...rest };
}

const FAILED = { outcome: { kind: "failed", code: "c", message: "m" } } as const;

test("a completed trial has cost what its line says, and is not read again", async () => {
  const completed = line({ label: "A" }, spent(usage(5, 100, 20)));
  const folder = runWith([completed]);
  record(folder, completed, [usage(99)]);
  expect(await recordedSpending(folder)).toEqual(new Map([["A", { usd: 5, tokens: 120, replies: 1 }]]));
});

test.each<[what: string, lines: readonly TrialLine[]]>([
  ["has not ended", []],
  ["failed, and was taken up again", [line({ label: "A" }, spent(usage(1), FAILED))]],
])("a trial that %s has cost what its record says", async (_what, lines) => {
  const folder = runWith(lines);
  record(folder, line({ label: "A" }), [usage(1), usage(2), usage(null, null, null)]);
  expect(await recordedSpending(folder)).toEqual(new Map([["A", { usd: 3, tokens: 22, replies: 3 }]]));
});

test("trials of a player are one sum, and players without a model have none", async () => {
  const folder = runWith([
    line({ label: "A" }, spent(usage(5))),
    line({ label: "S" }, { turns: 0, usage: null }),
    line({ label: "B" }, spent(usage(null))),
  ]);
  record(folder, line({ label: "A", seed: 1 }), [usage(2)]);
  record(folder, line({ label: "S", seed: 1 }), []);
  const amounts = await recordedSpending(folder);
  expect([...amounts].sort()).toEqual([
    ["A", { usd: 7, tokens: 22, replies: 2 }],
    ["B", { usd: 0, tokens: 11, replies: 1 }],
  ]);
});

test("what stands before damage was paid all the same", async () => {
  const folder = runWith([]);
  record(folder, line({ label: "A" }), [usage(1), usage(2)]);
  appendFileSync(eventFile(folder, line({ label: "A" }).trial.id), '{"event":"turn"}\n');
  expect(await recordedSpending(folder)).toEqual(new Map([["A", { usd: 3, tokens: 22, replies: 2 }]]));
});

test("a run without records, or a folder without a run, has cost nothing", async () => {
  const folder = runWith([]);
  rmSync(join(folder, "trials"), { recursive: true });
  expect(await recordedSpending(folder)).toEqual(new Map());
  expect(await recordedSpending(join(temporaryFolder(), "none"))).toEqual(new Map());
});
