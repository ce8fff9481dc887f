import { describe, expect, test } from "vitest";
import { newEpisode, nextMonth, PASS, play } from "../support/play.ts";
import { scenarioWith } from "../support/scenario.ts";

/** A first month that lends nearly everything there is: what is left hangs on the interest billed, in cents. */
function nearlyBroke(interestBilledCents: number) {
  const scenario = scenarioWith(() => ({
    base_growth_pct: 30.9,
    surge_pct: 0,
    treasury_2y: (interestBilledCents * 1200) / 5_000_000_000,
    baa_yield: 0,
  }));
  return newEpisode({ scenario, protocol: { noise: false } });
}

describe("the end of a month", () => {
  test.each<[interestBilledCents: number, cash: number, kind: string]>([
    [859_107, 1, "next"],
    [859_106, 0, "next"],
    [859_105, -1, "terminated"],
  ])("with %i cents of interest billed leaves %i cents: %s", (interestBilledCents, cash, kind) => {
    const episode = nearlyBroke(interestBilledCents);
    episode.desk.call(PASS);
    const step = episode.step();
    expect(episode.company.months[0]?.interestBilled).toBe(interestBilledCents);
    expect(episode.company.cash).toBe(cash);
    expect(step.kind).toBe(kind);
    if (step.kind === "terminated") expect(step).toMatchObject({ ending: "bankrupt", months: 0 });
  });
});

describe("the end of the game", () => {
  test.each([1, 2, 24])(
    "comes after month %i of a horizon as long, and all its months count as survived",
    (horizon) => {
      const { episode, ending, months } = play(() => undefined, { protocol: { horizon } });
      expect([ending, months]).toEqual(["survived", horizon]);
      expect(episode.company.months).toHaveLength(horizon);
    },
  );

  test("in bankruptcy counts the months before the fatal one, which is on the books", () => {
    const { episode, ending, months, decisions } = play(() => undefined);
    expect(ending).toBe("bankrupt");
    expect(episode.company.months).toHaveLength(months + 1);
    expect(decisions).toHaveLength(months + 1);
    expect(() => nextMonth(episode)).toThrow("the game has ended");
  });

  test("never lies past the world's last month", () => {
    expect(() => newEpisode({ protocol: { horizon: 133 } })).toThrow("past the world's last month");
  });
});
