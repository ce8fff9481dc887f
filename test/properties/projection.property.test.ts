// A projection is the rule of a month run ahead: where the world does what is assumed, it comes true to the cent.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balanceSheet } from "../../src/ledger/balance-sheet.ts";
import { centsOfUsd } from "../../src/std/money.ts";
import { CLOSE, episodeAt, newEpisode, nextMonth, numbersIn, PASS, project, raise } from "../support/play.ts";
import { scenarioWith } from "../support/scenario.ts";

const constants = fc.record({
  growth: fc.double({ min: -5, max: 8, noNaN: true }),
  gross: fc.double({ min: 10, max: 80, noNaN: true }),
  ebitda: fc.double({ min: 0, max: 60, noNaN: true }),
  rate: fc.double({ min: 0, max: 20, noNaN: true }),
});

interface Constants {
  readonly growth: number;
  readonly gross: number;
  readonly ebitda: number;
  readonly rate: number;
}

const worldOf = ({ growth, gross, ebitda, rate }: Constants) =>
  scenarioWith(() => ({
    base_growth_pct: growth,
    surge_pct: 0,
    gross_margin_pct: gross,
    ebitda_margin_pct: ebitda,
    treasury_2y: rate,
    baa_yield: 0,
  }));

const assumed = ({ growth, gross, ebitda, rate }: Constants) => ({
  growth_pct_month: growth,
  gross_margin_pct: gross,
  ebitda_margin_pct: ebitda,
  collection_rate: 0.97,
  lending_rate_pct: rate,
});

/** Months in which cash is not yet below zero in a projection: the company would not see the others. */
const solvent = (closing: readonly number[]): readonly number[] => {
  const end = closing.findIndex((usd) => usd < 0);
  return end === -1 ? closing : closing.slice(0, end + 1);
};

describe("in a world that stays as it is assumed, without noise", () => {
  test("the first projection names the cash of every month to come", () => {
    fc.assert(
      fc.property(constants, (world) => {
        const episode = newEpisode({ scenario: worldOf(world), protocol: { noise: false } });
        const answer = episode.desk.call(project({ horizon_months: 24, ...assumed(world) }));
        for (const [month, usd] of solvent(numbersIn(answer, "closing_cash_usd")).entries()) {
          nextMonth(episode);
          expect(balanceSheet(episode.company.journal, month).cash).toBe(centsOfUsd(usd));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("so does one from closed books with a note on them, and the request that is pending is left out", () => {
    fc.assert(
      fc.property(constants, fc.integer({ min: 1, max: 8 }), (world, usdMillions) => {
        const options = { scenario: worldOf(world), protocol: { noise: false, delay: false }, seed: 4 };
        const episode = newEpisode(options);
        nextMonth(episode, raise("debt", usdMillions * 1e6));
        while (episode.company.notesOutstanding === 0 && episode.month < 6)
          nextMonth(episode, raise("debt", usdMillions * 1e6));
        fc.pre(episode.company.notesOutstanding > 0);
        nextMonth(episode, CLOSE);
        const answer = episode.desk.call(project({ horizon_months: 18, ...assumed(world) }));
        const [first = 0] = numbersIn(answer, "months");
        expect(first).toBe(episode.month - 1);
        for (const [index, usd] of solvent(numbersIn(answer, "closing_cash_usd")).entries()) {
          if (first + index >= episode.month) nextMonth(episode, PASS);
          expect(balanceSheet(episode.company.journal, first + index).cash).toBe(centsOfUsd(usd));
        }
      }),
      { numRuns: 25 },
    );
  });

  test("the defaults are what the closed months show, and name the cash to come as well as the caller could", () => {
    const world = { growth: 0.5, gross: 35, ebitda: 8, rate: 6 };
    const episode = episodeAt(6, { scenario: worldOf(world), protocol: { noise: false, exclusivity: false } });
    episode.desk.call(CLOSE);
    const told = episode.desk.call(project({ horizon_months: 12 }));
    const exact = episode.desk.call(project({ horizon_months: 12, ...assumed(world) }));
    const [a, b] = [told, exact].map((answer) => numbersIn(answer, "closing_cash_usd"));
    for (const [index, usd] of (a ?? []).entries()) expect(Math.abs(usd - (b?.[index] ?? 0))).toBeLessThan(50_000);
  });
});

describe("any projection", () => {
  test("adds up: opening cash and the month's flows are closing cash, and months follow on each other", () => {
    const given = fc.record(
      {
        growth_pct_month: fc.constantFrom(-20, 0, 20),
        gross_margin_pct: fc.constantFrom(0, 50, 100),
        ebitda_margin_pct: fc.constantFrom(0, 100),
        collection_rate: fc.constantFrom(0.5, 1),
        lending_rate_pct: fc.constantFrom(0, 40),
        planned_raise: fc.record({
          month: fc.constantFrom(99, 103, 110),
          amount_usd: fc.constantFrom(1, 1e10),
          instrument: fc.constantFrom("equity" as const, "debt" as const),
        }),
      },
      { requiredKeys: [] },
    );
    const episode = episodeAt(100, { protocol: { exclusivity: false, toolBudget: 1000 }, seed: 1 }, (desk, month) => {
      if (desk.opening.data.pending === null && month < 60) desk.call(raise("equity", 1e8));
    });
    episode.desk.call(CLOSE);
    fc.assert(
      fc.property(given, fc.constantFrom(1, 24), (assumptions, months) => {
        const args = { ...assumptions, horizon_months: months };
        if (assumptions.planned_raise !== undefined && !fits(assumptions.planned_raise.month, months)) {
          delete args.planned_raise;
        }
        const answer = episode.desk.call(project(args));
        expect(answer.isError).toBe(false);
        const column = (key: string): readonly number[] => numbersIn(answer, key).map(centsOfUsd);
        const [opening, closing] = [column("opening_cash_usd"), column("closing_cash_usd")];
        const flows = ["lending", "collections", "operating_cost", "debt_service", "tax", "raise"].map((key) =>
          column(`${key}_usd`),
        );
        expect(opening[0]).toBe(balanceSheet(episode.company.journal, 99).cash);
        for (const [index, cents] of closing.entries()) {
          expect(cents).toBe(flows.reduce((sum, flow) => sum + (flow[index] ?? 0), opening[index] ?? 0));
          if (index > 0) expect(opening[index]).toBe(closing[index - 1]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

function fits(month: number, months: number): boolean {
  return month >= 100 && month < 100 + months;
}
