import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { UnstampedEvent } from "../../src/record/events.ts";
import { readRecords } from "../../src/report/records.ts";
import { bankrupt, failed, line, player, run } from "./sample-runs.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "arena-records-"));
  await mkdir(join(folder, "trials"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const A = { protocolStamp: "aaaa1111", playerStamp: "stamp of A", label: "A" };

async function record(id: string, cash: readonly number[]): Promise<void> {
  const events = cash.map(
    (cents, month): UnstampedEvent => ({
      event: "month",
      month,
      stateHash: "h",
      truth: { cash: cents, loans: 0, debt: 0, equity: 0, revenue: 0, borrowers: 0 },
      closedThrough: null,
    }),
  );
  const lines = events.map((event) => JSON.stringify({ ...event, at: { ms: 0 } }));
  await writeFile(join(folder, "trials", `${id}.jsonl`), `${lines.join("\n")}\n`);
}

test("cash is read of scored trials, causes of all, and a missing record is counted", async () => {
  await record("a-s0-r0", [100, 200, -5]);
  await record("a-s1-r0", [100]);
  const lines = [line({ seed: 0 }, bankrupt(2)), line({ seed: 1 }, failed(1)), line({ seed: 2 })];
  const { cash, causesOf } = await readRecords([{ folder, ...run([player("A")], lines) }]);
  expect(cash.of(A).map((path) => [...path])).toEqual([[100, 200, -5]]);
  expect(causesOf(A)).toMatchObject({ trials: 2, bankrupt: 1, withoutRecord: 1 });
  expect(causesOf({ ...A, label: "B" })).toBeNull();
});

test("a trial in two runs is read once", async () => {
  await record("a-s0-r0", [100]);
  const one = { folder, ...run([player("A")], [line({ seed: 0 }, bankrupt(0))]) };
  const { cash, causesOf } = await readRecords([one, one]);
  expect(cash.of(A)).toHaveLength(1);
  expect(causesOf(A)?.trials).toBe(1);
});
