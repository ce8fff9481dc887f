// Whatever is decided, the books are right to the cent after every month.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Episode } from "../../src/env/episode.ts";
import { auditMonth, monthTruth } from "../../src/env/truth.ts";
import { ACCOUNT_IDS } from "../../src/ledger/accounts.ts";
import { balanceSheet, bookEquity } from "../../src/ledger/balance-sheet.ts";
import { cashFlowStatement } from "../../src/ledger/cash-flow-statement.ts";
import { type JournalEntry, OPENING_MONTH } from "../../src/ledger/entry.ts";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { driversOf } from "../../src/sim/drivers.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { plans, protocols, seeds } from "../support/arbitraries.ts";
import { decides, playPlan } from "../support/plan-play.ts";
import { play } from "../support/play.ts";
import { SCENARIO } from "../support/scenario.ts";

type Check = (episode: Episode, month: number) => void;

/** Plays any plan under any protocol and checks after every month. */
function afterEveryMonth(newCheck: (seed: number, noise: boolean) => Check, numRuns = 10): void {
  fc.assert(
    fc.property(plans(), protocols, seeds, (plan, protocol, seed) => {
      play(decides(plan), { protocol, seed, afterMonth: newCheck(seed, protocol.noise ?? true) });
    }),
    { numRuns },
  );
}

