// Every policy through a real episode: what it does with its parameters shows in what became of the company.
import { describe, expect, test } from "vitest";
import { POLICY_NAMES } from "../../../src/agents/scripted.ts";
import type { PlayOptions } from "../../support/play.ts";
import { playScripted, scripted } from "../../support/play-agent.ts";

const QUIET: PlayOptions = { protocol: { noise: false } };

type Row = readonly [
  policy: string,
  params: object,
  options: PlayOptions,
  months: number,
  requests: number,
  closings: number,
  toolCalls: number,
];

const ROWS: readonly Row[] = [
  ["never-raise", {}, QUIET, 32, 0, 0, 0],
  ["raise-once", {}, QUIET, 58, 1, 0, 0],
  ["raise-once", { month: 7 }, QUIET, 59, 1, 0, 0],
  ["raise-once", { month: 40 }, QUIET, 32, 0, 0, 0],
  ["raise-always", {}, QUIET, 132, 36, 0, 0],
  ["raise-always", { instrument: "debt" }, QUIET, 75, 23, 0, 0],
  ["raise-when-low", {}, QUIET, 59, 2, 0, 54],
  ["raise-when-low", { belowCashUsd: 0 }, QUIET, 32, 0, 0, 33],
  ["raise-when-low", {}, { protocol: { toolBudget: 0, noise: false } }, 32, 0, 0, 0],
  ["random", { maxLooks: 0 }, QUIET, 132, 21, 25, 0],
  ["attentive-cfo", {}, QUIET, 132, 5, 43, 252],
  ["attentive-cfo", { closeEveryMonths: 12 }, QUIET, 132, 4, 10, 166],
  ["attentive-cfo", { roundUsd: 1 }, QUIET, 132, 15, 41, 230],
];

describe("a policy through an episode", () => {
  test.each(ROWS)(
    "%s %j under %j lives %i months with %i requests, %i closings and %i look-ups",
    (policy, params, options, months, requests, closings, toolCalls) => {
      const played = playScripted(scripted(policy, params), options);
      const { counts } = played.episode;
      expect([played.months, counts.requests, counts.closings, counts.toolCalls]).toEqual([
        months,
        requests,
        closings,
        toolCalls,
      ]);
      expect(counts).toMatchObject({ refusedRequests: policy === "random" ? 10 : 0, forcedPasses: 0 });
    },
  );

  test("every policy has a row", () => {
    expect([...new Set(ROWS.map(([policy]) => policy))].sort()).toEqual([...POLICY_NAMES].sort());
  });

  test.each(POLICY_NAMES)("%s says why, every month", (policy) => {
    const { whys, months } = playScripted(scripted(policy), QUIET);
    expect(whys.length).toBeGreaterThanOrEqual(months);
    expect(whys.filter((why) => why.length < 5)).toEqual([]);
  });

  test.each(POLICY_NAMES)("%s decides the same way twice", (policy) => {
    const [once, again] = [playScripted(scripted(policy)), playScripted(scripted(policy))];
    expect(again.hashes).toEqual(once.hashes);
  });
});
