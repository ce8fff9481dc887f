import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/env/contract.ts";
import { CASH, CLOSE, newEpisode, nextMonth, PASS, raise } from "../support/play.ts";

const UNKNOWN: ToolCall = { name: "guess", arguments: {} };
const SAVE: ToolCall = { name: "save_note", arguments: { content: "again" } };
const RECALL: ToolCall = { name: "recall_notes", arguments: {} };
const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe("the budget of look-ups", () => {
  test("answers 20 a month and refuses the 21st, at no cost", () => {
    const episode = newEpisode();
    for (const _ of times(20)) expect(episode.desk.call(CASH).isError).toBe(false);
    const refused = episode.desk.call(CASH);
    expect(refused.text).toContain("this month's 20 look-ups are used; actions and notes still work");
    expect(episode.counts).toMatchObject({ toolCalls: 20, refusedCalls: 1 });
    expect(episode.desk.call(SAVE).isError).toBe(false);
    nextMonth(episode, CLOSE);
    expect(episode.desk.call(CASH).isError).toBe(false);
    expect(episode.counts.toolCalls).toBe(21);
  });

  test("is not spent by a refused call", () => {
    const { desk } = newEpisode({ protocol: { toolBudget: 1 } });
    desk.call({ ...CASH, arguments: { x: 1 } });
    expect(desk.call(CASH).isError).toBe(false);
    expect(desk.call(CASH).isError).toBe(true);
  });

  test("of 0 refuses every look, while actions and notes work", () => {
    const episode = newEpisode({ protocol: { toolBudget: 0 } });
    expect(episode.desk.opening.data.callsLeft).toBe(0);
    expect(episode.desk.call(CASH)).toMatchObject({ isError: true });
    expect(episode.desk.call(CASH).text).toContain("no look-ups are allowed");
    expect(episode.desk.call(SAVE).isError).toBe(false);
    expect(episode.desk.call(RECALL).isError).toBe(false);
    expect(episode.desk.call(raise("equity", 2e7)).isError).toBe(false);
    expect(episode.counts).toMatchObject({ toolCalls: 0, notes: 2, requests: 1 });
  });
});

describe("note calls", () => {
  test("are 20 a month, saved and recalled together, and the 21st is refused", () => {
    const episode = newEpisode();
    for (const index of times(20)) expect(episode.desk.call(index % 2 === 0 ? SAVE : RECALL).isError).toBe(false);
    expect(episode.desk.call(RECALL).text).toContain("this month's 20 note calls are used");
    expect(episode.counts).toMatchObject({ notes: 20, toolCalls: 0, refusedCalls: 1 });
    nextMonth(episode);
    expect(episode.desk.call(RECALL).isError).toBe(false);
  });
});

describe("refused calls", () => {
  test("close the month with pass at the 20th, whatever they were", () => {
    const episode = newEpisode({ protocol: { toolBudget: 0 } });
    const bad = [UNKNOWN, CASH, { ...CASH, arguments: 4 }, raise("debt", -1)];
    for (const index of times(19)) {
      expect(episode.desk.call(bad[index % bad.length] ?? UNKNOWN).text).toContain(
        `Refused calls this month: ${index + 1} of 20`,
      );
    }
    expect(episode.desk.isMonthDecided).toBe(false);
    const last = episode.desk.call(UNKNOWN);
    expect(last.text).toContain("refused call 20 of the month: the month is closed with pass");
    expect(last.data).toMatchObject({ refused_calls: 20, month_closed: true });
    expect(episode.desk.isMonthDecided).toBe(true);
    expect(episode.step()).toMatchObject({ kind: "next", decision: { action: "pass", result: "done", forced: true } });
    expect(episode.counts).toMatchObject({ refusedCalls: 20, forcedPasses: 1 });
    expect(episode.desk.opening.text).toContain("Last month: Passed: 20 calls of the month were refused.");
  });

  test("are counted anew each month", () => {
    const episode = newEpisode();
    for (const _ of times(19)) episode.desk.call(UNKNOWN);
    nextMonth(episode);
    expect(episode.desk.call(UNKNOWN).data).toMatchObject({ refused_calls: 1 });
    expect(episode.counts.refusedCalls).toBe(20);
  });
});

describe("after the month's decision", () => {
  test.each([
    ["a look", CASH],
    ["a note", SAVE],
    ["an action", raise("equity", 2e7)],
    ["another pass", PASS],
    ["an unknown tool", UNKNOWN],
  ])("%s is not executed and not counted", (_what, call) => {
    const episode = newEpisode();
    episode.desk.call(PASS);
    const counts = { ...episode.counts };
    expect(episode.desk.call(call)).toEqual({
      text: "Not executed: the month is closed.",
      data: { notExecuted: true },
      isError: true,
    });
    expect(episode.counts).toEqual(counts);
    expect(episode.company.pending).toBeNull();
  });

  test("and after the end nothing is executed either", () => {
    const episode = newEpisode({ protocol: { horizon: 1 } });
    nextMonth(episode);
    expect(episode.desk.isMonthDecided).toBe(true);
    expect(episode.desk.call(CASH).text).toContain("Not executed");
    expect(() => episode.step()).toThrow("the game has ended");
  });

  test("a month that is not decided cannot be stepped over", () => {
    expect(() => newEpisode().step()).toThrow("month 0 is not decided");
  });

  test("a player that does not decide is passed for, once, and counted", () => {
    const episode = newEpisode();
    episode.forcePass("no decision in 30 turns");
    episode.forcePass("again");
    expect(episode.counts.forcedPasses).toBe(1);
    expect(episode.step().decision).toEqual({ action: "pass", result: "done", forced: true });
    expect(episode.desk.opening.data.lastDecision?.text).toBe("Passed: no decision in 30 turns.");
  });
});
