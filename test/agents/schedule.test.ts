import { expect, test } from "vitest";
import { createSchedule } from "../../src/agents/schedule.ts";
import { playAgent } from "../support/play-agent.ts";

test("a schedule asks in its months, for its amounts, and passes in all others", () => {
  const schedule = [
    { month: 3, instrument: "debt", amountUsd: 1_000_000.25 },
    { month: 20, instrument: "equity", amountUsd: 20_000_000 },
  ] as const;
  const { episode, whys, decisions } = playAgent(createSchedule(schedule, "was told to"));
  const { company, counts } = episode;
  const asked = company.history.map(({ request: { month, instrument, askedCents } }) => [
    month,
    instrument,
    askedCents,
  ]);
  expect(asked).toEqual([
    [3, "debt", 100_000_025],
    [20, "equity", 2_000_000_000],
  ]);
  expect(counts).toMatchObject({ requests: 2, toolCalls: 0, closings: 0, refusedRequests: 0, forcedPasses: 0 });
  expect(whys[3]).toBe("was told to");
  expect(decisions.filter(({ action }) => action === "pass").length).toBe(decisions.length - 2);
});

test("a schedule that asks while a request is pending is refused like anybody", () => {
  const twice = [4, 5, 6, 7, 8, 9, 10].map((month) => ({ month, instrument: "equity" as const, amountUsd: 1e6 }));
  const { episode } = playAgent(createSchedule(twice, "asks every month"));
  expect(episode.counts.refusedRequests).toBeGreaterThan(0);
});
