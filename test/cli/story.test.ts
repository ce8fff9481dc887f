import { beforeAll, describe, expect, test } from "vitest";
import { paragraph, parts, ruled, thousands, WIDTH } from "../../src/cli/story/lines.ts";
import { endLines, headLines, monthLines } from "../../src/cli/story/story.ts";
import { replay, type StoryHead } from "../../src/runner/replay.ts";
import { runIn } from "../support/runs.ts";
import { folderOfFile } from "../support/temporary.ts";

const folder = folderOfFile();

beforeAll(async () => {
  await runIn(folder, { protocol: { horizon: 40 }, seeds: [0] });
});

async function storyOf(trial: string, toMonth: number | null = null): Promise<string[]> {
  const lines: string[] = [];
  let head: StoryHead | undefined;
  const end = await replay(folder, trial, toMonth, {
    head: (told) => {
      head = told;
      lines.push(...headLines(told));
    },
    month: (month) => lines.push(...monthLines(month)),
  });
  return [...lines, ...endLines(head as StoryHead, end, toMonth)];
}

describe("a story", () => {
  test.each(["never-raise:0", "raise-always:0", "random:0"])("of %s fits 80 columns", async (trial) => {
    const tooLong = (await storyOf(trial)).filter((line) => line.length > WIDTH);
    expect(tooLong).toEqual([]);
  });

  test("says of a month what came back, what was decided and why, and what was true", async () => {
    const lines = await storyOf("raise-always:0", 1);
    const from = lines.findIndex((line) => line.startsWith("Month 1 "));
    expect(lines.slice(from, from + 8)).toEqual([
      "Month 1 · Feb 2xx0 ──────────────────────── cash $15,400,000.00 → $32,477,697.77",
      "  came back  $16,613,281.25 received for 1,601,081 new shares at $10.38, of the",
      "             equity of $20,000,000.00 asked for in month 0.",
      "  decided    asks for $20,000,000.00 of equity",
      "  because    nothing is pending",
      "  cash moved raised 16,613.3   lent (1,322.1)   collected 1,835.1   costs (48.6)",
      "             net 17,077.7",
      "  books      loans 49,041.4   equity 79,634.7   revenue 212.0   5,044 borrowers",
    ]);
  });

  test("ends with the bankruptcy", async () => {
    const text = (await storyOf("never-raise:0")).join("\n");
    expect(text).toMatch(/Bankrupt in month \d+: cash ended it at \(\$[\d,.]+\)/);
    expect(text).toMatch(/\d+ months played again: state, books and answers as recorded\.$/);
  });

  test("tells what was seen of a document by its beginning and its end", async () => {
    const text = (await storyOf("random:0")).join("\n");
    expect(text).toMatch(/saw {8}verify_cash_position: Cash today: \$/);
    expect(text).toMatch(/saw {8}review_financial_records action=retrieve document=balance_sheet/);
    expect(text).toMatch(/closed {5}months 0 to \d+; the last of them:/);
  });
});

describe("lines", () => {
  test.each([
    [0, "0.0"],
    [49, "0.0"],
    [-49, "0.0"],
    [1_234_567_89, "1,234.6"],
    [-1_234_567_89, "(1,234.6)"],
    [99_999_999, "1,000.0"],
  ])("%i cents are %s thousand dollars", (cents, text) => {
    expect(thousands(cents)).toBe(text);
  });

  test("wrap at words, break what is too long, and count what is left out", () => {
    const lines = paragraph("said", `${"word ".repeat(40)}\n${"x".repeat(200)}\nlast`, 4);
    expect(lines.every((line) => line.length <= WIDTH)).toBe(true);
    expect(lines[0]).toMatch(/^ {2}said {7}word/);
    expect(lines.at(-1)).toContain("more lines");
  });

  test("keep parts whole", () => {
    expect(parts("books", ["a".repeat(40), "b".repeat(40), "c"])).toEqual([
      `  books      ${"a".repeat(40)}`,
      `             ${"b".repeat(40)}   c`,
    ]);
  });

  test("of a rule are as wide as the rest", () => {
    expect(ruled("left", "right")).toHaveLength(WIDTH);
  });
});
