import jstat from "jstat";
import { expect, test } from "vitest";
import { binomialProbability, binomialTail } from "../../src/stats/binomial.ts";
import { chiSquareTail } from "../../src/stats/chi-square.ts";
import { incompleteBeta } from "../../src/stats/incomplete-beta.ts";
import { upperGamma } from "../../src/stats/incomplete-gamma.ts";
import { logGamma } from "../../src/stats/log-gamma.ts";
import { normalCdf, normalQuantile } from "../../src/stats/normal.ts";
import { studentTPValue, studentTQuantile, studentTTail } from "../../src/stats/student-t.ts";

/** Equal to about `digits` significant digits. */
function expectClose(actual: number, expected: number, digits = 12): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.abs(expected) * 10 ** -digits);
}

test("log gamma meets factorials and the half", () => {
  expectClose(logGamma(0.5), Math.log(Math.PI) / 2, 13);
  let logFactorial = 0;
  for (let n = 1; n <= 200; n += 1) {
    logFactorial += Math.log(n);
    expect(Math.abs(logGamma(n + 1) - logFactorial)).toBeLessThan(1e-13 * (1 + logFactorial));
  }
});

test("the incomplete gamma and beta functions meet their closed forms", () => {
  for (const x of [0.01, 0.5, 1, 3, 20, 200]) expectClose(upperGamma(1, x), Math.exp(-x));
  for (const x of [0.01, 0.3, 0.5, 0.99]) {
    expectClose(incompleteBeta(x, 1, 1), x);
    expectClose(incompleteBeta(x, 3, 1), x ** 3);
    expectClose(incompleteBeta(x, 1, 4), 1 - (1 - x) ** 4);
    expectClose(incompleteBeta(x, 0.5, 0.5), (2 / Math.PI) * Math.asin(Math.sqrt(x)));
  }
  expectClose(incompleteBeta(0.5, 500, 500), 0.5);
});

// Abramowitz & Stegun (1964), tables 26.1 and 26.5; tails by the digits of R's pnorm.
test.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [1.96, 0.9750021048517795],
  [-3, 0.0013498980316300946],
  [-10, 7.61985302416053e-24],
])("the normal distribution at %f is %f", (z, p) => {
  expectClose(normalCdf(z), p);
});

test.each([
  [0.5, 0],
  [0.8, 0.8416212335729143],
  [0.975, 1.959963984540054],
  [0.995, 2.5758293035489004],
  [1e-10, -6.361340902404056],
])("the normal quantile of %f is %f", (p, z) => {
  expectClose(normalQuantile(p), z);
});

// The printed table of Student's t, e.g. Fisher & Yates (1963), table III: two-sided 5 % and 1 %.
test.each([
  [1, 12.706, 63.657],
  [2, 4.303, 9.925],
  [4, 2.776, 4.604],
  [9, 2.262, 3.25],
  [19, 2.093, 2.861],
  [30, 2.042, 2.75],
  [120, 1.98, 2.617],
])("Student's t with %i degrees of freedom is %f two-sided at 0.05 and %f at 0.01", (df, five, one) => {
  expect(studentTQuantile(0.975, df)).toBeCloseTo(five, 3);
  expect(studentTQuantile(0.995, df)).toBeCloseTo(one, 3);
});

test("Student's t has closed forms at 1 and 2 degrees of freedom", () => {
  for (const p of [0.001, 0.2, 0.6, 0.9, 0.9999]) {
    expectClose(studentTQuantile(p, 1), Math.tan(Math.PI * (p - 0.5)), 10);
    expectClose(studentTQuantile(p, 2), (2 * p - 1) / Math.sqrt(2 * p * (1 - p)), 10);
  }
  expect(studentTTail(Infinity, 5)).toBe(0);
  expect(studentTPValue(0, 5)).toBe(1);
});

test("the chi-square tail has closed forms and printed critical values", () => {
  for (const x of [0.1, 2, 30, 900]) expectClose(chiSquareTail(x, 2), Math.exp(-x / 2));
  for (const z of [0.5, 2, 9]) expectClose(chiSquareTail(z * z, 1), 2 * normalCdf(-z));
  expect(chiSquareTail(3.841459, 1)).toBeCloseTo(0.05, 7);
  expect(chiSquareTail(11.0705, 5)).toBeCloseTo(0.05, 6);
  expect(chiSquareTail(0, 3)).toBe(1);
});

test("the binomial sums to one, and its tail is the sum", () => {
  for (const [n, p] of [
    [1, 0.3],
    [8, 0.5],
    [50, 0.08],
    [300, 0.7],
  ] as const) {
    let tail = 0;
    for (let k = n; k >= 0; k -= 1) {
      tail += binomialProbability(k, n, p);
      expectClose(binomialTail(k, n, p), tail, 10);
    }
    expectClose(tail, 1);
  }
  expect(binomialProbability(6, 8, 0.5)).toBeCloseTo(28 / 256, 14);
  expect(binomialProbability(3, 3, 1)).toBe(1);
});

// jstat holds about 8 digits in these functions, so no more is asked.
test("jstat agrees", () => {
  for (const df of [1, 3, 4, 19, 49, 200]) {
    for (const p of [0.01, 0.4, 0.9, 0.975, 0.9995]) {
      expectClose(studentTQuantile(p, df), jstat.studentt.inv(p, df), 6);
      expectClose(studentTTail(normalQuantile(p), df), 1 - jstat.studentt.cdf(normalQuantile(p), df), 6);
    }
    for (const x of [0.5, 3, 12]) expectClose(chiSquareTail(x, df), 1 - jstat.chisquare.cdf(x, df), 6);
  }
  for (const k of [0, 2, 5, 11]) expectClose(1 - binomialTail(k + 1, 12, 0.3), jstat.binomial.cdf(k, 12, 0.3), 8);
});
