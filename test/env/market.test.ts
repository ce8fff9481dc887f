import { describe, expect, test } from "vitest";
import { episodeAt, market, newEpisode, numbersIn } from "../support/play.ts";
import { SCENARIO, scenarioWith } from "../support/scenario.ts";

describe("market data", () => {
  test("are as published up to this month, the last twelve by default", () => {
    const answer = episodeAt(20).desk.call(market({ indicators: ["vix", "cpi_index"] }));
    expect(numbersIn(answer, "months")).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(numbersIn(answer, "vix")).toEqual(SCENARIO.macro.slice(9, 21).map((month) => Number(month.vix.toFixed(2))));
    expect(numbersIn(answer, "cpi_index")).toEqual(
      SCENARIO.macro.slice(9, 21).map((month) => Number(month.cpi_index.toFixed(1))),
    );
  });

  test("have two decimals, indices one", () => {
    const { text } = newEpisode().desk.call(market({ indicators: ["vix", "gdp_index", "industry_user_growth"] }));
    expect(text.split("\n").at(-1)).toMatch(/^m0 Jan 2xx0 +19\.12 +100\.0 +0\.54$/);
  });

  test("carry no sign where they round to zero", () => {
    const scenario = scenarioWith(() => ({ industry_user_growth: -0.000167 }));
    const answer = newEpisode({ scenario }).desk.call(market({ indicators: ["industry_user_growth"] }));
    expect(answer.text).not.toContain("-0.00");
    expect(Object.is(numbersIn(answer, "industry_user_growth")[0], 0)).toBe(true);
  });

  test("name every published series and nothing that drives the company behind the scenes", () => {
    const { desk } = newEpisode();
    const published = Object.keys(SCENARIO.macro[0] ?? {}).filter(
      (name) =>
        !["month", "label", "base_growth_pct", "gross_margin_pct", "ebitda_margin_pct", "surge_pct", "regime"].includes(
          name,
        ),
    );
    expect(published).toHaveLength(16);
    for (const name of published) expect(desk.call(market({ indicators: [name] })).isError).toBe(false);
  });
});
