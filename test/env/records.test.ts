import { describe, expect, test } from "vitest";
import type { ToolCall, ToolResult } from "../../src/env/contract.ts";
import type { Episode } from "../../src/env/episode.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { balanceSheet } from "../../src/ledger/balance-sheet.ts";
import { cashFlowStatement } from "../../src/ledger/cash-flow-statement.ts";
import { incomeStatement } from "../../src/ledger/income-statement.ts";
import { centsOfUsd } from "../../src/std/money.ts";
import { CLOSE, episodeAt, newEpisode, nextMonth, numbersIn, raise, retrieve } from "../support/play.ts";
import { SCENARIO } from "../support/scenario.ts";

const LIST: ToolCall = { name: "review_financial_records", arguments: { action: "list" } };

/** The desk of `month` with everything before `month - 1` closed; a company with money for years. */
function closedAt(month: number, protocol: Partial<Protocol> = {}): Episode {
  return episodeAt(month, { protocol, seed: 1 }, (desk, now) => {
    if (now === month - 1) desk.call(CLOSE);
    else if (desk.opening.data.pending === null) desk.call(raise("equity", 3e7));
  });
}

const monthsOf = ({ data }: ToolResult): unknown => (data as { months?: unknown }).months;

describe("the list of documents", () => {
  test("names all thirteen, with the months of those that have months", () => {
    const { text, data } = closedAt(20).desk.call(LIST);
    expect(text.split("\n")).toEqual([
      "Documents",
      "cap_table",
      "company_overview",
      "governance_approvals",
      "income_statement: months 0 to 18",
      "balance_sheet: months 0 to 18",
      "cash_flow_statement: months 0 to 18",
      "general_ledger: months 0 to 20",
      "vendor_contract_1",
      "vendor_contract_2",
      "vendor_contract_3",
      "vendor_contract_4",
      "vendor_contract_5",
      "funding_history",
    ]);
    expect(data).toMatchObject({ documents: expect.arrayContaining([{ document: "cap_table" }]) as unknown });
  });

  test("says where nothing is closed yet", () => {
    const { text } = newEpisode().desk.call(LIST);
    expect(text).toContain("income_statement: nothing closed yet");
    expect(text).toContain("balance_sheet: the opening one only");
    expect(text).toContain("general_ledger: months 0 to 0");
  });
});

