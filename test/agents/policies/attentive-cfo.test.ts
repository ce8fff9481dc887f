import { describe, expect, test } from "vitest";
import { createScripted } from "../../../src/agents/scripted.ts";
import type { Desk, OpeningData, ToolCall, ToolResult } from "../../../src/env/contract.ts";
import { uniformStream } from "../../../src/std/random.ts";
import { play } from "../../support/play.ts";
import { playScripted, scripted } from "../../support/play-agent.ts";

const PLAYER = scripted("attentive-cfo");
const NO_CHANCE = { uniform: (name: string) => uniformStream(0, name) };

/** A month as the desk saw it: what it opened with, the calls it got and what it answered. */
interface Month {
  readonly opening: OpeningData;
  readonly calls: ToolCall[];
  readonly results: ToolResult[];
}

function playedMonths(seed = 0): Month[] {
  const months: Month[] = [];
  const agent = createScripted(PLAYER, NO_CHANCE);
  play(
    (desk) => {
      const month: Month = { opening: desk.opening.data, calls: [], results: [] };
      months.push(month);
      const keep = (call: ToolCall, result: ToolResult) => {
        month.calls.push(call);
        month.results.push(result);
      };
      void agent.playMonth(watched(desk, keep));
    },
    { seed },
  );
  return months;
}

function watched(desk: Desk, onCall: (call: ToolCall, result: ToolResult) => void, isMute = false): Desk {
  return {
    opening: isMute ? { text: "", data: desk.opening.data } : desk.opening,
    rules: desk.rules,
    tools: desk.tools,
    get isMonthDecided() {
      return desk.isMonthDecided;
    },
    call: (call) => {
      const result = desk.call(call);
      onCall(call, result);
      return isMute ? { ...result, text: "" } : result;
    },
  };
}

describe("the attentive CFO", () => {
  test("reads no prose: without a word it decides the same", () => {
    const agent = createScripted(PLAYER, NO_CHANCE);
    const mute = play((desk) => {
      void agent.playMonth(watched(desk, () => undefined, true));
    });
    expect(mute.hashes).toEqual(playScripted(PLAYER).hashes);
  });

  test("closes the books at least every sixth month, and reads them after", () => {
    const months = playedMonths();
    const closings = months.flatMap((month, index) => (has(month, "book_closing") ? [index] : []));
    const gaps = closings.slice(1).map((month, index) => month - (closings[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6);
    for (const after of closings.flatMap((closing) => months[closing + 1] ?? [])) {
      expect(has(after, "review_financial_records")).toBe(true);
    }
  });

  test("while a request is pending it looks at nothing but the books", () => {
    const waiting = playedMonths().filter(({ opening }) => opening.pending !== null);
    expect(waiting.length).toBeGreaterThan(10);
    const names = new Set(waiting.flatMap(({ calls }) => calls.map(({ name }) => name)));
    expect([...names].sort()).toEqual(["book_closing", "pass", "review_financial_records"]);
  });

  test("reads the market in every other month, and projects only what the last projection does not tell", () => {
    let told: { closedThrough: number | null; growthPct: number } | undefined;
    for (const month of playedMonths().filter(({ opening }) => opening.pending === null)) {
      const { closedThrough, month: index } = month.opening;
      const growthPct = marketGrowthPct(month);
      const isTold = told?.closedThrough === closedThrough && growthPct <= told.growthPct;
      const projection = month.calls.find(({ name }) => name === "conduct_cashflow_projection");
      expect(projection === undefined, `month ${index}`).toBe(isTold);
      if (projection !== undefined) told = { closedThrough, growthPct: assumedGrowthPct(projection) };
      if (has(month, "fund_raising_request")) told = undefined;
    }
  });

  test.each([
    ["within five look-ups a month", { toolBudget: 5 }],
    ["with twenty-five", { toolBudget: 25 }],
    ["without exclusivity", { exclusivity: false }],
    ["without delay", { delay: false }],
    ["without noise", { noise: false }],
    ["under hardened rules", { ruleset: "hardened" }],
  ] as const)("survives most of 8 seeds, without one refusal, %s", (_what, protocol) => {
    const played = Array.from({ length: 8 }, (_, seed) => playScripted(PLAYER, { protocol, seed }));
    expect(played.filter(({ survived }) => survived).length).toBeGreaterThanOrEqual(7);
    expect(played.map(({ episode: { counts } }) => counts.refusedCalls + counts.refusedRequests)).toEqual(
      Array.from({ length: 8 }, () => 0),
    );
  });

  test("asks before the second surge empties the till, and again before the third", () => {
    const asked = playedMonths().flatMap((month, index) => (has(month, "fund_raising_request") ? [index] : []));
    expect(asked.filter((month) => month <= 26).length).toBeGreaterThanOrEqual(1);
    expect(asked.filter((month) => month > 26 && month <= 56).length).toBeGreaterThanOrEqual(1);
  });

  test("without a single look-up still closes its books and does not fall over", () => {
    const { episode, months } = playScripted(PLAYER, { protocol: { toolBudget: 0 } });
    expect(months).toBeGreaterThan(25);
    expect(episode.counts.closings).toBeGreaterThan(5);
  });
});

function has({ calls }: Month, name: string): boolean {
  return calls.some((call) => call.name === name);
}

/** What the market showed this month. */
function marketGrowthPct({ calls, results }: Month): number {
  const read = results[calls.findIndex(({ name }) => name === "analyze_market_conditions")];
  const { industry_user_growth: growth } = read?.data as { readonly industry_user_growth: readonly [number] };
  return growth[0];
}

function assumedGrowthPct(projection: ToolCall): number {
  return (projection.arguments as { readonly growth_pct_month: number }).growth_pct_month;
}
