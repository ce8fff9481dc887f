// Money raised: what the market grants is the rule's chance against the tape, and what arrives is what is booked.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Settlement } from "../../src/env/contract.ts";
import type { Episode } from "../../src/env/episode.ts";
import { fundingTotals, survivorScore } from "../../src/env/truth.ts";
import { balanceSheet, bookEquity } from "../../src/ledger/balance-sheet.ts";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { plans, protocols, seeds } from "../support/arbitraries.ts";
import { decides } from "../support/plan-play.ts";
import { type Decider, type PlayOptions, play, raise } from "../support/play.ts";
import { SCENARIO } from "../support/scenario.ts";

const macroOf = (month: number) => SCENARIO.macro[month] ?? Object.assign({}, SCENARIO.macro[0], { month: Number.NaN });
const amounts = fc.array(
  fc.record({
    instrument: fc.constantFrom("equity" as const, "debt" as const),
    usd: fc.oneof(fc.constantFrom(1, 5e6, 2e7), fc.double({ min: 1, max: 1e10, noNaN: true })),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Asks in every month in which nothing is pending, for one amount after the other. */
function asks(
  list: readonly { instrument: "equity" | "debt"; usd: number }[],
  before: Decider = () => undefined,
): Decider {
  return (desk, month, episode) => {
    before(desk, month, episode);
    const next = list[month % list.length];
    if (desk.opening.data.pending === null && next !== undefined) desk.call(raise(next.instrument, next.usd));
  };
}

describe("a request", () => {
  test("succeeds exactly where the tape's draw is below the rule's chance", () => {
    let decided = 0;
    fc.assert(
      fc.property(amounts, seeds, fc.boolean(), (list, seed, delay) => {
        const tape = drawTape(seed);
        const expected = new Map<number, boolean>();
        const decide = asks(list, (_desk, month, episode) => {
          const kind = list[month % list.length]?.instrument ?? "equity";
          expected.set(month, (tape[month]?.outcome ?? 1) < chanceOf(kind, episode, month));
        });
        const { company } = play(decide, { seed, protocol: { delay } }).episode;
        for (const past of company.history) {
          expect(past.outcome === "settled").toBe(expected.get(past.request.month));
          decided += 1;
        }
      }),
      { numRuns: 25 },
    );
    expect(decided).toBeGreaterThan(50);
  });

  test("that settles is priced on the market and the books of the settling month", () => {
    fc.assert(
      fc.property(amounts, seeds, (list, seed) => {
        const { episode, openings } = play(asks(list), { seed });
        let shares = 10_500_000;
        for (const { data } of openings) {
          if (data.settlement?.outcome !== "settled") continue;
          const before = balanceSheet(episode.company.journal, data.month - 1);
          const macro = macroOf(data.month);
          if (data.settlement.instrument === "equity") {
            const perShare = before.totalEquity / shares / (6_300_000_000 / 10_500_000);
            const price = Math.max(0.01, 10 * (macro.pe_ratio / macroOf(0).pe_ratio) * perShare);
            expect(data.settlement.sharePriceUsd).toBeCloseTo(price, 9);
            expect(data.settlement.shares).toBe(Math.floor(data.settlement.amountUsd / data.settlement.sharePriceUsd));
            shares += data.settlement.shares;
          } else {
            const leverage = before.notesPayable / Math.max(before.totalEquity, 100);
            const rate = macro.treasury_2y + macro.baa_yield + 5 * Math.max(0, leverage - 0.5);
            expect(data.settlement.ratePct).toBeCloseTo(rate, 9);
          }
        }
        expect(episode.company.sharesOutstanding).toBe(shares);
      }),
      { numRuns: 25 },
    );
  });

  test("fills 70 to 100 % of what was asked, in the hardened rules of at most 40 % of the loans", () => {
    fc.assert(
      fc.property(amounts, seeds, (list, seed) => {
        for (const ruleset of ["paper", "hardened"] as const) {
          const { company } = play(asks(list), { seed, protocol: { ruleset } }).episode;
          for (const past of company.history) {
            const { loans } = balanceSheet(company.journal, past.request.month - 1);
            const base = ruleset === "paper" ? past.request.askedCents : Math.min(past.request.askedCents, 0.4 * loans);
            expect(past.request.filledCents).toBeGreaterThanOrEqual(Math.floor(0.7 * base));
            expect(past.request.filledCents).toBeLessThanOrEqual(Math.ceil(base));
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe("what was raised", () => {
  test("is the sum of what players were told had settled, and of what the books received", () => {
    fc.assert(
      fc.property(amounts, seeds, (list, seed) => {
        const { episode, openings } = play(asks(list), { seed });
        const settled = openings.flatMap(({ data }) =>
          data.settlement?.outcome === "settled" ? [data.settlement] : [],
        );
        const totals = fundingTotals(episode.company);
        const cents = settled.reduce(
          (sum, one: Settlement & { amountUsd: number }) => sum + Math.round(one.amountUsd * 100),
          0,
        );
        expect(totals.raisedCents).toBe(cents);
        expect(totals.equityRounds).toBe(settled.filter((one) => one.instrument === "equity").length);
        expect(totals.debtRounds).toBe(settled.filter((one) => one.instrument === "debt").length);
        const { journal } = episode.company;
        const issued = 0 - journal.balance("commonStock") - 6_300_000_000;
        const notes = episode.company.history.flatMap((past) =>
          past.outcome === "settled" && past.instrument === "debt" ? [past.amountCents] : [],
        );
        expect(totals.raisedCents).toBe(issued + notes.reduce((sum, amount) => sum + amount, 0));
      }),
      { numRuns: 20 },
    );
  });
});

describe("without delay", () => {
  test("a request comes back in the month it is made, so that nothing is ever pending or settles at an opening", () => {
    fc.assert(
      fc.property(plans(), seeds, (plan, seed) => {
        const { episode, openings } = play(decides(plan), { seed, protocol: { delay: false } });
        expect(openings.every(({ data }) => data.pending === null && data.settlement === null)).toBe(true);
        for (const past of episode.company.history) expect(past.month).toBe(past.request.month);
      }),
      { numRuns: 10 },
    );
  });
});

describe("without noise", () => {
  test("the months of two seeds differ in what is raised alone", () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        const [a, b] = [one, other].map((seed) => play(() => undefined, { seed, protocol: { noise: false } }));
        expect(a?.episode.company.months).toEqual(b?.episode.company.months);
      }),
      { numRuns: 5 },
    );
  });
});

describe("the score of a survivor", () => {
  test("is 5 × the revenue of the last twelve months + cash − $5,000 a look, hardened less the notes", () => {
    let scored = 0;
    fc.assert(
      fc.property(plans(12), protocols, seeds, fc.integer({ min: 1, max: 132 }), (plan, protocol, seed, horizon) => {
        const options: PlayOptions = { protocol: { ...protocol, horizon }, seed };
        const { episode, ending } = play(decides(plan), options);
        if (ending === "bankrupt") return;
        const { journal } = episode.company;
        let revenue = 0;
        for (let month = Math.max(0, horizon - 12); month < horizon; month += 1) {
          revenue += incomeStatement(journal, month).revenue;
        }
        const sheet = balanceSheet(journal, horizon - 1);
        const debt = protocol.ruleset === "hardened" ? sheet.notesPayable : 0;
        const score = survivorScore(episode);
        expect(score.beforeTools).toBe(5 * revenue + sheet.cash - debt);
        expect(score.total).toBe(score.beforeTools - 500_000 * episode.counts.toolCalls);
        scored += 1;
      }),
      { numRuns: 20 },
    );
    expect(scored).toBeGreaterThan(3);
  });
});

/** The chance of a request, written from the rules a second time. */
function chanceOf(kind: "equity" | "debt", { company }: Episode, month: number): number {
  const macro = macroOf(month);
  if (kind === "equity") {
    const rounds = fundingTotals(company).equityRounds;
    return Math.min(0.98, Math.max(0.05, 0.98 - 0.008 * Math.max(0, macro.vix - 12))) * 0.75 ** rounds;
  }
  const leverage = company.notesOutstanding / Math.max(bookEquity(company.journal), 100);
  const appetite = Math.min(0.98, Math.max(0.05, 0.85 - 0.1 * macro.sofr));
  return appetite * Math.max(0, 1 - 1.5 * Math.max(0, leverage - 0.5));
}
