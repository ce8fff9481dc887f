// The JSON Schema that models are given says what the desk enforces: another validator is the judge.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { TOOL_SPECS } from "../../src/env/desk.ts";
import { episodeAt } from "../support/play.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });

const CALLS: readonly (readonly [tool: string, args: unknown, isValid: boolean])[] = [
  ["verify_cash_position", {}, true],
  ["verify_cash_position", { now: true }, false],
  ["review_financial_records", { action: "list" }, true],
  ["review_financial_records", { action: "retrieve", document: "cap_table" }, true],
  ["review_financial_records", { action: "burn" }, false],
  ["review_financial_records", {}, false],
  ["analyze_market_conditions", { indicators: ["vix"], from_month: 0, to_month: 3 }, true],
  ["analyze_market_conditions", { indicators: [] }, false],
  ["analyze_market_conditions", { indicators: ["vix"], from_month: -1 }, false],
  ["analyze_market_conditions", { indicators: ["vix"], from_month: 1.5 }, false],
  ["analyze_market_conditions", { indicators: ["weather"] }, false],
  ["conduct_cashflow_projection", { horizon_months: 0 }, false],
  ["conduct_cashflow_projection", { horizon_months: 25 }, false],
  ["conduct_cashflow_projection", { horizon_months: 3, collection_rate: 1.2 }, false],
  ["fund_raising_request", { instrument: "equity", amount_usd: 1 }, true],
  ["fund_raising_request", { instrument: "equity", amount_usd: 0.5 }, false],
  ["fund_raising_request", { instrument: "equity", amount_usd: 1e10 + 1 }, false],
  ["fund_raising_request", { instrument: "equity", amount_usd: "20000000" }, false],
  ["save_note", { content: "x".repeat(2000), tags: ["a"] }, true],
  ["save_note", { content: "" }, false],
  ["recall_notes", { limit: 51 }, false],
  ["recall_notes", {}, true],
];

describe("a tool's JSON Schema", () => {
  it.each(TOOL_SPECS.map(({ name, inputSchema }) => [name, inputSchema] as const))(
    "of %s is valid and describes an object",
    (_name, schema) => {
      expect(() => ajv.compile(schema)).not.toThrow();
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    },
  );

  it.each(CALLS)("agrees with the desk on %s %j: %s", (tool, args, isValid) => {
    const spec = TOOL_SPECS.find(({ name }) => name === tool);
    expect(ajv.validate(spec?.inputSchema ?? false, args)).toBe(isValid);
    const { desk } = episodeAt(4);
    expect(desk.call({ name: tool, arguments: args }).isError).toBe(!isValid);
  });
});
