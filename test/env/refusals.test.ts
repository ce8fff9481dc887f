// Calls good and bad, side by side: what is refused says why, names the field, costs nothing and is counted.
import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/env/contract.ts";
import { stateHash } from "../../src/env/truth.ts";
import { CASH, CLOSE, episodeAt, market, newEpisode, PASS, project, raise, retrieve } from "../support/play.ts";

const FULL = {
  growth_pct_month: 1,
  gross_margin_pct: 40,
  ebitda_margin_pct: 10,
  collection_rate: 0.97,
  lending_rate_pct: 6,
};
const { collection_rate: _collections, ...ALL_BUT_COLLECTIONS } = FULL;
const records = (args: object): ToolCall => ({ name: "review_financial_records", arguments: args });
const save = (args: object): ToolCall => ({ name: "save_note", arguments: args });
const recall = (args: object): ToolCall => ({ name: "recall_notes", arguments: args });
const raised = (month: unknown, amountUsd: unknown, instrument: unknown) => ({
  planned_raise: { month, amount_usd: amountUsd, instrument },
});

/** The desk of month 5 with nothing closed, and of month 5 with months 0 to 3 closed. */
const untouched = () => episodeAt(5);
const closed = () =>
  episodeAt(5, {}, (desk, month) => {
    if (month === 4) desk.call(CLOSE);
  });

