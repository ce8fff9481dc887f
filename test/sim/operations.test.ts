import { describe, expect, test } from "vitest";
import type { Drivers } from "../../src/sim/drivers.ts";
import { amountsOfMonth, maturityOf, type Position, positionAfter } from "../../src/sim/operations.ts";

const OPENING: Position = {
  cash: 1_500_000_000,
  loans: 5_000_000_000,
  allowance: 200_000_000,
  billedPrincipal: 0,
  billedInterest: 0,
  payables: 0,
  taxPayable: 0,
  lossCarryforward: 0,
  borrowers: 5000,
  notes: [],
};

const CALM: Drivers = {
  growthPct: 0,
  grossMarginPct: 40,
  ebitdaMarginPct: 14,
  collectionRate: 0.97,
  ratePerYear: 0.06,
};

const month = (index: number, start: Partial<Position>, drivers: Partial<Drivers> = {}) =>
  amountsOfMonth(index, { ...OPENING, ...start }, { ...CALM, ...drivers });

describe("borrowers and lending", () => {
  test.each<[growthPct: number, borrowers: number, after: number, lendingUsd: number]>([
    [0, 5000, 5000, 1_175_000],
    [1, 5000, 5050, 1_175_000 + 500_000],
    [0.01, 5000, 5001, 1_175_000 + 10_000],
    [0.009, 5000, 5000, 1_175_000],
    [-1, 5000, 4950, 1_175_000],
    [-150, 5000, 0, 1_175_000],
    [5, 0, 0, 0],
  ])("at %d %% growth of %i borrowers: %i and $%i lent", (growthPct, borrowers, after, lendingUsd) => {
    const amounts = month(0, { borrowers }, { growthPct });
    expect(amounts.borrowers).toBe(after);
    expect(amounts.lending).toBe(lendingUsd * 100);
  });
});

describe("operating cost", () => {
  test.each<[gross: number, ebitda: number, cents: number]>([
    [40, 14, 6_500_000],
    [14, 14, 0],
    [12, 20, 0],
  ])("at margins of %d and %d %% is %i cents", (grossMarginPct, ebitdaMarginPct, cents) => {
    expect(month(0, {}, { grossMarginPct, ebitdaMarginPct }).costAccrued).toBe(cents);
  });

  test("of last month is paid now, and this month's is owed", () => {
    const amounts = month(5, { payables: 777 });
    expect(amounts.costPaid).toBe(777);
    expect(positionAfter({ ...OPENING, payables: 777 }, amounts).payables).toBe(6_500_000);
  });
});

describe("billing and collections", () => {
  test("bill a thirtieth of the loans and a twelfth of the rate, and collect a share of all that is billed", () => {
    const amounts = month(0, { loans: 3_000, billedPrincipal: 900, billedInterest: 85 }, { ratePerYear: 0.06 });
    expect(amounts).toMatchObject({ principalBilled: 100, interestBilled: 15 });
    expect(amounts).toMatchObject({ principalCollected: 970, interestCollected: 97 });
  });

  test("charge off a ninth of the opening allowance, not of this month's provision", () => {
    expect(month(0, { allowance: 900 }, { grossMarginPct: 10 }).chargeOff).toBe(100);
  });
});

describe("income tax", () => {
  // Revenue 25,000,000 cents at a margin of 14 %: 3,500,000 cents before tax and without notes.
  test.each<[what: string, index: number, start: Partial<Position>, ebitda: number, tax: object]>([
    ["accrues on a profit", 0, {}, 14, { taxAccrued: 735_000, taxPaid: 0, lossCarryforward: 0 }],
    [
      "is paid at a quarter's end with the month's own",
      2,
      { taxPayable: 5 },
      14,
      { taxAccrued: 735_000, taxPaid: 735_005 },
    ],
    ["is not paid in other months", 4, { taxPayable: 5 }, 14, { taxPaid: 0 }],
    [
      "uses a carry-forward up first",
      0,
      { lossCarryforward: 3_400_000 },
      14,
      { taxAccrued: 21_000, lossCarryforward: 0 },
    ],
    ["is nil while one is left", 0, { lossCarryforward: 4_000_000 }, 14, { taxAccrued: 0, lossCarryforward: 500_000 }],
    ["is never refunded", 2, { taxPayable: 0, lossCarryforward: 7 }, 0, { taxAccrued: 0, taxPaid: 0 }],
  ])("%s", (_what, index, start, ebitdaMarginPct, tax) => {
    expect(month(index, start, { ebitdaMarginPct })).toMatchObject(tax);
  });

  test("turns a loss into a carry-forward", () => {
    const notes = [{ principalCents: 1_200_000_000, ratePerYear: 0.05, settledMonth: 0 }];
    expect(month(1, { notes, lossCarryforward: 10 })).toMatchObject({
      noteInterest: 5_000_000,
      lossCarryforward: 1_500_010,
    });
  });
});

describe("a note settled in month 3", () => {
  const note = { principalCents: 1_200, ratePerYear: 0.1, settledMonth: 3 };

  test.each<[index: number, noteInterest: number, notesRepaid: number, isOwedAfter: boolean]>([
    [3, 10, 0, true],
    [74, 10, 0, true],
    [75, 0, 1_200, false],
    [76, 0, 0, false],
  ])(
    "in month %i pays %i in interest and %i in principal, and is owed after it: %s",
    (index, interest, repaid, isOwed) => {
      const start = { ...OPENING, notes: [note] };
      const amounts = amountsOfMonth(index, start, CALM);
      expect(amounts).toMatchObject({ noteInterest: interest, notesRepaid: repaid });
      expect(positionAfter(start, amounts).notes).toEqual(isOwed ? [note] : []);
      expect(maturityOf(note)).toBe(75);
    },
  );

  test("rounds its own interest, whatever other notes there are", () => {
    const notes = [note, note].map((one) => ({ ...one, principalCents: 1_260 }));
    expect(amountsOfMonth(3, { ...OPENING, notes }, CALM).noteInterest).toBe(22);
  });
});

test("a position that would owe receivables is a bug, while overdrawn cash is the end of a company", () => {
  const broken = { ...month(0, {}), chargeOff: 300_000_000 };
  expect(() => positionAfter(OPENING, broken)).toThrow("month 0: allowance would be");
  expect(positionAfter({ ...OPENING, cash: 0 }, { ...month(0, {}), lending: 9_000_000_000 }).cash).toBeLessThan(0);
});
