// The worked example of the rules, month by month: the company that nobody helps, in a world without noise.
// These figures come from the description of the environment, not from this program.
import { describe, expect, test } from "vitest";
import { balanceSheet } from "../../src/ledger/balance-sheet.ts";
import { formatPlainUsd } from "../../src/std/money.ts";
import { play } from "../support/play.ts";

const passing = play(() => undefined, { protocol: { noise: false } });
const { company } = passing.episode;
const { journal } = company;
const cashAtEndOf = (month: number): string => formatPlainUsd(balanceSheet(journal, month).cash);

describe("without noise and without a raise", () => {
  test.each<[month: number, borrowers: number, amounts: Record<string, string>]>([
    [
      0,
      5027,
      {
        lending: "1445000.00",
        principalBilled: "1666666.67",
        principalCollected: "1616666.67",
        interestBilled: "208333.33",
        interestCollected: "202083.33",
        provision: "141958.33",
        chargeOff: "222222.22",
        costAccrued: "54166.67",
        costPaid: "0.00",
        taxAccrued: "2563.75",
        taxPaid: "0.00",
      },
    ],
    [
      1,
      5053,
      {
        lending: "1441345.00",
        principalBilled: "1651870.37",
        principalCollected: "1650814.26",
        interestBilled: "211852.37",
        interestCollected: "211559.30",
        provision: "142184.74",
        chargeOff: "213304.01",
        costAccrued: "55081.62",
        costPaid: "54166.67",
        taxAccrued: "3063.06",
        taxPaid: "0.00",
      },
    ],
    [
      2,
      5080,
      {
        lending: "1457455.00",
        principalBilled: "1637742.72",
        principalCollected: "1638134.87",
        interestBilled: "212087.68",
        interestCollected: "212071.83",
        provision: "142483.61",
        chargeOff: "205401.87",
        costAccrued: "55142.80",
        costPaid: "55081.62",
        taxAccrued: "3036.87",
        taxPaid: "8663.68",
      },
    ],
  ])("month %i runs as described", (month, borrowers, expected) => {
    const amounts = company.months[month];
    expect(amounts?.borrowers).toBe(borrowers);
    const printed = Object.fromEntries(
      Object.keys(expected).map((key) => [key, formatPlainUsd(amounts?.[key as "lending"] ?? Number.NaN)]),
    );
    expect(printed).toEqual(expected);
  });

  test.each<[month: number, cash: string, loans: string, allowance: string, billed: string]>([
    [0, "15373750.00", "49556111.11", "1919736.11", "56250.00"],
    [1, "15740611.89", "49132281.73", "1848616.84", "57599.18"],
    [2, "16069618.29", "48746592.14", "1785698.58", "57222.88"],
  ])("month %i ends with the balances described", (month, cash, loans, allowance, billed) => {
    const sheet = balanceSheet(journal, month);
    expect(formatPlainUsd(sheet.cash)).toBe(cash);
    expect(formatPlainUsd(sheet.loans)).toBe(loans);
    expect(formatPlainUsd(sheet.allowance)).toBe(allowance);
    expect(formatPlainUsd(sheet.billedPrincipal + sheet.billedInterest)).toBe(billed);
  });

  test("cash peaks in month 8, shrinks through months 30 and 31, and is overdrawn in month 32", () => {
    const cash = company.months.map(({ month }) => balanceSheet(journal, month).cash);
    expect(cash.indexOf(Math.max(...cash))).toBe(8);
    expect([8, 30, 31, 32].map(cashAtEndOf)).toEqual(["17718031.49", "3770508.43", "1231079.03", "-873005.35"]);
    expect(passing).toMatchObject({ ending: "bankrupt", months: 32 });
  });

  test("the fatal month is posted in full", () => {
    expect(company.months).toHaveLength(33);
    expect(journal.entriesBetween(32, 32).map((entry) => entry.memo)).toContain("Income tax paid");
  });
});