describe("at the desk of month 5 with nothing closed", () => {
  test.each<[what: string, call: ToolCall, refusal: { field: string | null; why: string } | null]>([
    ["cash", CASH, null],
    ["cash with an argument", { ...CASH, arguments: { of: 3 } }, { field: "of", why: "no argument" }],
    ["cash with no object", { ...CASH, arguments: "" }, { field: null, why: "expected object" }],
    ["cash with null", { ...CASH, arguments: null }, { field: null, why: "expected object" }],
    ["cash with a list", { ...CASH, arguments: [] }, { field: null, why: "expected object" }],
    ["an unknown tool", { name: "print_money", arguments: {} }, { field: null, why: "unknown tool" }],
    ["a tool by a name of JavaScript", { name: "constructor", arguments: {} }, { field: null, why: "unknown tool" }],
    ["a tool in capitals", { name: "PASS", arguments: {} }, { field: null, why: "unknown tool" }],
    ["the list of documents", records({ action: "list" }), null],
    ["a list with a document", records({ action: "list", document: "cap_table" }), { field: "document", why: "list" }],
    ["a list of months", records({ action: "list", from_month: 0 }), { field: "from_month", why: "list" }],
    ["a list up to a month", records({ action: "list", to_month: 0 }), { field: "to_month", why: "list" }],
    ["no action", records({ document: "cap_table" }), { field: "action", why: "retrieve" }],
    ["an unknown action", records({ action: "burn" }), { field: "action", why: "retrieve" }],
    ["nothing to retrieve", records({ action: "retrieve" }), { field: "document", why: "name the document" }],
    ["an unknown document", retrieve("diary"), { field: "document", why: "cap_table" }],
    ["the cap table", retrieve("cap_table"), null],
    ["a cap table of months", retrieve("cap_table", { from_month: 0 }), { field: "from_month", why: "has no months" }],
    ["a contract of months", retrieve("vendor_contract_2", { to_month: 0 }), { field: "to_month", why: "no months" }],
    [
      "a funding history of months",
      retrieve("funding_history", { from_month: 1 }),
      { field: "from_month", why: "no months" },
    ],
    [
      "an overview of months",
      retrieve("company_overview", { from_month: 1 }),
      { field: "from_month", why: "no months" },
    ],
    ["the opening balance sheet", retrieve("balance_sheet"), null],
    ["a balance sheet of months", retrieve("balance_sheet", { to_month: 2 }), { field: "to_month", why: "closed yet" }],
    ["income of months", retrieve("income_statement", { from_month: 0 }), { field: "from_month", why: "closed yet" }],
    ["the ledger to date", retrieve("general_ledger", { from_month: 5, to_month: 5 }), null],
    [
      "the ledger of tomorrow",
      retrieve("general_ledger", { to_month: 6 }),
      { field: "to_month", why: "past the last readable" },
    ],
    [
      "the ledger from tomorrow",
      retrieve("general_ledger", { from_month: 6 }),
      { field: "from_month", why: "last readable" },
    ],
    [
      "the ledger backwards",
      retrieve("general_ledger", { from_month: 3, to_month: 2 }),
      { field: "from_month", why: "after" },
    ],
    ["months before the first", retrieve("general_ledger", { from_month: -1 }), { field: "from_month", why: ">=0" }],
    ["half a month", retrieve("general_ledger", { to_month: 1.5 }), { field: "to_month", why: "expected int" }],
    ["an indicator", market({ indicators: ["vix"] }), null],
    ["the market of today", market({ indicators: ["vix"], from_month: 5, to_month: 5 }), null],
    [
      "the market of tomorrow",
      market({ indicators: ["vix"], to_month: 6 }),
      { field: "to_month", why: "last readable month, 5" },
    ],
    [
      "the market from tomorrow",
      market({ indicators: ["vix"], from_month: 6 }),
      { field: "from_month", why: "last readable" },
    ],
    ["no indicators", market({}), { field: "indicators", why: "expected array" }],
    ["none of the indicators", market({ indicators: [] }), { field: "indicators", why: ">=1" }],
    ["one indicator twice", market({ indicators: ["vix", "vix"] }), { field: "indicators", why: "named twice" }],
    [
      "an unknown indicator",
      market({ indicators: ["vix", "luck"] }),
      { field: "indicators.1", why: "expected one of" },
    ],
    ["the regime", market({ indicators: ["regime"] }), { field: "indicators.0", why: "expected one of" }],
    ["the surges", market({ indicators: ["surge_pct"] }), { field: "indicators.0", why: "expected one of" }],
    [
      "nine indicators",
      market({
        indicators: [
          "vix",
          "sofr",
          "gdp_index",
          "cpi_index",
          "pe_ratio",
          "ps_ratio",
          "baa_yield",
          "treasury_2y",
          "treasury_5y",
        ],
      }),
      { field: "indicators", why: "<=8" },
    ],
    ["a projection", project({ horizon_months: 24, ...FULL }), null],
    ["a projection of nothing", project({ ...FULL }), { field: "horizon_months", why: "expected number" }],
    ["a projection of 0 months", project({ horizon_months: 0, ...FULL }), { field: "horizon_months", why: ">=1" }],
    ["a projection of 25 months", project({ horizon_months: 25, ...FULL }), { field: "horizon_months", why: "<=24" }],
    ["growth of 20 %", project({ horizon_months: 1, ...FULL, growth_pct_month: 20 }), null],
    [
      "growth of 21 %",
      project({ horizon_months: 1, ...FULL, growth_pct_month: 21 }),
      { field: "growth_pct_month", why: "<=20" },
    ],
    [
      "growth of -21 %",
      project({ horizon_months: 1, ...FULL, growth_pct_month: -21 }),
      { field: "growth_pct_month", why: ">=-20" },
    ],
    [
      "margins of 0 and 100 %",
      project({ horizon_months: 1, ...FULL, gross_margin_pct: 0, ebitda_margin_pct: 100 }),
      null,
    ],
    [
      "a gross margin of 101 %",
      project({ horizon_months: 1, ...FULL, gross_margin_pct: 101 }),
      { field: "gross_margin_pct", why: "<=100" },
    ],
    [
      "an EBITDA margin below 0",
      project({ horizon_months: 1, ...FULL, ebitda_margin_pct: -1 }),
      { field: "ebitda_margin_pct", why: ">=0" },
    ],
    ["collections of 0.5", project({ horizon_months: 1, ...FULL, collection_rate: 0.5 }), null],
    [
      "collections of 97",
      project({ horizon_months: 1, ...FULL, collection_rate: 97 }),
      { field: "collection_rate", why: "<=1" },
    ],
    [
      "collections of 0.49",
      project({ horizon_months: 1, ...FULL, collection_rate: 0.49 }),
      { field: "collection_rate", why: ">=0.5" },
    ],
    [
      "a rate of 41 %",
      project({ horizon_months: 1, ...FULL, lending_rate_pct: 41 }),
      { field: "lending_rate_pct", why: "<=40" },
    ],
    [
      "a missing assumption",
      project({ horizon_months: 1, ...ALL_BUT_COLLECTIONS }),
      { field: "collection_rate", why: "all five" },
    ],
    ["no assumption", project({ horizon_months: 1 }), { field: "growth_pct_month", why: "all five" }],
    ["a plan in range", project({ horizon_months: 3, ...FULL, ...raised(2, 1e6, "debt") }), null],
    [
      "a plan too late",
      project({ horizon_months: 3, ...FULL, ...raised(3, 1e6, "debt") }),
      { field: "planned_raise.month", why: "0 to 2" },
    ],
    [
      "a plan of nothing",
      project({ horizon_months: 3, ...FULL, ...raised(2, 0, "debt") }),
      { field: "planned_raise.amount_usd", why: ">=1" },
    ],
    [
      "a plan of gold",
      project({ horizon_months: 3, ...FULL, ...raised(2, 9, "gold") }),
      { field: "planned_raise.instrument", why: "debt" },
    ],
    [
      "a plan with a wish",
      project({ horizon_months: 3, ...FULL, planned_raise: { ...raised(2, 9, "debt").planned_raise, wish: 1 } }),
      { field: "planned_raise.wish", why: "no argument" },
    ],
    ["a note", save({ content: "x" }), null],
    ["a note of 2,000 characters", save({ content: "x".repeat(2000), tags: ["1", "2", "3", "4", "5"] }), null],
    ["a note of 2,001 characters", save({ content: "x".repeat(2001) }), { field: "content", why: "<=2000" }],
    ["an empty note", save({ content: "" }), { field: "content", why: ">=1" }],
    ["no note", save({}), { field: "content", why: "expected string" }],
    [
      "a note with six tags",
      save({ content: "x", tags: ["1", "2", "3", "4", "5", "6"] }),
      { field: "tags", why: "<=5" },
    ],
    ["a note with a tag of no text", save({ content: "x", tags: [1] }), { field: "tags.0", why: "expected string" }],
    ["all notes", recall({}), null],
    ["50 notes", recall({ limit: 50 }), null],
    ["no notes", recall({ limit: 0 }), { field: "limit", why: ">=1" }],
    ["51 notes", recall({ limit: 51 }), { field: "limit", why: "<=50" }],
    ["a closing with an argument", { ...CLOSE, arguments: { month: 3 } }, { field: "month", why: "no argument" }],
    ["pass with an argument", { ...PASS, arguments: { why: "tired" } }, { field: "why", why: "no argument" }],
    ["a request of nothing", raise("equity", 0), { field: "amount_usd", why: ">=1" }],
    ["a request of 99 cents", raise("equity", 0.99), { field: "amount_usd", why: ">=1" }],
    ["a negative request", raise("debt", -5), { field: "amount_usd", why: ">=1" }],
    [
      "a request of 10 billion and a cent",
      raise("debt", 10_000_000_000.01),
      { field: "amount_usd", why: "<=10000000000" },
    ],
    ["an infinite request", raise("debt", Number.POSITIVE_INFINITY), { field: "amount_usd", why: "expected number" }],
    ["a request of no number", raise("debt", Number.NaN), { field: "amount_usd", why: "expected number" }],
    [
      "a request in words",
      { name: "fund_raising_request", arguments: { instrument: "debt", amount_usd: "20000000" } },
      { field: "amount_usd", why: "expected number" },
    ],
    [
      "a request for a gift",
      { name: "fund_raising_request", arguments: { instrument: "gift", amount_usd: 5 } },
      { field: "instrument", why: "equity" },
    ],
    [
      "a request without an instrument",
      { name: "fund_raising_request", arguments: { amount_usd: 5 } },
      { field: "instrument", why: "equity" },
    ],
  ])("%s", (_what, call, refusal) => {
    const episode = untouched();
    const before = stateHash("", episode.company, 4);
    const result = episode.desk.call(call);
    if (refusal === null) {
      expect(result).toMatchObject({ isError: false });
      expect(episode.counts.refusedCalls).toBe(0);
      return;
    }
    expect(result).toMatchObject({
      isError: true,
      data: { field: refusal.field, refused_calls: 1, month_closed: false },
    });
    expect(result.text).toMatch(/^Refused: .*It cost nothing\.$/s);
    expect(result.text).toContain(refusal.why);
    if (refusal.field !== null) expect(result.text).toContain(`"${refusal.field}"`);
    expect(episode.counts).toMatchObject({
      refusedCalls: 1,
      toolCalls: 0,
      notes: 0,
      closings: 0,
      requests: 0,
      refusedRequests: 0,
    });
    expect(episode.desk.isMonthDecided).toBe(false);
    expect(stateHash("", episode.company, 4)).toBe(before);
  });
});

