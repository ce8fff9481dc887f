import { describe, expect, test } from "vitest";
import { CLOSE, episodeAt, newEpisode, nextMonth, numbersIn, raise, retrieve } from "../support/play.ts";

describe("a closing that ends the month", () => {
  test("makes the months before it readable from the next month on", () => {
    const episode = episodeAt(5);
    expect(nextMonth(episode, CLOSE)).toEqual({
      text: "Books closed: months 0 to 4, readable from month 6 on.",
      data: { action: "book_closing", closed_through: 4, readable_from_month: 6 },
      isError: false,
    });
    expect(episode.month).toBe(6);
    expect(episode.closedThrough).toBe(4);
    expect(episode.desk.opening.text).toContain("Books: closed through month 4");
    expect(numbersIn(episode.desk.call(retrieve("income_statement")), "months")).toEqual([0, 1, 2, 3, 4]);
    expect(episode.desk.call(retrieve("income_statement", { to_month: 5 })).isError).toBe(true);
  });

  test("decides the month, so that nothing can be read in it", () => {
    const { desk } = episodeAt(5);
    desk.call(CLOSE);
    expect(desk.isMonthDecided).toBe(true);
    expect(desk.call(retrieve("income_statement")).text).toContain("Not executed");
  });

  test("reaches no further by itself: later months stay closed until the next closing", () => {
    const episode = episodeAt(5);
    nextMonth(episode, CLOSE);
    nextMonth(episode);
    nextMonth(episode);
    expect(episode.closedThrough).toBe(4);
    nextMonth(episode, CLOSE);
    expect(episode.closedThrough).toBe(7);
  });

  test("in month 0 yields the opening balance sheet and nothing else", () => {
    const episode = newEpisode();
    expect(nextMonth(episode, CLOSE)).toMatchObject({
      text: "Books closed: the opening balance sheet only, readable from month 1 on.",
      data: { closed_through: "opening" },
    });
    expect(episode.desk.opening.text).toContain("Books: only the opening balance sheet is closed");
    expect(episode.desk.opening.data.closedThrough).toBeNull();
    expect(episode.desk.call(retrieve("balance_sheet")).data).toMatchObject({ months: ["opening"] });
    expect(episode.desk.call(retrieve("income_statement")).text).toContain("No month's books are closed yet");
  });

  test("is not blocked by a pending request, and does not touch it", () => {
    const episode = newEpisode({ seed: 3 });
    nextMonth(episode, raise("equity", 2e7));
    const { pending } = episode.company;
    expect(pending).not.toBeNull();
    expect(nextMonth(episode, CLOSE).isError).toBe(false);
    expect(episode.counts).toMatchObject({ closings: 1, requests: 1 });
    expect(episode.closedThrough).toBe(0);
  });
});

describe("a closing where actions are not exclusive", () => {
  test("is readable at once, and leaves the month open", () => {
    const { desk } = episodeAt(5, { protocol: { exclusivity: false } });
    expect(desk.call(CLOSE).data).toEqual({ action: "book_closing", closed_through: 4, readable_from_month: 5 });
    expect(desk.isMonthDecided).toBe(false);
    expect(numbersIn(desk.call(retrieve("cash_flow_statement")), "months")).toEqual([0, 1, 2, 3, 4]);
    expect(desk.call(retrieve("cash_flow_statement", { to_month: 5 })).isError).toBe(true);
  });
});
