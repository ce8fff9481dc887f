// What a player might do, for fast-check: single calls good and bad, and plans for whole episodes.
import fc from "fast-check";
import type { ToolCall } from "../../src/env/contract.ts";
import { TOOL_SPECS } from "../../src/env/desk.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { CASH, CLOSE, market, PASS, project, raise, retrieve } from "./play.ts";

/** What a player does in a month: looks first, then up to two actions, of which the desk may refuse some. */
export interface MonthPlan {
  readonly looks: readonly ToolCall[];
  readonly actions: readonly ToolCall[];
}

const DOCUMENTS = [
  "cap_table",
  "company_overview",
  "governance_approvals",
  "income_statement",
  "balance_sheet",
  "cash_flow_statement",
  "general_ledger",
  "vendor_contract_1",
  "vendor_contract_5",
  "funding_history",
];

const INDICATORS = [
  "gdp_index",
  "cpi_index",
  "vix",
  "sofr",
  "pe_ratio",
  "industry_gross_margin",
  "industry_user_growth",
];

const amountUsd = fc.oneof(
  fc.constantFrom(1, 5e6, 2e7, 5e7, 1e10),
  fc.integer({ min: 1, max: 10_000_000_000 }),
  fc.double({ min: 1, max: 1e10, noNaN: true }),
);
const instrument = fc.constantFrom("equity" as const, "debt" as const);

const months = fc.record(
  { from_month: fc.integer({ min: 0, max: 40 }), to_month: fc.integer({ min: 0, max: 140 }) },
  { requiredKeys: [] },
);

const assumptions = fc.record(
  {
    growth_pct_month: fc.double({ min: -20, max: 20, noNaN: true }),
    gross_margin_pct: fc.double({ min: 0, max: 100, noNaN: true }),
    ebitda_margin_pct: fc.double({ min: 0, max: 100, noNaN: true }),
    collection_rate: fc.double({ min: 0.5, max: 1, noNaN: true }),
    lending_rate_pct: fc.double({ min: 0, max: 40, noNaN: true }),
    planned_raise: fc.record({ month: fc.integer({ min: 0, max: 60 }), amount_usd: amountUsd, instrument }),
  },
  { requiredKeys: [] },
);

const goodLook: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.constant(CASH),
  fc.constant({ name: "review_financial_records", arguments: { action: "list" } }),
  fc.constantFrom(...DOCUMENTS).map((document) => retrieve(document)),
  fc.tuple(fc.constantFrom(...DOCUMENTS.slice(3, 7)), months).map(([document, range]) => retrieve(document, range)),
  fc
    .tuple(fc.uniqueArray(fc.constantFrom(...INDICATORS), { minLength: 1, maxLength: 7 }), months)
    .map(([indicators, range]) => market({ indicators, ...range })),
  fc
    .tuple(fc.integer({ min: 1, max: 24 }), assumptions)
    .map(([horizon, given]) => project({ horizon_months: horizon, ...given })),
);

const note: fc.Arbitrary<ToolCall> = fc.oneof(
  fc
    .record({ content: fc.string({ minLength: 1, maxLength: 300 }), tags: fc.array(fc.constantFrom("a", "b", "plan")) })
    .map((args) => ({ name: "save_note", arguments: args })),
  fc
    .record(
      { query: fc.string({ minLength: 1, maxLength: 2 }), limit: fc.integer({ min: 1, max: 50 }) },
      { requiredKeys: [] },
    )
    .map((args) => ({ name: "recall_notes", arguments: args })),
);

const action: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.constant(PASS),
  fc.constant(CLOSE),
  fc.tuple(instrument, amountUsd).map(([kind, usd]) => raise(kind, usd)),
  fc.constantFrom(-1, 0, 0.5, 1e11, Number.NaN, Number.POSITIVE_INFINITY).map((usd) => raise("equity", usd)),
);

const badLook: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.record({ name: fc.string(), arguments: fc.constant({}) }),
  fc.record({
    name: fc.constantFrom(...TOOL_SPECS.filter((spec) => spec.kind !== "action").map((spec) => spec.name)),
    arguments: fc.jsonValue(),
  }),
  fc.record({
    name: fc.constantFrom(...TOOL_SPECS.filter((spec) => spec.kind === "action").map((spec) => spec.name)),
    arguments: fc.record({ nothing_known: fc.jsonValue() }),
  }),
);

/** A call that decides nothing: a look, a note, or one that is refused. */
export const look: fc.Arbitrary<ToolCall> = fc.oneof(
  { arbitrary: goodLook, weight: 6 },
  { arbitrary: note, weight: 2 },
  { arbitrary: badLook, weight: 1 },
);

/** Plans of up to `maxMonths` months, which an episode goes through again and again. */
export function plans(maxMonths = 30, maxLooks = 3): fc.Arbitrary<readonly MonthPlan[]> {
  const month = fc.record({
    looks: fc.array(look, { maxLength: maxLooks }),
    actions: fc.array(action, { maxLength: 2 }),
  });
  return fc.array(month, { minLength: 1, maxLength: maxMonths });
}

export const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Protocols of every kind, with the whole horizon and nothing disclosed. */
export const protocols: fc.Arbitrary<Partial<Protocol>> = fc.record(
  {
    ruleset: fc.constantFrom("paper" as const, "hardened" as const),
    delay: fc.boolean(),
    noise: fc.boolean(),
    exclusivity: fc.boolean(),
    toolBudget: fc.constantFrom(0, 2, 20),
  },
  { requiredKeys: [] },
);
