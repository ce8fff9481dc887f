// A run that was stopped anywhere, with any of its files cut at any byte, ends as if it had never stopped.
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { uniformStream } from "../../src/std/random.ts";
import { failTrial } from "../support/failing-trial.ts";
import { factsOf, linesIn, runIn, scripted, THREE } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const original = folderOfFile();

beforeAll(async () => {
  await runIn(original);
});

function copyOfRun(): string {
  const folder = join(temporaryFolder(), "run");
  cpSync(original, folder, { recursive: true });
  return folder;
}

function rewriteLines(folder: string, change: (lines: TrialLine[]) => TrialLine[]): void {
  const text = change(linesIn(folder)).map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, "trials.jsonl"), text.join(""));
}

/** Cuts a trial's record to its first bytes and forgets its line, as a kill leaves it. */
function cut(folder: string, id: string, share: number): void {
  const path = join(folder, "trials", `${id}.jsonl`);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, Math.floor(share * (bytes.length + 1))));
  rewriteLines(folder, (lines) => lines.filter((line) => line.trial.id !== id));
}

describe("a run whose records are cut", () => {
  test("at random bytes, from its start to its end, is completed as if nothing had happened", async () => {
    const folder = copyOfRun();
    const uniform = uniformStream(1, "cuts");
    const lines = linesIn(folder);
    for (const [index, { trial }] of lines.entries()) cut(folder, trial.id, (index + uniform()) / lines.length);
    appendFileSync(join(folder, "trials.jsonl"), '{"format":"1","trial":{"id":"torn');
    const resumed = await runIn(folder);
    expect([resumed.lines.length, resumed.stop]).toEqual([6, null]);
    expect(factsOf(folder)).toEqual(factsOf(original));
    expect((await verifyRun(folder)).differences).toEqual([]);
  });

  test("after its end, before its line was written, plays nothing again", async () => {
    const folder = copyOfRun();
    const before = linesIn(folder);
    rewriteLines(folder, (lines) => lines.slice(0, 2));
    let todo = -1;
    await runIn(folder, {}, { opened: (info) => void (todo = info.todo.length) });
    expect(todo).toBe(0);
    expect(linesIn(folder).sort(byId)).toEqual(before.sort(byId));
  });
});

describe("a second session", () => {
  test("keeps what is finished, byte for byte, and plays what is new", async () => {
    const folder = copyOfRun();
    const before = readFileSync(join(folder, "trials.jsonl"), "utf8");
    const more = { seeds: [1, 2], players: [...THREE, scripted("raise-once")] };
    const { planned, lines } = await runIn(folder, more);
    expect(planned).toBe(12);
    expect(lines).toHaveLength(6 + 3 + 2);
    expect(readFileSync(join(folder, "trials.jsonl"), "utf8").startsWith(before)).toBe(true);
  });

  test("of the same plan plays nothing", async () => {
    const folder = copyOfRun();
    const files = (): string[] =>
      readdirSync(join(folder, "trials")).map((name) => readFileSync(join(folder, "trials", name), "utf8"));
    const before = files();
    await runIn(folder, {}, { finished: () => expect.unreachable() });
    expect(files()).toEqual(before);
  });

  test("plays only the part it is asked for", async () => {
    const folder = temporaryFolder();
    await runIn(folder, { only: { models: ["random"], seeds: [1] } });
    expect(linesIn(folder).map(({ trial }) => trial.id)).toEqual(["random-s1-r0"]);
    await runIn(folder, { only: { models: ["never-raise"] } });
    expect(linesIn(folder)).toHaveLength(3);
  });

  test.each([
    [{ models: ["randon"] }, "no player is called \"randon\"; did you mean 'random'?"],
    [{ seeds: [7] }, "seed 7 is not among the seeds of this run"],
  ])("with a filter that fits nothing, %j, says so", async (only, words) => {
    await expect(runIn(temporaryFolder(), { only })).rejects.toThrow(words);
  });
});

describe("a failed trial", () => {
  const ID = "random-s0-r0";

  test("is taken up again from its last good month, and its second line counts, also where it must be recovered", async () => {
    const folder = copyOfRun();
    await failTrial(folder, ID, 1);
    expect((await verifyRun(folder)).differences).toEqual([]);
    await runIn(folder);
    const lines = linesIn(folder);
    const ofTrial = lines.filter(({ trial }) => trial.id === ID);
    expect(ofTrial.map(({ attempt, result }) => [attempt, result.outcome.kind])).toEqual([
      [1, "failed"],
      [2, "completed"],
    ]);
    const whole = linesIn(original).find(({ trial }) => trial.id === ID);
    expect(ofTrial[1]?.result).toEqual(whole?.result);
    expect((await verifyRun(folder)).differences).toEqual([]);
    rewriteLines(folder, (all) => all.slice(0, -1));
    await runIn(folder, {}, { finished: () => expect.unreachable() });
    expect(linesIn(folder)).toEqual(lines);
  });

  test("is given up after three attempts, and taken up once more when asked for", async () => {
    const folder = copyOfRun();
    await failTrial(folder, ID, 1, 3);
    const { lines } = await runIn(folder, {}, { finished: () => expect.unreachable() });
    expect(lines.map(({ result }) => result.outcome.kind)).toContain("failed");
    await runIn(folder, { only: { outcomes: ["failed"] } });
    expect(linesIn(folder).findLast(({ trial }) => trial.id === ID)).toMatchObject({ attempt: 4 });
  });
});

interface Foreign {
  readonly id: string;
  readonly change: (text: string) => string;
  readonly code: string;
  readonly words: RegExp;
}

test("an unfinished record that is not the trial's fails the trial with the place, and no other trial", async () => {
  const changes: readonly Foreign[] = [
    // Another decision.
    {
      id: "random-s0-r0",
      change: (text) => text.replace("verify_cash_position", "pass"),
      code: "record-mismatch",
      words: /line \d+, month \d+/,
    },
    // A line that is no event.
    {
      id: "random-s1-r0",
      change: (text) => text.replace('"event":"call"', '"event":"cell"'),
      code: "damaged-record",
      words: /damaged record in month/,
    },
    // Another clock.
    {
      id: "raise-always-s0-r0",
      change: (text) => text.replace('"ms":1', '"ms":2'),
      code: "record-mismatch",
      words: /bytes from the start/,
    },
  ];
  const folder = copyOfRun();
  for (const { id, change } of changes) {
    cut(folder, id, 0.8);
    const path = join(folder, "trials", `${id}.jsonl`);
    const text = readFileSync(path, "utf8");
    expect(change(text), id).not.toBe(text);
    writeFileSync(path, change(text));
  }
  const { lines } = await runIn(folder);
  const failed = lines.filter(({ result }) => result.outcome.kind === "failed");
  const ids = changes.map(({ id }) => id).toSorted();
  expect(failed.map(({ trial }) => trial.id).toSorted()).toEqual(ids);
  for (const { id, code, words } of changes) {
    const outcome = failed.find(({ trial }) => trial.id === id)?.result.outcome;
    expect(outcome, id).toMatchObject({ code, message: expect.stringMatching(words) as string });
  }
  expect((await verifyRun(folder)).differences.map(({ where }) => where).toSorted()).toEqual(ids);
});

function byId(one: TrialLine, other: TrialLine): number {
  return one.trial.id < other.trial.id ? -1 : 1;
}
