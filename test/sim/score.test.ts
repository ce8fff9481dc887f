import { expect, test } from "vitest";
import { Company } from "../../src/sim/company.ts";
import { scoreOfSurvivor } from "../../src/sim/score.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { SCENARIO } from "../support/scenario.ts";

/** A company after `months` months that took a note of 70 % of $10M in the first. */
function indebted(months: number): Company {
  const tape = drawTape(0).map((month) => ({ ...month, outcome: 0, fill: 0 }));
  const company = new Company(SCENARIO.macro, tape, { ruleset: "paper", delay: false, noise: false });
  company.request(0, "debt", 1_000_000_000);
  for (let month = 0; month < months; month += 1) company.operate(month);
  return company;
}

test("a short game counts the revenue of the months there are", () => {
  const score = scoreOfSurvivor(indebted(1), 1, "paper", 0);
  expect(score.trailingRevenue).toBe(20_833_333);
  expect(score.beforeTools).toBe(5 * 20_833_333 + score.cash);
});

test("a longer one counts the last twelve", () => {
  const company = indebted(20);
  const revenue = company.months.slice(8).reduce((sum, month) => sum + month.interestBilled, 0);
  expect(scoreOfSurvivor(company, 20, "paper", 0).trailingRevenue).toBe(revenue);
});

test("each answered look costs $5,000, and nothing floors the score", () => {
  const company = indebted(2);
  const [free, dear] = [0, 100_000].map((looks) => scoreOfSurvivor(company, 2, "paper", looks).total);
  expect((free ?? 0) - (dear ?? 0)).toBe(100_000 * 500_000);
  expect(dear).toBeLessThan(0);
});

test("the hardened rules subtract the notes outstanding", () => {
  const company = indebted(3);
  const [paper, hardened] = (["paper", "hardened"] as const).map((ruleset) => scoreOfSurvivor(company, 3, ruleset, 0));
  expect(paper?.notesOutstanding).toBe(700_000_000);
  expect((paper?.total ?? 0) - (hardened?.total ?? 0)).toBe(700_000_000);
});
