import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/env/contract.ts";
import { CASH, CLOSE, newEpisode, nextMonth, numberIn, PASS, play, raise, retrieve } from "../support/play.ts";

// Seed 0 declines at 0.4731 and grants in month 0, since equity's chance is then above 0.9.
describe("a request", () => {
  test("spends the month's action and becomes pending", () => {
    const episode = newEpisode();
    expect(episode.desk.call(raise("equity", 2e7))).toEqual({
      text: "Request made: equity, $20,000,000.00. It is pending.",
      data: {
        action: "fund_raising_request",
        instrument: "equity",
        amount_usd: 20_000_000,
        indicated_rate_pct: null,
        settlement: null,
      },
      isError: false,
    });
    expect(episode.desk.isMonthDecided).toBe(true);
    episode.step();
    expect(episode.counts.requests).toBe(1);
  });

  test("for debt indicates the rate of today's market", () => {
    const result = newEpisode().desk.call(raise("debt", 5e6));
    expect(result.text).toContain("Indicated rate: 5.00 % a year, fixed at settlement.");
    expect(numberIn(result, "indicated_rate_pct")).toBeCloseTo(5, 10);
  });

  test.each<[asked: number, cents: number]>([
    [1, 100],
    [1.005, 100],
    [1.0051, 101],
    [1234.565, 123457],
    [1e10, 1e12],
  ])("of $%d is booked as %i cents", (asked, cents) => {
    const episode = newEpisode();
    episode.desk.call(raise("equity", asked));
    expect(episode.company.pending?.askedCents).toBe(cents);
  });
});

describe("a second request while one is pending", () => {
  const pendingEpisode = () => {
    const episode = newEpisode({ seed: 3 });
    nextMonth(episode, raise("equity", 2e7));
    expect(episode.desk.opening.data.pending).toEqual({ instrument: "equity", amountUsd: 2e7, sinceMonth: 0 });
    return episode;
  };

  test("spends the month's action, draws nothing, and is counted apart from refused calls", () => {
    const episode = pendingEpisode();
    const { pending } = episode.company;
    expect(episode.desk.call(raise("debt", 5e6))).toEqual({
      text: "Request refused: the equity request of month 0 is still pending, and only one may be. This month's action is spent.",
      data: { action: "fund_raising_request", refused: "pending", pending: { instrument: "equity", since_month: 0 } },
      isError: true,
    });
    expect(episode.company.pending).toBe(pending);
    expect(episode.desk.isMonthDecided).toBe(true);
    expect(episode.counts).toMatchObject({ refusedRequests: 1, refusedCalls: 0, requests: 1 });
    expect(episode.step().decision).toEqual({ action: "fund_raising_request", result: "refused", forced: false });
    expect(episode.desk.opening.text).toContain("Last month: Request refused:");
  });

  test("without exclusivity spends the month's request and leaves the closing", () => {
    const episode = newEpisode({ seed: 3, protocol: { exclusivity: false } });
    nextMonth(episode, raise("equity", 2e7));
    expect(episode.desk.call(raise("debt", 5e6)).text).toContain("This month's request is spent.");
    expect(episode.desk.isMonthDecided).toBe(false);
    expect(episode.desk.call({ name: "book_closing", arguments: {} }).isError).toBe(false);
    expect(episode.desk.isMonthDecided).toBe(true);
  });

  test("that is not well formed spends nothing", () => {
    const episode = pendingEpisode();
    expect(episode.desk.call(raise("debt", -1)).data).toMatchObject({ field: "amount_usd" });
    expect(episode.desk.isMonthDecided).toBe(false);
    expect(episode.counts).toMatchObject({ refusedRequests: 0, refusedCalls: 1 });
  });
});

describe("what comes back is told as the month opens", () => {
  const asking = (instrument: "equity" | "debt", seed: number) =>
    play(
      (desk) => {
        if (desk.opening.data.pending === null) desk.call(raise(instrument, 2e7));
      },
      { seed, protocol: { horizon: 30 } },
    );

  test("settled equity with its amount, shares and issue price", () => {
    const { openings } = asking("equity", 0);
    const opening = openings.find(({ data }) => data.settlement?.outcome === "settled");
    expect(opening?.data.settlement).toMatchObject({ instrument: "equity" });
    expect(opening?.data.pending).toBeNull();
    expect(opening?.text).toMatch(/^Settled: equity, \$[\d,]+\.\d\d received for [\d,]+ shares at \$\d+\.\d\d\.$/m);
    expect(opening?.text).toContain("Pending: none");
  });

  test("settled debt with its amount and rate", () => {
    const { openings } = asking("debt", 0);
    const opening = openings.find(({ data }) => data.settlement?.outcome === "settled");
    expect(opening?.text).toMatch(/^Settled: debt, \$[\d,]+\.\d\d received as a note at \d\.\d\d % a year\.$/m);
  });

  test("a declined request with what was asked", () => {
    const { openings } = asking("debt", 1);
    const opening = openings.find(({ data }) => data.settlement?.outcome === "declined");
    expect(opening?.data.settlement).toEqual({ outcome: "declined", instrument: "debt", requestedUsd: 2e7 });
    expect(opening?.text).toContain("Declined: debt request of $20,000,000.00.");
  });

  test("and shows in the cash of that same month", () => {
    const episode = newEpisode();
    nextMonth(episode, raise("equity", 2e7));
    while (episode.company.pending !== null) nextMonth(episode);
    const { settlement } = episode.desk.opening.data;
    if (settlement?.outcome !== "settled") throw new Error("seed 0 grants its first equity request");
    const cash = numberIn(episode.desk.call(CASH), "cash_usd");
    nextMonth(episode, CLOSE);
    const history = episode.desk.call(retrieve("funding_history"));
    expect(history.text).toContain("m0: equity $20,000,000.00 asked; $");
    expect(cash).toBeGreaterThan(settlement.amountUsd);
    expect(episode.desk.call(retrieve("cap_table")).text).toContain("Equity round, month ");
  });
});