describe("statements", () => {
  test.each<[document: string, asked: { from_month?: number; to_month?: number }, months: unknown]>([
    ["income_statement", {}, [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]],
    ["income_statement", { to_month: 3 }, [0, 1, 2, 3]],
    ["income_statement", { to_month: 15 }, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ["income_statement", { from_month: 17 }, [17, 18]],
    ["cash_flow_statement", { from_month: 4, to_month: 4 }, [4]],
    ["balance_sheet", { from_month: 4, to_month: 5 }, [4, 5]],
    ["balance_sheet", { from_month: 0, to_month: 1 }, ["opening", 0, 1]],
  ])("%s of %j has the months %j", (document, asked, months) => {
    const answer = closedAt(20).desk.call(retrieve(document, asked));
    expect(monthsOf(answer)).toEqual(months);
    const headings = (months as (number | string)[]).map((month) => (month === "opening" ? month : `m${month}`));
    expect(answer.text.split("\n")[1]?.trim().split(/\s+/)).toEqual(headings);
  });

  test("show what the books hold, with parentheses around what is taken off", () => {
    const episode = closedAt(9);
    const { journal } = episode.company;
    const range = { from_month: 6, to_month: 6 };
    const income = episode.desk.call(retrieve("income_statement", range));
    const sheet = episode.desk.call(retrieve("balance_sheet", range));
    const flows = episode.desk.call(retrieve("cash_flow_statement", range));
    const cents = (answer: ToolResult, key: string): number => centsOfUsd(numbersIn(answer, key)[0] ?? Number.NaN);
    expect(cents(income, "revenue_usd")).toBe(incomeStatement(journal, 6).revenue);
    expect(cents(income, "provision_usd")).toBe(0 - incomeStatement(journal, 6).provision);
    expect(cents(income, "net_income_usd")).toBe(incomeStatement(journal, 6).netIncome);
    expect(cents(sheet, "total_assets_usd")).toBe(balanceSheet(journal, 6).totalAssets);
    expect(cents(sheet, "total_liabilities_and_equity_usd")).toBe(balanceSheet(journal, 6).totalAssets);
    expect(cents(flows, "operating_usd")).toBe(cashFlowStatement(journal, 6).operating);
    expect(cents(flows, "indirect_operating_usd")).toBe(cashFlowStatement(journal, 6).operating);
    expect(income.text).toMatch(/^Provision for credit losses +\([\d,]+\.\d\d\)$/m);
    expect(sheet.text).toMatch(/^Allowance for Credit Losses +\([\d,]+\.\d\d\)$/m);
  });

  test("of a company with nothing closed are the opening balance sheet and two that say so", () => {
    const { desk } = newEpisode();
    const sheet = desk.call(retrieve("balance_sheet"));
    expect(monthsOf(sheet)).toEqual(["opening"]);
    expect(sheet.data).toMatchObject({
      cash_usd: [15_000_000],
      loans_usd: [50_000_000],
      total_equity_usd: [63_000_000],
    });
    for (const document of ["income_statement", "cash_flow_statement"]) {
      const answer = desk.call(retrieve(document));
      expect(answer).toMatchObject({ isError: false, data: { document, months: [] } });
      expect(answer.text).toContain("No month's books are closed yet");
    }
  });
});

describe("the general ledger", () => {
  const memosOf = ({ data }: ToolResult, month: number): readonly string[] =>
    (data as { entries: { month: number | "opening"; memo: string }[] }).entries.flatMap((entry) =>
      entry.month === month ? [entry.memo] : [],
    );
  const CASH_MEMOS = ["Loans funded", "Principal collected", "Interest collected", "Vendors paid", "Income tax paid"];

  test("shows entries that touch cash as they happen, and all others only once closed", () => {
    const { desk } = episodeAt(10, {}, (player, month) => {
      if (month === 7) player.call(CLOSE);
    });
    const answer = desk.call(retrieve("general_ledger", { from_month: 5, to_month: 8 }));
    expect(memosOf(answer, 8)).toEqual(CASH_MEMOS);
    expect(memosOf(answer, 7)).toEqual(CASH_MEMOS.slice(0, -1));
    expect(memosOf(answer, 6)).toEqual(expect.arrayContaining(["Interest billed", "Provision for credit losses"]));
    expect(memosOf(answer, 6)).toContain("Vendor services accrued");
    expect(answer.text).not.toMatch(/^m[78] .*(?:billed|Provision|charged off|accrued:)/m);
  });

  test("shows money that settled today", () => {
    const episode = newEpisode();
    nextMonth(episode, raise("equity", 2e7));
    while (episode.company.pending !== null) nextMonth(episode);
    const today = episode.desk.call(retrieve("general_ledger", { from_month: episode.month }));
    expect(memosOf(today, episode.month)).toEqual(["Equity issued"]);
    expect(today.text).toMatch(/Equity issued: Dr Cash [\d,.]+; Cr Common Stock and APIC [\d,.]+$/m);
  });

  test("begins with the opening entry where it begins with month 0", () => {
    const { desk } = newEpisode();
    const answer = desk.call(retrieve("general_ledger"));
    expect(answer.text.split("\n")[1]).toBe(
      "opening  Opening balances: Dr Cash 15,000,000.00; Dr Loans Receivable 50,000,000.00; " +
        "Cr Allowance for Credit Losses 2,000,000.00; Cr Common Stock and APIC 63,000,000.00",
    );
    const later = episodeAt(3).desk.call(retrieve("general_ledger", { from_month: 1 }));
    expect(later.text).not.toContain("Opening balances");
  });
});

describe("papers", () => {
  test("are the company's own, word for word", () => {
    const { desk } = newEpisode();
    const { papers } = SCENARIO;
    expect(desk.call(retrieve("company_overview")).text).toBe(papers.company_overview);
    expect(desk.call(retrieve("governance_approvals")).text).toBe(papers.governance_approvals);
    for (const [index, contract] of papers.vendor_contracts.entries()) {
      expect(desk.call(retrieve(`vendor_contract_${index + 1}`))).toMatchObject({
        text: contract,
        data: { text: contract },
      });
    }
  });

  test("the cap table lists holders, shares and issue prices, and adds each settled round", () => {
    const { text, data } = newEpisode().desk.call(retrieve("cap_table"));
    expect(text).toContain("Series B Investors: 4,000,000 shares at $10.00");
    expect(text).toContain("Total: 10,500,000 shares");
    expect(data).toMatchObject({ total_shares: 10_500_000 });
    const later = closedAt(20);
    const table = later.desk.call(retrieve("cap_table"));
    expect(table.data).toMatchObject({ total_shares: later.company.sharesOutstanding });
    expect(table.text.match(/Equity round, month \d+: [\d,]+ shares at \$\d+\.\d\d/g)).toHaveLength(
      later.company.history.filter((past) => past.outcome === "settled").length,
    );
  });

  test("the funding history tells what is pending, declined and received, oldest first", () => {
    expect(newEpisode().desk.call(retrieve("funding_history"))).toMatchObject({
      text: "Funding history\nNo request has been made.",
      data: { requests: [], left_out: 0 },
    });
    const episode = closedAt(20);
    const { text } = episode.desk.call(retrieve("funding_history"));
    const lines = text.split("\n").slice(1);
    expect(lines).toHaveLength(episode.company.history.length + (episode.company.pending === null ? 0 : 1));
    for (const line of lines) {
      expect(line).toMatch(
        /^m\d+: equity \$30,000,000\.00 asked; (?:pending|declined in m\d+|\$[\d,.]+ received in m\d+, [\d,]+ shares at \$[\d.]+)$/,
      );
    }
  });
});
