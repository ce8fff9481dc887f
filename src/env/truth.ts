// What really happened, for the runner alone: state hashes, month truths, audits, the engine fingerprint.
import { ACCOUNT_IDS } from "../ledger/accounts.ts";
import { balanceSheet } from "../ledger/balance-sheet.ts";
import { cashFlowStatement } from "../ledger/cash-flow-statement.ts";
import { OPENING_MONTH } from "../ledger/entry.ts";
import { incomeStatement } from "../ledger/income-statement.ts";
import type { Company } from "../sim/company.ts";
import { CRISIS_WINDOWS, type Scenario } from "../sim/scenario.ts";
import { type Score, scoreOfSurvivor } from "../sim/score.ts";
import { sha256Hex, stampOf } from "../std/hash.ts";
import { canonicalJson } from "../std/json.ts";
import { type Cents, formatPlainUsd } from "../std/money.ts";
import type { ToolCall } from "./contract.ts";
import { TOOL_SPECS } from "./desk.ts";
import { Episode } from "./episode.ts";
import { PAPER_PROTOCOL, type Protocol } from "./protocol.ts";

/** The company's figures after a month, in cents and heads. */
export interface MonthTruth {
  readonly cash: Cents;
  readonly loans: Cents;
  readonly debt: Cents;
  readonly equity: Cents;
  readonly revenue: Cents;
  readonly borrowers: number;
}

/** The figures at the end of a month that has run, whatever has settled since. */
export function monthTruth(company: Company, month: number): MonthTruth {
  const sheet = balanceSheet(company.journal, month);
  return {
    cash: sheet.cash,
    loans: sheet.loans,
    debt: sheet.notesPayable,
    equity: sheet.totalEquity,
    revenue: 0 - company.journal.movement("interestIncome", month, month),
    borrowers: company.positionAtEndOf(month).borrowers,
  };
}

/**
 * Hash of the books and the requests at the end of a month, chained over the months before: equal wherever
 * the same decisions were made on the same seed, whatever was looked up in between and has settled since.
 */
export function stateHash(previous: string, company: Company, month: number): string {
  const { history, journal } = company;
  const { borrowers, lossCarryforward, notes } = company.positionAtEndOf(month);
  const balances = journal.movements(OPENING_MONTH, month);
  // A request that came back as the next month opened was still out when this one ended.
  const pending = history.find((past) => past.month > month)?.request ?? company.pending;
  // Values in a fixed order and without names, so that no renaming changes a hash.
  const state = [
    month,
    ACCOUNT_IDS.map((id) => balances[id]),
    journal.countThrough(month),
    borrowers,
    lossCarryforward,
    notes.map((note) => [note.principalCents, note.ratePerYear, note.settledMonth]),
    history.filter((past) => past.month === month).map(settledValues),
    pending === null ? null : requestValues(pending),
  ];
  return sha256Hex(previous + JSON.stringify(state)).slice(0, 32);
}

type Settled = Company["history"][number];

function requestValues(request: Settled["request"]): unknown[] {
  const { instrument, askedCents, month, dueMonth, succeeds, filledCents } = request;
  return [instrument, askedCents, month, dueMonth, succeeds, filledCents];
}

function settledValues(past: Settled): unknown[] {
  const request = requestValues(past.request);
  if (past.outcome === "declined") return ["declined", request];
  const terms = past.instrument === "equity" ? [past.priceUsd, past.shares] : [past.ratePerYear];
  return ["settled", request, past.amountCents, ...terms];
}

/** Money raised and rounds settled over a trial. */
export interface FundingTotals {
  readonly raisedCents: Cents;
  readonly equityRounds: number;
  readonly debtRounds: number;
}

/** Totals of what settled, bankrupt trials included. */
export function fundingTotals(company: Company): FundingTotals {
  let raisedCents = 0;
  let equityRounds = 0;
  let debtRounds = 0;
  for (const past of company.history) {
    if (past.outcome !== "settled") continue;
    raisedCents += past.amountCents;
    if (past.instrument === "equity") equityRounds += 1;
    else debtRounds += 1;
  }
  return { raisedCents, equityRounds, debtRounds };
}

/** Whether each crisis was survived by a company that lived `months`; null where the horizon ends before it. */
export function crisesSurvived(months: number, horizon: number): [boolean | null, boolean | null, boolean | null] {
  const [first, second, third] = CRISIS_WINDOWS.map(({ last }) => (horizon <= last ? null : months > last));
  return [first ?? null, second ?? null, third ?? null];
}

/** The score of an episode that was survived. */
export function survivorScore(episode: Episode): Score {
  return scoreOfSurvivor(episode.company, episode.protocol.horizon, episode.protocol.ruleset, episode.counts.toolCalls);
}

/**
 * Audits the books of a month; returns what is wrong, in words, or nothing.
 * Checks that the statements can be realised, that they balance, and that balances roll forward from the month before.
 */