describe("without delay", () => {
  const options = { protocol: { delay: false } };

  test("the outcome is in the action's answer, and nothing is pending after it", () => {
    const episode = newEpisode(options);
    const result = episode.desk.call(raise("equity", 2e7));
    expect(result.text).toMatch(
      /^Request made: equity, \$20,000,000\.00\. Settled: equity, \$[\d,.]+ received for [\d,]+ shares at \$10\.00\.$/,
    );
    expect(result.data).toMatchObject({ settlement: { outcome: "settled", sharePriceUsd: 10 } });
    episode.step();
    expect(episode.desk.opening.text).toContain("Pending: none");
    expect(episode.desk.opening.data.settlement).toBeNull();
    expect(episode.desk.opening.data.lastDecision?.text).toBe(result.text);
  });

  test("the money is there before the month's operations, and a note bears interest from that month", () => {
    const episode = newEpisode({ ...options, protocol: { delay: false, exclusivity: false } });
    const before = numberIn(episode.desk.call(CASH), "cash_usd");
    const result = episode.desk.call(raise("debt", 5e6));
    expect(result.data).toMatchObject({ settlement: { outcome: "settled", instrument: "debt" } });
    expect(numberIn(episode.desk.call(CASH), "cash_usd")).toBeGreaterThan(before);
    nextMonth(episode, PASS);
    expect(episode.company.months[0]?.noteInterest).toBeGreaterThan(0);
  });
});

describe("where actions are not exclusive", () => {
  const options = { protocol: { exclusivity: false } };
  const twice: readonly [string, ToolCall, ToolCall, string][] = [
    ["closing", CLOSE, CLOSE, "closed this month already"],
    ["request", raise("equity", 2e7), raise("debt", 5e6), "a request has been made this month already"],
  ];

  test("a month holds one closing and one request, each at once, with calls between, and both end it", () => {
    const episode = newEpisode(options);
    episode.desk.call(raise("equity", 2e7));
    expect(episode.desk.call(CASH).isError).toBe(false);
    expect(episode.desk.isMonthDecided).toBe(false);
    episode.desk.call(CLOSE);
    expect(episode.desk.isMonthDecided).toBe(true);
    expect(episode.step().decision).toEqual({ action: "closing_and_request", result: "done", forced: false });
    expect(episode.counts).toMatchObject({ closings: 1, requests: 1 });
    expect(episode.desk.opening.data.lastDecision?.text).toMatch(/Request made: .* Books closed: /);
  });

  test.each(twice)("a second %s is refused at no cost", (_kind, first, second, why) => {
    const episode = newEpisode(options);
    episode.desk.call(first);
    const result = episode.desk.call(second);
    expect(result.text).toContain(why);
    expect(result.text).toContain("It cost nothing.");
    expect(episode.desk.isMonthDecided).toBe(false);
    expect(episode.counts).toMatchObject({ refusedCalls: 1, refusedRequests: 0 });
  });

  test("a request while one is pending spends the month's request, not the closing", () => {
    const episode = newEpisode({ ...options, seed: 3 });
    episode.desk.call(raise("equity", 2e7));
    nextMonth(episode);
    expect(episode.desk.call(raise("equity", 2e7)).data).toMatchObject({ refused: "pending" });
    expect(episode.desk.isMonthDecided).toBe(false);
    expect(episode.desk.call(raise("equity", 2e7)).data).toMatchObject({ field: null, refused_calls: 1 });
    expect(episode.desk.call(CLOSE).isError).toBe(false);
    expect(episode.step().decision).toMatchObject({ action: "closing_and_request", result: "refused" });
  });

  test.each([
    ["nothing", [], "pass"],
    ["a closing", [CLOSE], "book_closing"],
    ["a request", [raise("equity", 2e7)], "fund_raising_request"],
  ] as const)("pass ends the month after %s", (_what, calls, action) => {
    const episode = newEpisode(options);
    for (const call of calls) episode.desk.call(call);
    episode.desk.call(PASS);
    expect(episode.desk.isMonthDecided).toBe(true);
    expect(episode.step().decision).toMatchObject({ action, result: "done", forced: false });
  });
});
