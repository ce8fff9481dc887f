import { describe, expect, test } from "vitest";
import { createScripted } from "../../../src/agents/scripted.ts";
import type { Desk, ToolCall } from "../../../src/env/contract.ts";
import type { Protocol } from "../../../src/env/protocol.ts";
import { uniformStream } from "../../../src/std/random.ts";
import { play } from "../../support/play.ts";
import { playScripted, scripted } from "../../support/play-agent.ts";

const PLAYER = scripted("attentive-cfo");
const NO_CHANCE = { uniform: (name: string) => uniformStream(0, name) };

/** The calls of each month, as the desk got them. */
function callsByMonth(protocol: Partial<Protocol> = {}, seed = 0): ToolCall[][] {
  const calls: ToolCall[][] = [];
  const agent = createScripted(PLAYER, NO_CHANCE);
  play(
    (desk, month) => {
      calls[month] = [];
      void agent.playMonth(watched(desk, (call) => calls[month]?.push(call)));
    },
    { protocol, seed },
  );
  return calls;
}

function watched(desk: Desk, onCall: (call: ToolCall) => void, isMute = false): Desk {
  return {
    opening: isMute ? { text: "", data: desk.opening.data } : desk.opening,
    rules: desk.rules,
    tools: desk.tools,
    get isMonthDecided() {
      return desk.isMonthDecided;
    },
    call: (call) => {
      onCall(call);
      const result = desk.call(call);
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
    const calls = callsByMonth();
    const closings = calls.flatMap((month, index) => (month.some(isNamed("book_closing")) ? [index] : []));
    const gaps = closings.slice(1).map((month, index) => month - (closings[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6);
    for (const month of closings.filter((closing) => closing + 1 < calls.length)) {
      expect(calls[month + 1]?.some(isNamed("review_financial_records"))).toBe(true);
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
    const asked = callsByMonth().flatMap((month, index) =>
      month.some(isNamed("fund_raising_request")) ? [index] : [],
    );
    expect(asked.filter((month) => month <= 26).length).toBeGreaterThanOrEqual(1);
    expect(asked.filter((month) => month > 26 && month <= 56).length).toBeGreaterThanOrEqual(1);
  });

  test("without a single look-up still closes its books and does not fall over", () => {
    const { episode, months } = playScripted(PLAYER, { protocol: { toolBudget: 0 } });
    expect(months).toBeGreaterThan(25);
    expect(episode.counts.closings).toBeGreaterThan(5);
  });
});

function isNamed(name: string): (call: ToolCall) => boolean {
  return (call) => call.name === name;
}