export function auditMonth(company: Company, month: number): readonly string[] {
  const { journal } = company;
  const faults: string[] = [];
  const expectEqual = (what: string, left: Cents, right: Cents): void => {
    if (left !== right) faults.push(`month ${month}: ${what}: ${formatPlainUsd(left)} is not ${formatPlainUsd(right)}`);
  };
  const before = balanceSheet(journal, month - 1);
  const after = balanceSheet(journal, month);
  const income = incomeStatement(journal, month);
  const cash = cashFlowStatement(journal, month);
  const amounts = company.months[month];
  expectEqual("assets and liabilities with equity", after.totalAssets, after.totalLiabilities + after.totalEquity);
  expectEqual("statement cash and ledger cash", cash.closingCash, after.cash);
  expectEqual("opening cash and last month's", cash.openingCash, before.cash);
  expectEqual(
    "net income and the change in retained earnings",
    income.netIncome,
    after.retainedEarnings - before.retainedEarnings,
  );
  expectEqual("direct and indirect operating cash", cash.operating, cash.indirect.operating);
  expectEqual("equity issued and the change in capital", cash.equityIssued, after.commonStock - before.commonStock);
  expectEqual(
    "notes issued less repaid",
    cash.notesIssued + cash.notesRepaid,
    after.notesPayable - before.notesPayable,
  );
  if (amounts === undefined) return [...faults, `month ${month}: no operations were run`];
  const { lending, principalBilled, chargeOff, provision, interestBilled } = amounts;
  expectEqual("loans rolled forward", after.loans, before.loans + lending - principalBilled - chargeOff);
  expectEqual("allowance rolled forward", after.allowance, before.allowance + provision - chargeOff);
  expectEqual(
    "billed principal rolled forward",
    after.billedPrincipal,
    before.billedPrincipal + principalBilled - amounts.principalCollected,
  );
  expectEqual(
    "billed interest rolled forward",
    after.billedInterest,
    before.billedInterest + interestBilled - amounts.interestCollected,
  );
  return faults;
}

/** Hash of the tools as they are offered: names, descriptions and schemas. */
export const TOOL_HASH = stampOf(TOOL_SPECS);

/**
 * The version of the world: the hash of everything observed on a scripted tour that calls every tool and takes
 * every action on three seeds, with the month hashes. Same behaviour, same fingerprint, on any machine.
 */
export function engineFingerprint(scenario: Scenario): string {
  const variants: readonly Protocol[] = [
    PAPER_PROTOCOL,
    { ...PAPER_PROTOCOL, exclusivity: false, ruleset: "hardened" },
    { ...PAPER_PROTOCOL, delay: false, noise: false, discloseHorizon: true },
  ];
  const tours = variants.map((protocol, seed) => tourOf(new Episode(scenario, protocol, seed)));
  return stampOf({ tools: TOOL_SPECS, tours });
}

/** Months of the tour: past the first two surges, with debt, equity, closings and refusals in them. */
const TOUR_MONTHS = 40;

function tourOf(episode: Episode): string {
  let hash = "";
  for (let month = 0; month < TOUR_MONTHS; month += 1) {
    const { desk } = episode;
    hash = sha256Hex(hash + canonicalJson(desk.opening));
    for (const call of tourCalls(month)) hash = sha256Hex(hash + canonicalJson(desk.call(call)));
    if (!desk.isMonthDecided) hash = sha256Hex(hash + canonicalJson(desk.call({ name: "pass", arguments: {} })));
    const step = episode.step();
    hash = stateHash(sha256Hex(hash + canonicalJson(step)), episode.company, month);
    if (step.kind === "terminated") break;
  }
  return hash;
}

function tourCalls(month: number): readonly ToolCall[] {
  const document = DOCUMENTS_TOURED[month % DOCUMENTS_TOURED.length];
  const assumptions = { growth_pct_month: 1, gross_margin_pct: 40, ebitda_margin_pct: 10, collection_rate: 0.97 };
  const looks: ToolCall[] = [
    { name: "verify_cash_position", arguments: {} },
    { name: "review_financial_records", arguments: { action: "list" } },
    { name: "review_financial_records", arguments: { action: "retrieve", document } },
    { name: "analyze_market_conditions", arguments: { indicators: ["vix", "industry_user_growth", "pe_ratio"] } },
    { name: "conduct_cashflow_projection", arguments: { horizon_months: 6, ...assumptions, lending_rate_pct: 6 } },
    { name: "conduct_cashflow_projection", arguments: { horizon_months: 3 } },
    { name: "save_note", arguments: { content: `month ${month}`, tags: ["tour"] } },
    { name: "recall_notes", arguments: { query: "MONTH", limit: 3 } },
    { name: "unknown_tool", arguments: {} },
  ];
  const raise = (instrument: string, amountUsd: number): ToolCall => ({
    name: "fund_raising_request",
    arguments: { instrument, amount_usd: amountUsd },
  });
  const actions = [raise("equity", 2e7), { name: "book_closing", arguments: {} }, raise("debt", 5e6)];
  return [...looks, ...(month % 4 === 3 ? [] : [actions[month % 4] as ToolCall])];
}

const DOCUMENTS_TOURED = [
  "cap_table",
  "income_statement",
  "balance_sheet",
  "cash_flow_statement",
  "general_ledger",
  "funding_history",
  "company_overview",
  "governance_approvals",
  "vendor_contract_1",
];
