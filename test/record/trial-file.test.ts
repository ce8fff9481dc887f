import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DamagedRecord, readEvents } from "../../src/record/trial-file.ts";
import { temporaryFolder } from "../support/temporary.ts";

const opening = (month: number, text = "x"): string =>
  `${JSON.stringify({ event: "opening", month, text, at: { ms: 1 } })}\n`;

function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), "trial.jsonl");
  writeFileSync(path, content);
  return path;
}

describe("the events of a file", () => {
  test("come with the bytes they were read from", async () => {
    const lines = [opening(0), opening(1, "Grüße, 你好 🎲"), opening(2)];
    const events = await readEvents(fileWith(lines.join("")));
    expect(events.map(({ line }) => line)).toEqual(lines);
    expect(events.map(({ lineNumber }) => lineNumber)).toEqual([1, 2, 3]);
  });

  test("are read whole where they are longer than a piece of the file", async () => {
    const texts = [`é${"🎲".repeat(100_000)}`, "short", "x".repeat(600_000)];
    const events = await readEvents(fileWith(texts.map((text, month) => opening(month, text)).join("")));
    expect(events.map(({ event }) => (event.event === "opening" ? event.text : ""))).toEqual(texts);
  });

  test("leave a torn last line out", async () => {
    expect(await readEvents(fileWith(opening(0) + opening(1).slice(0, 20)))).toHaveLength(1);
  });

  test("of a file that is missing or empty are none", async () => {
    expect(await readEvents(join(temporaryFolder(), "none"))).toEqual([]);
    expect(await readEvents(fileWith(""))).toEqual([]);
  });
});

describe("damage names file, line and month", () => {
  const bad = (month: number): string => opening(month).replace('"event"', '"ev3nt"');
  const monthEnd = `${JSON.stringify({
    event: "month",
    month: 4,
    stateHash: "s",
    truth: { cash: 0, loans: 0, debt: 0, equity: 0, revenue: 0, borrowers: 0 },
    closedThrough: null,
    at: { ms: 1, digest: "d" },
  })}\n`;

  test.each<[what: string, content: string | Uint8Array, line: number, month: number, reason: RegExp]>([
    ["at the start", `{\n${opening(0)}`, 1, 0, /not JSON/],
    ["within a month", opening(3) + bad(3) + opening(3), 2, 3, /discriminator|event/],
    ["at a month's first line", monthEnd + bad(5) + opening(5), 2, 5, /discriminator|event/],
    ["at a line that no longer says its month", `${monthEnd}garbage\n${opening(5)}`, 2, 5, /not JSON/],
    ["where two lines became one", opening(2) + opening(2).trimEnd() + opening(3), 2, 2, /not JSON/],
    ["of the bytes", Buffer.concat([Buffer.from(opening(1)), Buffer.from([0xff, 0x0a])]), 2, 1, /not UTF-8/],
    ["at the end", `${monthEnd}{"event":"ended","result":{"monthsActed":4}}\n`, 2, 4, /outcome|at/],
  ])("%s", async (_what, content, lineNumber, month, reason) => {
    const file = fileWith(content);
    const error: unknown = await readEvents(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DamagedRecord);
    expect(error).toMatchObject({ file, lineNumber, month });
    expect((error as DamagedRecord).message).toMatch(reason);
  });
});