describe("after every month of any sequence of decisions", () => {
  test("the audit finds nothing", () => {
    afterEveryMonth(() => ({ company }, month) => {
      expect(auditMonth(company, month)).toEqual([]);
    });
  });

  test("debits equal credits in the books and in every entry of the month", () => {
    afterEveryMonth(() => ({ company: { journal } }, month) => {
      expect(ACCOUNT_IDS.reduce((sum, id) => sum + journal.balance(id), 0)).toBe(0);
      for (const entry of journal.entriesBetween(month, month)) {
        expect(entry.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(0);
      }
    });
  });

  test("assets are liabilities and equity, and cash is the same in ledger, statements and company", () => {
    afterEveryMonth(() => ({ company }, month) => {
      const sheet = balanceSheet(company.journal, month);
      expect(sheet.totalAssets).toBe(sheet.totalLiabilities + sheet.totalEquity);
      expect(sheet.cash).toBe(cashFlowStatement(company.journal, month).closingCash);
      // What has settled as the next month opened is on the books already.
      const today = balanceSheet(company.journal, month + 1);
      expect(today.cash).toBe(company.journal.balance("cash"));
      expect(today.cash).toBe(company.cash);
      expect(today.totalEquity).toBe(bookEquity(company.journal));
      const { cash, notes } = company.position;
      expect({ ...company.positionAtEndOf(month), cash, notes }).toEqual(company.position);
    });
  });

  test("net income reaches equity and both cash flow methods agree", () => {
    afterEveryMonth(() => ({ company: { journal } }, month) => {
      const before = balanceSheet(journal, month - 1);
      const after = balanceSheet(journal, month);
      const income = incomeStatement(journal, month);
      const flows = cashFlowStatement(journal, month);
      expect(after.retainedEarnings).toBe(before.retainedEarnings + income.netIncome);
      expect(after.totalEquity).toBe(before.totalEquity + income.netIncome + flows.equityIssued);
      const adjustments =
        income.provision + (after.payables - before.payables) + (after.taxPayable - before.taxPayable);
      expect(flows.operating).toBe(income.netIncome + adjustments - (after.billedInterest - before.billedInterest));
      expect(after.cash - before.cash).toBe(flows.operating + flows.investing + flows.financing);
    });
  });

  test("loans, allowance, billed receivables, payables and notes roll forward by their own entries", () => {
    afterEveryMonth(() => ({ company: { journal } }, month) => {
      const before = balanceSheet(journal, month - 1);
      const after = balanceSheet(journal, month);
      const posted = (memo: string): number => postedUnder(journal.entriesBetween(month, month), memo);
      const billed = posted("Principal billed");
      const chargeOff = posted("Loans charged off");
      expect(after.loans).toBe(before.loans + posted("Loans funded") - billed - chargeOff);
      expect(after.allowance).toBe(before.allowance + posted("Provision for credit losses") - chargeOff);
      expect(after.billedPrincipal).toBe(before.billedPrincipal + billed - posted("Principal collected"));
      expect(after.billedInterest).toBe(
        before.billedInterest + posted("Interest billed") - posted("Interest collected"),
      );
      expect(posted("Vendors paid")).toBe(before.payables);
      expect(after.payables).toBe(posted("Vendor services accrued"));
      expect(after.notesPayable).toBe(before.notesPayable + posted("Note issued") - posted("Notes repaid"));
      expect(month % 3 === 2 ? after.taxPayable : posted("Income tax paid")).toBe(0);
      for (const receivable of [after.loans, after.allowance, after.billedPrincipal, after.billedInterest]) {
        expect(receivable).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test("the income statement shows the month's margins to cent rounding wherever gross exceeds EBITDA", () => {
    let shown = 0;
    afterEveryMonth((seed, noise) => {
      const tape = drawTape(seed);
      return ({ company: { journal } }, month) => {
        const [macro, draw] = [SCENARIO.macro[month], tape[month]];
        if (macro === undefined || draw === undefined) throw new Error("no such month");
        const { grossMarginPct, ebitdaMarginPct } = driversOf(macro, draw, noise);
        const income = incomeStatement(journal, month);
        // Half a cent of rounding for each amount computed, and room for the binary fractions.
        expect(Math.abs(income.grossProfit - (income.revenue * grossMarginPct) / 100)).toBeLessThan(0.5001);
        if (grossMarginPct < ebitdaMarginPct) {
          expect(income.operatingCost).toBe(0);
          return;
        }
        expect(Math.abs(income.ebitda - (income.revenue * ebitdaMarginPct) / 100)).toBeLessThan(1.0001);
        shown += 1;
      };
    });
    expect(shown).toBeGreaterThan(100);
  });

  test("no earlier entry has changed", () => {
    afterEveryMonth(() => {
      let known: readonly JournalEntry[] = [];
      let text: readonly string[] = [];
      return ({ company: { journal } }, month) => {
        const now = journal.entriesBetween(OPENING_MONTH, month);
        expect(now.slice(0, known.length).every((entry, index) => entry === known[index])).toBe(true);
        expect(known.map((entry) => JSON.stringify(entry))).toEqual(text);
        known = now;
        text = now.map((entry) => JSON.stringify(entry));
      };
    }, 4);
  });

  test("the truth of the month is what the statements say", () => {
    afterEveryMonth(() => ({ company }, month) => {
      const sheet = balanceSheet(company.journal, month);
      expect(monthTruth(company, month)).toEqual({
        cash: sheet.cash,
        loans: sheet.loans,
        debt: sheet.notesPayable,
        equity: sheet.totalEquity,
        revenue: incomeStatement(company.journal, month).revenue,
        borrowers: company.months[month]?.borrowers,
      });
    });
  });
});

test("a company dies in the first month that ends with cash below zero, and only then", () => {
  fc.assert(
    fc.property(plans(), protocols, seeds, (plan, protocol, seed) => {
      const { episode, ending, months } = playPlan(plan, { protocol, seed });
      const { journal } = episode.company;
      const lastRun = episode.company.months.length - 1;
      for (let month = 0; month < lastRun; month += 1) {
        expect(balanceSheet(journal, month).cash).toBeGreaterThanOrEqual(0);
      }
      expect(ending).toBe(balanceSheet(journal, lastRun).cash < 0 ? "bankrupt" : "survived");
      expect(months).toBe(ending === "bankrupt" ? lastRun : 132);
    }),
    { numRuns: 10 },
  );
});

function postedUnder(entries: readonly JournalEntry[], memo: string): number {
  let sum = 0;
  for (const entry of entries) {
    if (entry.memo !== memo) continue;
    for (const line of entry.lines) sum += Math.max(0, line.amountCents);
  }
  return sum;
}
