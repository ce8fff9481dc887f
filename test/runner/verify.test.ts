import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resultsOf, tableDifferences } from "../../src/cli/tables.ts";
import { writeTables } from "../../src/report/write-tables.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { eventsIn, linesIn, runIn } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const original = folderOfFile();

beforeAll(async () => {
  await runIn(original);
  await writeTables(original, resultsOf([original]));
});

/** A copy of the run with the text of one file changed. */
function changed(file: string, change: (text: string) => string): string {
  const folder = join(temporaryFolder(), "run");
  cpSync(original, folder, { recursive: true });
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const after = change(text);
  expect(after).not.toBe(text);
  writeFileSync(path, after);
  return folder;
}

/** Changes the n-th match, from 0. */
function nth(text: string, pattern: RegExp, index: number, replacement: string): string {
  let seen = -1;
  return text.replace(pattern, (match) => ((seen += 1) === index ? replacement : match));
}

const RECORD = "trials/random-s1-r0.jsonl";

describe("an untouched run", () => {
  test("is reconciled in every month of every trial", async () => {
    const months = linesIn(original).reduce((sum, { result }) => sum + result.monthsActed, 0);
    expect(months).toBe(72);
    expect(await verifyRun(original)).toMatchObject({
      trials: 6,
      months,
      unfinished: 0,
      differences: [],
      refused: null,
    });
    expect(tableDifferences(original)).toEqual([]);
  });
});

describe("a changed record is named with its trial and month:", () => {
  test.each<[what: string, change: (text: string) => string, month: number, words: RegExp]>([
    ["a clock", (text) => nth(text, /"ms":1/g, 9, '"ms":2'), 1, /bytes from .* to the end of month/],
    ["a state", (text) => nth(text, /"stateHash":"./g, 4, '"stateHash":"#'), 4, /stateHash/],
    ["a true figure", (text) => nth(text, /"loans":\d/g, 6, '"loans":9'), 6, /truth.loans/],
    ["an answer", (text) => nth(text, /"isError":false/g, 0, '"isError":true'), 0, /isError|bytes/],
    ["a reason", (text) => nth(text, /at random/g, 3, "at leisure"), 3, /bytes from/],
    ["the result", (text) => text.replace('"toolCalls":', '"toolCalls":1'), 11, /result.toolCalls/],
    ["a line left out", (text) => text.split("\n").toSpliced(12, 1).join("\n"), 1, /./],
    ["the end left out", (text) => text.split("\n").toSpliced(-2, 1).join("\n"), 11, /seals/],
    ["a line too many", (text) => `${text}{"event":"opening","month":12,"text":"","at":{"ms":1}}\n`, 11, /seals/],
    ["bytes after the end", (text) => `${text}{"eve`, 11, /seals/],
    ["the start of another trial", (text) => text.replace('"seed":1', '"seed":2'), 0, /trial.seed/],
  ])("%s", async (_what, change, month, words) => {
    const { differences } = await verifyRun(changed(RECORD, change));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatchObject({ where: "random-s1-r0", what: expect.stringMatching(words) as string });
    expect(Math.abs((differences[0]?.month ?? -9) - month)).toBeLessThanOrEqual(1);
  });
});

describe("a changed line of trials.jsonl is named:", () => {
  test.each<[what: string, change: (text: string) => string, words: RegExp]>([
    ["a score", (text) => text.replace(/"scoreCents":\d/, '"scoreCents":9'), /scoreCents/],
    ["a digest", (text) => text.replace(/"digest":"./, '"digest":"#'), /seals/],
    ["a clock", (text) => text.replace(/"ms":1/, '"ms":2'), /seals/],
    ["the attempt", (text) => text.replace('"attempt":1', '"attempt":2'), /attempt 2 follows 0/],
    ["the player's stamp", (text) => text.replace(/"playerStamp":"./, '"playerStamp":"#'), /playerStamp/],
    ["the protocol's stamp", (text) => text.replace(/"protocolStamp":"./, '"protocolStamp":"#'), /protocol stamp/],
    ["the trial", (text) => text.replace(/"id":"random-s1-r0"/, '"id":"random-s9-r0"'), /no trial of this run/],
    ["a space", (text) => text.replace('"trial":', '"trial": '), /not as it was written/],
    ["its JSON", (text) => text.replace("{", "["), /not JSON/],
  ])("%s", async (_what, change, words) => {
    const { differences } = await verifyRun(changed("trials.jsonl", change));
    expect(differences.map(({ what }) => what).join("\n")).toMatch(words);
  });
});

describe("also found are", () => {
  test("a record that is missing", async () => {
    const folder = changed(RECORD, (text) => `${text} `);
    rmSync(join(folder, RECORD));
    expect((await verifyRun(folder)).differences).toMatchObject(
      [{ where: "random-s1-r0", what: /missing/ }].map(anyWhat),
    );
  });

  test("a file of no trial", async () => {
    const folder = changed(RECORD, (text) => `${text} `);
    cpSync(join(original, RECORD), join(folder, RECORD));
    writeFileSync(join(folder, "trials", "notes.txt"), "mine");
    expect((await verifyRun(folder)).differences).toMatchObject([{ where: "trials/notes.txt" }]);
  });

  test("a protocol that does not give its stamp", async () => {
    const folder = changed("manifest.json", (text) => text.replace('"horizon": 12', '"horizon": 13'));
    expect((await verifyRun(folder)).differences).toMatchObject([{ where: "manifest.json" }]);
  });

  test.each(["table1.csv", "table1.md", "trials.csv"])("a changed %s", (name) => {
    const folder = changed(name, (text) => text.replace(/\d(?=\D*$)/, "x"));
    expect(tableDifferences(folder)).toMatchObject([{ where: name, what: expect.stringContaining("line ") as string }]);
  });
});

test("a run of another engine is not verified, and says which", async () => {
  const folder = changed("manifest.json", (text) => text.replace(/"fingerprint": "./, '"fingerprint": "#'));
  const { refused, trials } = await verifyRun(folder);
  expect(refused).toMatch(/another world made this run: the engine \(#\w+ there, \w+ here\)/);
  expect(trials).toBe(0);
});

test("a run that was killed has nothing wrong in it: what is there is reconciled", async () => {
  const folder = changed(RECORD, (text) => text.slice(0, text.length / 2));
  const lines = readFileSync(join(folder, "trials.jsonl"), "utf8").split("\n");
  writeFileSync(join(folder, "trials.jsonl"), lines.filter((line) => !line.includes("random-s1-r0")).join("\n"));
  appendFileSync(join(folder, "trials.jsonl"), '{"format":"torn');
  const { differences, unfinished, months } = await verifyRun(folder);
  expect([differences, unfinished]).toEqual([[], 1]);
  expect(months).toBeGreaterThan(62);
  expect(months).toBeLessThan(72);
});

test("the record of the original was looked at, not an empty one", () => {
  expect(eventsIn(original, "random-s1-r0").length).toBeGreaterThan(60);
});

function anyWhat({ where, what }: { where: string; what: RegExp }) {
  return { where, what: expect.stringMatching(what) as string };
}
