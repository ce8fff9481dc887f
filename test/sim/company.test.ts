import { describe, expect, test } from "vitest";
import { balanceSheet } from "../../src/ledger/balance-sheet.ts";
import { OPENING_MONTH } from "../../src/ledger/entry.ts";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { Company, type Rules } from "../../src/sim/company.ts";
import { drawTape, type Tape } from "../../src/sim/tape.ts";
import { SCENARIO } from "../support/scenario.ts";

const RULES: Rules = { ruleset: "paper", delay: true, noise: false };

/** A tape on which every request meets the same draws. */
function tapeOf(draws: { outcome: number; fill: number; delay: number }): Tape {
  return drawTape(0).map((month) => ({ ...month, ...draws }));
}

function company(draws = { outcome: 0, fill: 0.5, delay: 0.4 }, rules: Partial<Rules> = {}): Company {
  return new Company(SCENARIO.macro, tapeOf(draws), { ...RULES, ...rules });
}

describe("the opening", () => {
  test("is the entry of the rules: 15M cash, 50M loans less 2M, 63M of capital, no debt", () => {
    expect(balanceSheet(company().journal, OPENING_MONTH)).toMatchObject({
      cash: 1_500_000_000,
      loans: 5_000_000_000,
      allowance: 200_000_000,
      totalAssets: 6_300_000_000,
      totalLiabilities: 0,
      commonStock: 6_300_000_000,
      retainedEarnings: 0,
    });
    expect(company()).toMatchObject({ sharesOutstanding: 10_500_000, notesOutstanding: 0, pending: null });
  });
});

describe("a request", () => {
  test("stays out for its months and settles in none but the one it is due in", () => {
    const firm = company();
    expect(firm.request(0, "equity", 1_000)).toBeNull();
    expect(firm.pending).toMatchObject({ askedCents: 1_000, month: 0, dueMonth: 3 });
    for (const month of [0, 1, 2]) {
      if (month > 0) expect(firm.settleDue(month)).toBeNull();
      firm.operate(month);
    }
    expect(firm.settleDue(3)).toMatchObject({ outcome: "settled", instrument: "equity", amountCents: 850 });
    expect(firm.settleDue(3)).toBeNull();
    expect(firm.pending).toBeNull();
  });

  test("that is declined stays out as long and brings nothing", () => {
    const firm = company({ outcome: 0.999, fill: 0.5, delay: 0 });
    firm.request(0, "debt", 1_000);
    const cash = firm.operate(0);
    expect(firm.settleDue(1)).toMatchObject({ outcome: "declined", month: 1 });
    expect(firm.cash).toBe(cash);
    expect(firm.history).toHaveLength(1);
  });

  test("comes back at once without delay", () => {
    const firm = company(undefined, { delay: false });
    expect(firm.request(0, "debt", 2_000)).toMatchObject({ outcome: "settled", month: 0, amountCents: 1_700 });
    expect(firm).toMatchObject({ cash: 1_500_001_700, notesOutstanding: 1_700, pending: null });
  });

  test("is a bug while another is out: the desk refuses it before", () => {
    const firm = company();
    firm.request(0, "equity", 1_000);
    expect(() => firm.request(0, "debt", 1_000)).toThrow("already pending");
  });

  test("for equity issues shares at the price before the issue", () => {
    const firm = company(undefined, { delay: false });
    firm.request(0, "equity", 200_000_000);
    expect(firm.history[0]).toMatchObject({ amountCents: 170_000_000, priceUsd: 10, shares: 170_000 });
    expect(firm.sharesOutstanding).toBe(10_670_000);
  });

  test("for debt fixes the rate at settlement, before the new note counts as leverage", () => {
    const firm = company({ outcome: 0, fill: 0.5, delay: 0 });
    firm.request(0, "debt", 8_000_000_000);
    firm.operate(0);
    const [macro] = SCENARIO.macro.slice(1);
    expect(firm.settleDue(1)).toMatchObject({
      ratePerYear: ((macro?.treasury_2y ?? 0) + (macro?.baa_yield ?? 0)) / 100,
    });
    expect(firm.indicativeRate(1)).toBeGreaterThan(((macro?.treasury_2y ?? 0) + (macro?.baa_yield ?? 0)) / 100);
  });
});

describe("months", () => {
  test("run in order and only once", () => {
    const firm = company();
    expect(() => firm.operate(1)).toThrow("month 1 is out of turn");
    firm.operate(0);
    expect(() => firm.operate(0)).toThrow("month 0 is out of turn");
  });

  test("that have not run have no position", () => {
    const firm = company();
    expect(firm.positionAtEndOf(OPENING_MONTH)).toEqual(firm.position);
    expect(() => firm.positionAtEndOf(0)).toThrow("month 0 has not run");
  });

  test("share the operating cost among the vendors, the last of whom takes the rounding", () => {
    const firm = company();
    firm.operate(0);
    const { operatingCost, operatingExpenses } = incomeStatement(firm.journal, 0);
    expect(operatingCost).toBe(5_416_667);
    expect(operatingExpenses).toEqual({
      customerSupport: 1_300_000,
      fraudAndRisk: 975_000,
      software: 866_667,
      hosting: 758_333,
      salesAndMarketing: 1_516_667,
    });
  });

  test("serve a note for 72 months and repay it in the 73rd", () => {
    const firm = company(undefined, { delay: false });
    firm.request(0, "equity", 100_000_000_000);
    firm.operate(0);
    firm.settleDue(1);
    firm.request(1, "debt", 1_000_000);
    for (let month = 1; month <= 74; month += 1) firm.operate(month);
    const interest = (month: number): number => incomeStatement(firm.journal, month).interestExpense;
    expect([0, 1, 72, 73, 74].map((month) => interest(month) > 0)).toEqual([false, true, true, false, false]);
    expect(balanceSheet(firm.journal, 72).notesPayable).toBe(850_000);
    expect(balanceSheet(firm.journal, 73).notesPayable).toBe(0);
    expect(firm.position.notes).toEqual([]);
  });
});
