// What the company has raised: the cap table and the history of requests.
import type { FundingRequest, SettledRequest } from "../../sim/company.ts";
import type { Json } from "../../std/json.ts";
import { formatUsd, usdOfCents } from "../../std/money.ts";
import { answer } from "../answer.ts";
import { MAX_ANSWER_CHARS, type ToolResult } from "../contract.ts";
import type { Office } from "../office.ts";

/** Holders, shares and the issue price of each round; never a current price. */
export function capTableDocument(office: Office): ToolResult {
  const rounds = office.company.history.flatMap((past) =>
    past.outcome === "settled" && past.instrument === "equity"
      ? [{ holder: `Equity round, month ${past.month}`, shares: past.shares, issue_price_usd: past.priceUsd }]
      : [],
  );
  const founders = office.scenario.papers.holders.map((holder) => ({ ...holder }));
  const holders = [...founders, ...rounds];
  const total = holders.reduce((sum, holder) => sum + holder.shares, 0);
  const lines = holders.map(
    (holder) =>
      `${holder.holder}: ${holder.shares.toLocaleString("en-US")} shares at $${holder.issue_price_usd.toFixed(2)}`,
  );
  const text = ["Cap table", ...lines, `Total: ${total.toLocaleString("en-US")} shares`].join("\n");
  return answer(text, { document: "cap_table", holders, total_shares: total });
}

/**
 * Every request for money, with its outcome once that is known; newest last. It has no months to page by, so
 * where it grows too long the oldest requests give way: they are counted, and the ledger shows what they brought.
 */
export function fundingHistoryDocument(office: Office): ToolResult {
  const { history, pending } = office.company;
  const requests = [...history.map(cameBack), ...(pending === null ? [] : [stillPending(pending)])];
  const shown = newestThatFit(requests);
  const leftOut = requests.length - shown.length;
  const declined = history.slice(0, leftOut).filter(({ outcome }) => outcome === "declined").length;
  const lines = shown.map((request) => request.text);
  if (requests.length === 0) lines.push("No request has been made.");
  if (leftOut > 0)
    lines.unshift(
      `[${leftOut} older requests left out, ${declined} of them declined. What the others brought is in general_ledger.]`,
    );
  return answer(["Funding history", ...lines].join("\n"), {
    document: "funding_history",
    left_out: leftOut,
    requests: shown.map((request) => request.data),
  });
}

interface RequestRow {
  readonly text: string;
  readonly data: Json;
}

function cameBack(past: SettledRequest): RequestRow {
  const asked = askedFor(past.request);
  if (past.outcome === "declined") {
    return {
      text: `${asked.text}; declined in m${past.month}`,
      data: { ...asked.data, answered_month: past.month, status: "declined" },
    };
  }
  const terms =
    past.instrument === "equity"
      ? {
          text: `${past.shares.toLocaleString("en-US")} shares at $${past.priceUsd.toFixed(2)}`,
          data: { issue_price_usd: past.priceUsd, shares: past.shares },
        }
      : {
          text: `a note at ${(past.ratePerYear * 100).toFixed(2)} % a year`,
          data: { rate_pct: past.ratePerYear * 100 },
        };
  const received = { answered_month: past.month, status: "settled", received_usd: usdOfCents(past.amountCents) };
  return {
    text: `${asked.text}; $${formatUsd(past.amountCents)} received in m${past.month}, ${terms.text}`,
    data: { ...asked.data, ...received, ...terms.data },
  };
}

function stillPending(request: FundingRequest): RequestRow {
  const asked = askedFor(request);
  return { text: `${asked.text}; pending`, data: { ...asked.data, status: "pending" } };
}

function askedFor({ instrument, month, askedCents }: FundingRequest) {
  return {
    text: `m${month}: ${instrument} $${formatUsd(askedCents)} asked`,
    data: { instrument, requested_month: month, requested_usd: usdOfCents(askedCents) },
  };
}

/** Room for the heading and for the line that says what was left out. */
const RESERVE_CHARS = 150;

function newestThatFit(requests: readonly RequestRow[]): readonly RequestRow[] {
  let used = RESERVE_CHARS;
  const tooMany = requests.findLastIndex((request) => {
    used += request.text.length + 1;
    return used > MAX_ANSWER_CHARS;
  });
  return requests.slice(tooMany + 1);
}