describe("at the desk of month 5 with months 0 to 3 closed", () => {
  test.each<[what: string, call: ToolCall, field: string | null]>([
    ["a closed month", retrieve("income_statement", { from_month: 3, to_month: 3 }), null],
    ["a month not closed", retrieve("income_statement", { to_month: 4 }), "to_month"],
    ["from a month not closed", retrieve("balance_sheet", { from_month: 4 }), "from_month"],
    ["backwards", retrieve("cash_flow_statement", { from_month: 2, to_month: 1 }), "from_month"],
    ["a projection without assumptions", project({ horizon_months: 2 }), null],
    ["a plan before the projection", project({ horizon_months: 2, ...raised(3, 5, "debt") }), "planned_raise.month"],
    ["a plan in its first month", project({ horizon_months: 2, ...raised(4, 5, "debt") }), null],
    ["a plan after its last month", project({ horizon_months: 2, ...raised(6, 5, "debt") }), "planned_raise.month"],
  ])("%s", (_what, call, field) => {
    const result = closed().desk.call(call);
    expect(result.isError).toBe(field !== null);
    if (field !== null) expect(result.data).toMatchObject({ field });
  });
});

test("a refusal quotes no more than 100 characters of what was sent", () => {
  const { desk } = newEpisode();
  const long = "x".repeat(20_000);
  for (const call of [
    { name: long, arguments: {} },
    { ...CASH, arguments: { [long]: 1 } },
    records({ action: long }),
  ]) {
    expect(desk.call(call).text.length).toBeLessThan(600);
    expect(JSON.stringify(desk.call(call).data).length).toBeLessThan(900);
  }
});
