import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { TrialLine, TrialResult } from "../../src/record/trial-line.ts";
import { gatherResults, type RunResults } from "../../src/report/run-results.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, failed, line, MILLION_CENTS, player, run, truncated } from "./sample-runs.ts";

const TABLE1_HEADING =
  "framework,category,model,full_survival_pct,months_mean,months_sd,score_musd_mean,score_musd_sd,crisis1_pct,crisis2_pct,crisis3_pct,tools_per_month,actions,raised_musd_mean,raised_musd_sd,planned,attempted,scored,protocol";
const TRIALS_HEADING =
  "model,seed,repeat,outcome,months,score_usd,final_cash_usd,raised_usd,equity_rounds,debt_rounds,tool_calls,actions,crisis1,crisis2,crisis3,protocol,";

function files(...runs: readonly RunResults[]) {
  return tableFiles(gatherResults(runs));
}

function records(text: string): Record<string, string>[] {
  return parse(text, { columns: true });
}

describe("table1.csv", () => {
  test("has exactly the promised columns and one row a label, with one decimal, tools with two", () => {
    const lines = [
      line({ seed: 0 }, { toolCalls: 44, raisedCents: 5 * MILLION_CENTS }),
      line({ seed: 1 }, bankrupt(33)),
    ];
    expect(files(run([player("A"), player("B")], lines))["table1.csv"].split("\n")).toEqual([
      TABLE1_HEADING,
      "react,Closed-source LLMs,A,50.0,82.5,70.0,10.0,14.1,100.0,50.0,50.0,0.17,0.0,2.5,3.5,2,2,2,aaaa1111",
      "react,Closed-source LLMs,B,,,,,,,,,,,,,2,0,0,aaaa1111",
      "",
    ]);
  });

  test("keeps rows of another protocol apart by its stamp", () => {
    const other = run([player("A")], [line({ protocolStamp: "b" })], { protocolStamp: "b" });
    const rows = records(files(run([player("A")], [line({})]), other)["table1.csv"]);
    expect(rows.map(({ model, protocol, attempted }) => [model, protocol, attempted])).toEqual([
      ["A", "aaaa1111", "1"],
      ["A", "b", "1"],
    ]);
  });

  test("shows a loss as a number", () => {
    const [row] = records(files(run([player("A")], [line({}, { scoreCents: -3 * MILLION_CENTS })]))["table1.csv"]);
    expect(row?.["score_musd_mean"]).toBe("-3.0");
  });
});

describe("trials.csv", () => {
  /** The record of one trial. */
  function record(result: Partial<TrialResult>): Record<string, string> | undefined {
    return records(files(run([player("A")], [line({}, result)]))["trials.csv"])[0];
  }

  test("begins with the promised columns", () => {
    expect(files(run([], []))["trials.csv"].startsWith(TRIALS_HEADING)).toBe(true);
  });

  test.each<[what: string, result: Partial<TrialResult>, expected: Record<string, string>]>([
    [
      "a survivor",
      { raisedCents: 2_000_000_10 },
      {
        outcome: "survived",
        score_usd: "20000000.00",
        raised_usd: "2000000.10",
        score_less_raised_usd: "17999999.90",
        crisis3: "1",
      },
    ],
    [
      "a bankrupt company",
      bankrupt(40),
      {
        outcome: "bankrupt",
        months: "40",
        months_acted: "41",
        score_usd: "0.00",
        final_cash_usd: "-5000.50",
        crisis1: "1",
        crisis2: "0",
        trailing_revenue_usd: "",
      },
    ],
    [
      "a truncated trial",
      truncated(50),
      {
        outcome: "truncated",
        months: "50",
        score_usd: "",
        score_less_raised_usd: "",
        crisis1: "",
        crisis2: "",
        outcome_detail: "costUsd",
      },
    ],
    [
      "a failed trial",
      failed(50),
      { outcome: "failed", score_usd: "", crisis2: "", outcome_detail: "overloaded", state_hash: "" },
    ],
    ["a short horizon", { crises: [true, null, null] }, { crisis1: "1", crisis2: "", crisis3: "" }],
    [
      "actions",
      { closings: 3, requests: 4, refusedRequests: 2 },
      { closings: "3", requests: "4", refused_requests: "2", actions: "7" },
    ],
    ["a player without a model", {}, { input_tokens: "", cached_input_tokens: "", output_tokens: "", cost_usd: "" }],
    [
      "a model",
      {
        usage: {
          inputTokens: 12,
          cachedInputTokens: null,
          cacheWriteTokens: null,
          outputTokens: 3,
          reasoningTokens: null,
          costUsd: 0.0012345,
        },
      },
      { input_tokens: "12", cached_input_tokens: "", output_tokens: "3", cost_usd: "0.001234" },
    ],
  ])("tells of %s", (_what, result, expected) => {
    expect(record(result)).toMatchObject(expected);
  });

  test("lists players as the run does, then seeds and repeats as numbers", () => {
    const places: [string, number, number][] = [
      ["A", 10, 0],
      ["B", 2, 1],
      ["A", 2, 1],
      ["A", 2, 0],
      ["B", 2, 0],
    ];
    const lines = places.map(([label, seed, repeat]) => line({ label, seed, repeat }));
    const rows = records(files(run([player("B"), player("A")], lines))["trials.csv"]);
    expect(rows.map(({ model, seed, repeat }) => `${model} ${seed} ${repeat}`)).toEqual([
      "B 2 0",
      "B 2 1",
      "A 2 0",
      "A 2 1",
      "A 10 0",
    ]);
  });
});

describe("a label that a spreadsheet would run", () => {
  const cell = (label: string, played: TrialLine[]) =>
    records(files(run([player(label)], played))["table1.csv"])[0]?.["model"];

  test.each([
    ["=cmd()", "'=cmd()"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@x", "'@x"],
    ["GPT-5.5", "GPT-5.5"],
    ['a,"b"', 'a,"b"'],
  ])("%s is written %s", (label, written) => {
    expect(cell(label, [])).toBe(written);
    expect(cell(label, [line({ label })])).toBe(written);
  });
});
