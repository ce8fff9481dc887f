import { describe, expect, test } from "vitest";
import { JournalEntry, OPENING_MONTH } from "../../src/ledger/entry.ts";
import { Journal } from "../../src/ledger/journal.ts";

const received = (month: number, cents: number): JournalEntry =>
  new JournalEntry(month, `received in ${month}`, [
    { account: "cash", amountCents: cents },
    { account: "commonStock", amountCents: -cents },
  ]);

function journalOf(...months: readonly number[]): Journal {
  const journal = new Journal();
  for (const month of months) journal.append(received(month, 10 ** (month + 1)));
  return journal;
}

describe("a journal", () => {
  test("balances its accounts as entries are appended", () => {
    const journal = journalOf(-1, 0, 0, 2);
    expect(journal.balance("cash")).toBe(1021);
    expect(journal.balance("commonStock")).toBe(-1021);
    expect(journal.balance("loans")).toBe(0);
    expect(journal.size).toBe(4);
  });

  test.each<[from: number, to: number, cash: number]>([
    [OPENING_MONTH, OPENING_MONTH, 1],
    [0, 0, 20],
    [1, 1, 0],
    [2, 2, 1000],
    [OPENING_MONTH, 2, 1021],
    [OPENING_MONTH, 1, 21],
    [1, 2, 1000],
    [3, 9, 0],
    [2, 1, 0],
    [-9, -2, 0],
    [-9, 99, 1021],
  ])("moves cash in months %i to %i by %i", (from, to, cash) => {
    const journal = journalOf(-1, 0, 0, 2);
    expect(journal.movement("cash", from, to)).toBe(cash);
    expect(journal.movements(from, to).cash).toBe(cash);
    expect(journal.movements(from, to).commonStock + cash).toBe(0);
  });

  test("corrects a mistake by another entry", () => {
    const journal = journalOf(0);
    journal.append(received(1, -10));
    expect(journal.balance("cash")).toBe(0);
    expect(journal.movement("cash", 0, 0)).toBe(10);
    expect(journal.size).toBe(2);
  });

  test("takes no entry of an earlier month", () => {
    const journal = journalOf(-1, 3);
    expect(() => journal.append(received(2, 1))).toThrow("entry of month 2 after month 3");
    expect(journal.size).toBe(2);
  });

  test("takes nothing that did not pass the checks of an entry", () => {
    const forged = JSON.parse(JSON.stringify(received(0, 5))) as JournalEntry;
    const journal = new Journal();
    expect(() => journal.append(forged)).toThrow("only a checked entry");
    expect(journal.balance("cash")).toBe(0);
  });

  test("gives out lists that do not lead back into the books", () => {
    const journal = journalOf(0, 1);
    (journal.entriesBetween(0, 1) as JournalEntry[]).length = 0;
    expect(journal.entriesBetween(0, 1)).toHaveLength(2);
  });

  test("notices a balance that is no longer exact", () => {
    const journal = new Journal();
    journal.append(received(0, Number.MAX_SAFE_INTEGER));
    expect(() => journal.append(received(0, 1))).toThrow("no longer exact");
  });
});
