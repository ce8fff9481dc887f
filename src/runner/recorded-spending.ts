// What a run has spent according to its records: whoever goes on with it has that much less to spend.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isRunFolder, newestLines, readTrialLines, runPaths } from "../record/run-folder.ts";
import { DamagedRecord, streamEvents } from "../record/trial-file.ts";
import type { usageSchema } from "../record/trial-line.ts";
import { type Amount, sumOf } from "./budget.ts";

/** What a model's replies have used. */
export interface Spending extends Amount {
  readonly replies: number;
}

type Count = (label: string, amount: Amount, replies: number) => void;

/** What every model that has replied in a run has used, by label. A folder without a run has none. */
export async function recordedSpending(folder: string): Promise<ReadonlyMap<string, Spending>> {
  const spent = new Map<string, Spending>();
  if (!isRunFolder(folder)) return spent;
  const count: Count = (label, amount, replies) => {
    const known = spent.get(label) ?? { ...sumOf([]), replies: 0 };
    spent.set(label, { ...sumOf([known, amount]), replies: known.replies + replies });
  };
  const completed = new Set<string>();
  for (const { trial, result } of newestLines(readTrialLines(folder)).values()) {
    if (result.outcome.kind !== "completed") continue;
    completed.add(trial.id);
    if (result.turns > 0) count(trial.label, amountOf(result.usage), result.turns);
  }
  // A line that is no result may be older than its record: the trial may have been taken up again.
  for (const file of recordsIn(folder)) {
    if (!completed.has(basename(file, ".jsonl"))) await countTurns(file, count);
  }
  return spent;
}

function recordsIn(folder: string): string[] {
  const { events } = runPaths(folder);
  const names = existsSync(events) ? readdirSync(events) : [];
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(events, name));
}

async function countTurns(file: string, count: Count): Promise<void> {
  let label = "";
  try {
    for await (const { event } of streamEvents(file)) {
      if (event.event === "started") label = event.trial.label;
      if (event.event === "turn") count(label, amountOf(event.usage), 1);
    }
  } catch (error) {
    // Told in better words when the trial is taken up; what stands before the damage was paid all the same.
    if (!(error instanceof DamagedRecord)) throw error;
  }
}

type Usage = ReturnType<typeof usageSchema.parse> | null;

function amountOf(usage: Usage): Amount {
  return { usd: usage?.costUsd ?? 0, tokens: (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0) };
}
