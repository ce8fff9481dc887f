import { describe, expect, test } from "vitest";
import { AssertionError } from "../../src/std/assert.ts";
import { centsOfUsd, formatPlainUsd, formatUsd, roundCents, usdOfCents } from "../../src/std/money.ts";

describe("rounding to cents", () => {
  test.each([
    [0.4, 0],
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [-0.4, 0],
    [-0.5, 0],
    [-0.6, -1],
    [-1.5, -1],
    [1e15 + 0.5, 1e15 + 1],
  ])("%d gives %d", (amount, cents) => {
    expect(roundCents(amount)).toBe(cents);
  });

  test("never gives a minus zero", () => {
    expect(Object.is(roundCents(-0.2), 0)).toBe(true);
  });

  test.each([[Number.NaN], [Infinity], [-Infinity], [2 ** 53]])("refuses %d", (amount) => {
    expect(() => roundCents(amount)).toThrow(AssertionError);
  });
});

describe("dollars", () => {
  test.each([
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [-1234.5, -123_450],
    [15_000_000, 1_500_000_000],
  ])("%d are %d cents and back", (usd, cents) => {
    expect(centsOfUsd(usd)).toBe(cents);
    expect(usdOfCents(cents)).toBe(usd);
  });
});

describe("an amount is written", () => {
  test.each([
    [0, "0.00", "0.00"],
    [5, "0.05", "0.05"],
    [-5, "-0.05", "(0.05)"],
    [99_999, "999.99", "999.99"],
    [100_000, "1000.00", "1,000.00"],
    [-123_456_789, "-1234567.89", "(1,234,567.89)"],
  ])("%d cents as %s in files and as %s for people", (cents, plain, pretty) => {
    expect([formatPlainUsd(cents), formatUsd(cents)]).toEqual([plain, pretty]);
  });
});
