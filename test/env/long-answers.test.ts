// Answers stop at 8,000 characters, at a month boundary, and say how to read on.
import { describe, expect, test } from "vitest";
import type { ToolCall, ToolResult } from "../../src/env/contract.ts";
import type { Episode } from "../../src/env/episode.ts";
import { CLOSE, episodeAt, market, numbersIn, raise, retrieve } from "../support/play.ts";

const EIGHT = [
  "gdp_index",
  "cpi_index",
  "unemployment_rate",
  "fed_funds_rate",
  "industry_gross_margin",
  "industry_ebitda_margin",
  "industry_user_growth",
  "vix",
];

/** A late desk with all books closed; requests come back at once, so that there are many. */
function lateDesk(): Episode {
  const episode = episodeAt(
    120,
    { protocol: { delay: false, exclusivity: false, toolBudget: 1000 } },
    (desk, month) => {
      desk.call(month < 8 ? raise("equity", 1e9) : raise("debt", 1_234_567.89));
      desk.call({ name: "pass", arguments: {} });
    },
  );
  episode.desk.call(CLOSE);
  return episode;
}

const episode = lateDesk();
const readOn = ({ data }: ToolResult) =>
  (data as { read_on?: { from_month: number; to_month: number } }).read_on ?? null;

describe("an answer that would be too long", () => {
  test.each<[what: string, call: (months: { from_month: number; to_month: number }) => ToolCall]>([
    ["market data", (months) => market({ indicators: EIGHT, ...months })],
    ["the income statement", (months) => retrieve("income_statement", months)],
    ["the balance sheet", (months) => retrieve("balance_sheet", months)],
    ["the cash flow statement", (months) => retrieve("cash_flow_statement", months)],
  ])("of %s is cut after a month, and reading on as told gives every month once", (_what, call) => {
    const seen: (number | "opening")[] = [];
    let next: { from_month: number; to_month: number } | null = { from_month: 0, to_month: 119 };
    let answers = 0;
    while (next !== null) {
      const answer: ToolResult = episode.desk.call(call(next));
      expect(answer.isError).toBe(false);
      expect(answer.text.length).toBeLessThanOrEqual(8000);
      seen.push(...(numbersIn(answer, "months") as (number | "opening")[]));
      const further = readOn(answer);
      if (further !== null) {
        expect(answer.text.endsWith(`Read on with from_month=${further.from_month}, to_month=119.]`)).toBe(true);
        expect(further).toEqual({ from_month: Number(seen.at(-1)) + 1, to_month: 119 });
        // It is cut no earlier than it must be: the line that says so takes the room of less than a month.
        const twoMore = Math.min(further.from_month + 1, 119);
        expect(twoMore === 119 || readOn(episode.desk.call(call({ ...next, to_month: twoMore }))) !== null).toBe(true);
      }
      next = further;
      answers += 1;
    }
    expect(answers).toBeGreaterThan(1);
    expect(seen.filter((month) => month !== "opening")).toEqual(Array.from({ length: 120 }, (_, month) => month));
  });

  test("of the ledger is cut after a whole month", () => {
    const answer = episode.desk.call(retrieve("general_ledger", { from_month: 30, to_month: 60 }));
    const further = readOn(answer);
    expect(answer.text.length).toBeLessThanOrEqual(8000);
    const entries = (answer.data as { entries: { month: number }[] }).entries;
    const lastMonth = (further?.from_month ?? 0) - 1;
    const whole = episode.desk.call(retrieve("general_ledger", { from_month: lastMonth, to_month: lastMonth }));
    expect(entries.filter(({ month }) => month === lastMonth)).toEqual((whole.data as { entries: unknown[] }).entries);
    expect(entries.every(({ month }) => month <= lastMonth)).toBe(true);
  });

  test("of the funding history leaves out the oldest requests and says where their money shows", () => {
    const { text, data } = episode.desk.call(retrieve("funding_history"));
    const { left_out: leftOut, requests } = data as { left_out: number; requests: { requested_month: number }[] };
    expect(text.length).toBeLessThanOrEqual(8000);
    expect(text.length).toBeGreaterThan(7700);
    expect(leftOut).toBeGreaterThan(0);
    expect(requests).toHaveLength(120 - leftOut);
    expect(requests[0]?.requested_month).toBe(leftOut);
    const declined = episode.company.history.slice(0, leftOut).filter(({ outcome }) => outcome === "declined").length;
    expect(text).toContain(
      `[${leftOut} older requests left out, ${declined} of them declined. What the others brought is in general_ledger.]`,
    );
  });

  test("of twelve months, the default, is whole for every statement", () => {
    for (const document of ["income_statement", "balance_sheet", "cash_flow_statement"]) {
      const answer = episode.desk.call(retrieve(document));
      expect(readOn(answer)).toBeNull();
      expect(numbersIn(answer, "months")).toHaveLength(12);
    }
  });
});
