import { describe, expect, test } from "vitest";
import type { AccountId } from "../../src/ledger/accounts.ts";
import { JournalEntry, type Line } from "../../src/ledger/entry.ts";

const line = (account: AccountId, amountCents: number): Line => ({ account, amountCents });

describe("an entry is built", () => {
  test.each<[what: string, lines: Line[]]>([
    ["when two lines balance", [line("cash", 100), line("commonStock", -100)]],
    ["when three lines balance", [line("software", 60), line("hosting", 40), line("payables", -100)]],
    ["in the month of the opening", [line("cash", 1), line("commonStock", -1)]],
  ])("%s", (_what, lines) => {
    expect(new JournalEntry(-1, "a memo", lines).lines).toEqual(lines);
  });

  test("without its lines of zero", () => {
    const entry = new JournalEntry(0, "a memo", [line("cash", 5), line("loans", 0), line("commonStock", -5)]);
    expect(entry.lines.map(({ account }) => account)).toEqual(["cash", "commonStock"]);
  });

  test("from a copy of its lines, and cannot be changed afterwards", () => {
    const lines = [line("cash", 5), line("commonStock", -5)];
    const entry = new JournalEntry(0, "a memo", lines);
    lines.push(line("loans", 7));
    expect(entry.lines).toHaveLength(2);
    expect(Object.isFrozen(entry) && Object.isFrozen(entry.lines) && entry.lines.every(Object.isFrozen)).toBe(true);
    expect(() => Object.assign(entry.lines[0] ?? {}, { amountCents: 6 })).toThrow(TypeError);
  });
});

describe("an entry cannot be built", () => {
  test.each<[what: string, month: number, lines: Line[], message: string]>([
    ["when debits exceed credits", 0, [line("cash", 100), line("commonStock", -99)], "differ by 1 cents"],
    ["when credits exceed debits", 0, [line("cash", 1), line("commonStock", -3)], "differ by -2 cents"],
    ["from one line", 0, [line("cash", 100)], "differ by 100 cents"],
    ["from lines of zero", 0, [line("cash", 0), line("loans", 0)], "at least two lines"],
    ["from nothing", 0, [], "at least two lines"],
    ["with a fraction of a cent", 0, [line("cash", 0.5), line("commonStock", -0.5)], "not a whole number of cents"],
    ["with no number", 0, [line("cash", Number.NaN), line("commonStock", Number.NaN)], "not a whole number of cents"],
    [
      "with an amount too large to be exact",
      0,
      [line("cash", 2 ** 53), line("loans", -(2 ** 53))],
      "not a whole number",
    ],
    ["before the opening", -2, [line("cash", 1), line("commonStock", -1)], "not a month"],
    ["between months", 0.5, [line("cash", 1), line("commonStock", -1)], "not a month"],
  ])("%s", (_what, month, lines, message) => {
    expect(() => new JournalEntry(month, "a memo", lines)).toThrow(message);
  });
});

test("an entry tells its effect on an account, debits less credits", () => {
  const entry = new JournalEntry(3, "a memo", [line("software", 60), line("software", 30), line("payables", -90)]);
  expect(entry.amountOn("software")).toBe(90);
  expect(entry.amountOn("payables")).toBe(-90);
  expect(entry.amountOn("cash")).toBe(0);
});
