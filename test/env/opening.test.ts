import { describe, expect, test } from "vitest";
import { CLOSE, episodeAt, newEpisode, nextMonth, PASS, raise } from "../support/play.ts";

describe("the month's opening message", () => {
  test("of the first month says what there is to know", () => {
    const { text, data } = newEpisode().desk.opening;
    expect(text.split("\n")).toEqual([
      "Month 0 (Jan 2xx0)",
      "Look-ups left this month: 20",
      "Books: nothing is closed yet",
      "Pending: none",
      "Notes saved: 0",
    ]);
    expect(data).toEqual({
      month: 0,
      label: "Jan 2xx0",
      callsLeft: 20,
      closedThrough: null,
      pending: null,
      settlement: null,
      lastDecision: null,
      notesSaved: 0,
    });
  });

  test("tells what is pending since when, and last month's action with its result", () => {
    const episode = newEpisode({ seed: 3 });
    nextMonth(episode, raise("equity", 2e7));
    expect(episode.desk.opening.text.split("\n")).toEqual([
      "Month 1 (Feb 2xx0)",
      "Look-ups left this month: 20",
      "Books: nothing is closed yet",
      "Pending: equity request of $20,000,000.00, asked in month 0",
      "Last month: Request made: equity, $20,000,000.00. It is pending.",
      "Notes saved: 0",
    ]);
    nextMonth(episode, CLOSE);
    expect(episode.desk.opening.data).toMatchObject({
      closedThrough: 0,
      lastDecision: { action: "book_closing", result: "done", forced: false },
    });
    nextMonth(episode, PASS);
    expect(episode.desk.opening.text).toContain("Last month: Passed.");
  });

  test("never tells cash, the regime or the horizon", () => {
    const { desk } = episodeAt(3, { protocol: { horizon: 77 } });
    expect(desk.opening.text).not.toMatch(/cash|regime|recession|expansion|horizon|last month of the game|7[67]/i);
    expect(desk.opening.data).not.toHaveProperty("lastMonth");
  });

  test.each<[horizon: number, lastMonth: number]>([
    [132, 131],
    [24, 23],
    [1, 0],
  ])("tells, where a horizon of %i is disclosed, that month %i is the last", (horizon, lastMonth) => {
    const { text, data } = newEpisode({ protocol: { horizon, discloseHorizon: true } }).desk.opening;
    expect(text).toContain(`The last month of the game is month ${lastMonth}.`);
    expect(data.lastMonth).toBe(lastMonth);
  });

  test("labels months without a real year, to the last one", () => {
    const labels: string[] = [];
    const episode = newEpisode({ protocol: { delay: false } });
    while (episode.month < 131) {
      labels.push(episode.desk.opening.data.label);
      nextMonth(episode, raise("equity", 1e9));
    }
    labels.push(episode.desk.opening.data.label);
    expect(labels[0]).toBe("Jan 2xx0");
    expect(labels.at(-1)).toBe("Dec 2x10");
    expect(new Set(labels).size).toBe(132);
  });
});
