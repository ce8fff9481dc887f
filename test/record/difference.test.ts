import { describe, expect, test } from "vitest";
import { firstDifference } from "../../src/record/difference.ts";

describe("the first difference", () => {
  test.each<[recorded: unknown, found: unknown, words: string | null]>([
    [1, 1, null],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, null],
    [{ truth: { cash: 1 } }, { truth: { cash: 2 } }, "truth.cash: 1 recorded, 2 found"],
    [{ a: 1 }, { a: 1, b: "x" }, 'b: nothing recorded, "x" found'],
    [{ a: [1, 2] }, { a: [1] }, "a.1: 2 recorded, nothing found"],
    [1, "1", 'the value: 1 recorded, "1" found'],
    [{ a: null }, { a: {} }, "a: null recorded, {} found"],
  ])("of %j and %j is %j", (recorded, found, words) => {
    expect(firstDifference(recorded, found)).toBe(words);
  });

  test("of two long texts shows the place", () => {
    const [one, other] = [`${"a".repeat(500)}X${"b".repeat(500)}`, `${"a".repeat(500)}Y${"b".repeat(500)}`];
    const words = firstDifference({ text: one }, { text: other }) ?? "";
    expect(words).toContain("aaaX");
    expect(words).toContain("aaaY");
    expect(words.length).toBeLessThan(250);
  });
});
