import { describe, expect, test } from "vitest";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { CLOSE, episodeAt, newEpisode, nextMonth, numbersIn, project, raise } from "../support/play.ts";

const FULL = {
  growth_pct_month: 0.5363,
  gross_margin_pct: 31.86,
  ebitda_margin_pct: 5.86,
  collection_rate: 0.97,
  lending_rate_pct: 5,
};

describe("a projection", () => {
  test("of the first month under the world's own figures is the worked example's", () => {
    const { text, data } = newEpisode().desk.call(project({ horizon_months: 1, ...FULL }));
    expect(data).toMatchObject({
      months: [0],
      opening_cash_usd: [15_000_000],
      lending_usd: [-1_445_000],
      collections_usd: [1_818_750],
      operating_cost_usd: [0],
      debt_service_usd: [0],
      tax_usd: [0],
      raise_usd: [0],
      closing_cash_usd: [15_373_750],
      assumptions: FULL,
    });
    expect(text).toMatch(/^m0 +15,000,000\.00 +\(1,445,000\.00\) +1,818,750\.00 .* 15,373,750\.00$/m);
  });

  test("begins after the last closed month, whatever has happened since", () => {
    const episode = episodeAt(6, { seed: 2 }, (desk, month) => {
      if (month === 3) desk.call(CLOSE);
      if (month === 4) desk.call(raise("equity", 5e7));
    });
    const answer = episode.desk.call(project({ horizon_months: 4, ...FULL }));
    expect(numbersIn(answer, "months")).toEqual([3, 4, 5, 6]);
    expect(numbersIn(answer, "raise_usd")).toEqual([0, 0, 0, 0]);
    const twin = episodeAt(6, { seed: 2 }, (desk, month) => {
      if (month === 3) desk.call(CLOSE);
    });
    expect(twin.desk.call(project({ horizon_months: 4, ...FULL }))).toEqual(answer);
  });

  test("takes a missing assumption as the mean of the last three closed months", () => {
    const episode = episodeAt(7, { seed: 5 }, (desk, month) => {
      if (month === 6) desk.call(CLOSE);
    });
    const { data } = episode.desk.call(project({ horizon_months: 2, collection_rate: 0.9 }));
    const { assumptions } = data as { assumptions: Readonly<Record<string, number>> };
    const { company } = episode;
    const mean = (valueOf: (month: number) => number): number =>
      [3, 4, 5].reduce((sum, month) => sum + valueOf(month), 0) / 3;
    const income = (month: number) => incomeStatement(company.journal, month);
    expect(assumptions["collection_rate"]).toBe(0.9);
    expect(assumptions["gross_margin_pct"]).toBeCloseTo(
      mean((month) => (100 * income(month).grossProfit) / income(month).revenue),
      9,
    );
    expect(assumptions["ebitda_margin_pct"]).toBeCloseTo(
      mean((month) => (100 * income(month).ebitda) / income(month).revenue),
      9,
    );
    expect(assumptions["lending_rate_pct"]).toBeCloseTo(
      mean((month) => (1200 * income(month).revenue) / company.positionAtEndOf(month - 1).loans),
      9,
    );
    expect(assumptions["growth_pct_month"]).toBeCloseTo(
      mean(
        (month) => 100 * (company.positionAtEndOf(month).borrowers / company.positionAtEndOf(month - 1).borrowers - 1),
      ),
      9,
    );
  });

  test("with one month closed takes that month's figures", () => {
    const episode = episodeAt(2, {}, (desk, month) => {
      if (month === 1) desk.call(CLOSE);
    });
    const { data } = episode.desk.call(project({ horizon_months: 1 }));
    const { assumptions } = data as { assumptions: Readonly<Record<string, number>> };
    const first = episode.company.months[0];
    const billed = (first?.principalBilled ?? 0) + (first?.interestBilled ?? 0);
    const collected = (first?.principalCollected ?? 0) + (first?.interestCollected ?? 0);
    expect(assumptions["collection_rate"]).toBeCloseTo(collected / billed, 12);
  });

  test("lets planned equity arrive in full at the start of its month", () => {
    const { desk } = newEpisode();
    const plan = { planned_raise: { month: 2, amount_usd: 1_000_000, instrument: "equity" } };
    const [without, planned] = [{}, plan].map((extra) => desk.call(project({ horizon_months: 4, ...FULL, ...extra })));
    expect(planned === undefined ? [] : numbersIn(planned, "raise_usd")).toEqual([0, 0, 1_000_000, 0]);
    const [before, after] = [without, planned].map((one) =>
      one === undefined ? [] : numbersIn(one, "closing_cash_usd"),
    );
    expect(after?.map((usd, index) => Math.round((usd - (before?.[index] ?? 0)) * 100) / 100)).toEqual([
      0, 0, 1_000_000, 1_000_000,
    ]);
  });

  test("lets a planned note bear the assumed lending rate from its month on", () => {
    const plan = { planned_raise: { month: 1, amount_usd: 1_200_000, instrument: "debt" } };
    const answer = newEpisode().desk.call(project({ horizon_months: 4, ...FULL, ...plan }));
    expect(numbersIn(answer, "raise_usd")).toEqual([0, 1_200_000, 0, 0]);
    expect(numbersIn(answer, "debt_service_usd")).toEqual([0, -5_000, -5_000, -5_000]);
  });

  test("serves the notes that are on the closed books, and none that came later", () => {
    const episode = newEpisode({ protocol: { delay: false }, seed: 0 });
    nextMonth(episode, raise("debt", 12e6));
    expect(episode.company.notesOutstanding).toBeGreaterThan(0);
    nextMonth(episode, CLOSE);
    const interest = (episode.company.months[0]?.noteInterest ?? 0) / 100;
    const known = episode.desk.call(project({ horizon_months: 3, ...FULL }));
    expect(numbersIn(known, "debt_service_usd")).toEqual([-interest, -interest, -interest]);
    const unaware = newEpisode({ protocol: { delay: false, exclusivity: false }, seed: 0 });
    unaware.desk.call(raise("debt", 12e6));
    expect(numbersIn(unaware.desk.call(project({ horizon_months: 2, ...FULL })), "debt_service_usd")).toEqual([0, 0]);
  });

  test("repays a note 72 months after it settled, and no month is too late to project", () => {
    const rich = (month: number, protocol = { delay: false }) =>
      episodeAt(month, { protocol }, (desk, now) => {
        if (now === 0) desk.call(raise("debt", 12e6));
        else if (now === month - 1) desk.call(CLOSE);
        else desk.call(raise("equity", 1e9));
      });
    const repaying = rich(71);
    const service = numbersIn(repaying.desk.call(project({ horizon_months: 4, ...FULL })), "debt_service_usd");
    const principal = repaying.company.notesOutstanding / 100;
    expect(service.map((usd) => usd === -principal)).toEqual([false, false, true, false]);
    expect(service[3]).toBe(0);
    const late = rich(131);
    expect(numbersIn(late.desk.call(project({ horizon_months: 24 })), "months").at(-1)).toBe(153);
  });
});
