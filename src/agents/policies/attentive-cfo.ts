// A careful CFO without foresight: what it knows comes out of the tools, as facts, and what it decides is said in words.
// It sees that the market grows before the company does, and asks while there is still money to wait with.
import type { Desk, Instrument, ToolCall } from "../../env/contract.ts";
import { formatUsd } from "../../std/money.ts";
import { lookAtCash, type Policy, pass, raise } from "./policy.ts";

/** How careful it is. */
export interface AttentiveParams {
  /** Months after which closed books are too old. */
  readonly closeEveryMonths: number;
  /** Months it looks ahead: a request may take half a year, and the money must then last through a surge. */
  readonly horizonMonths: number;
  /** Growth it prepares for in quiet times, percent a month: a surge may begin at any time. */
  readonly stressGrowthPct: number;
  /** Cash it does not want to fall below within the horizon. */
  readonly reserveUsd: number;
  /** It asks for no less: every round tires the market. */
  readonly roundUsd: number;
  /** It asks for at most this share of the loans at once, a size the market knows from lenders. */
  readonly maxShareOfLoans: number;
  /** Fear at which shares sell badly: above it only an urgent need asks for equity. */
  readonly calmVix: number;
  /** Money market rate up to which a note is tried where shares were declined, percent. */
  readonly cheapSofrPct: number;
}

/** Watches cash and market every month, closes the books by the calendar, and raises what its projection lacks. */
export function attentiveCfo(params: AttentiveParams): Policy {
  const books = new Books();
  return (desk) => {
    const { month, closedThrough, pending } = desk.opening.data;
    const isStale = month - (closedThrough ?? -1) > params.closeEveryMonths;
    books.readIfNew(desk);
    const why = pending === null ? raiseIfNeeded(desk, params, books) : null;
    if (desk.isMonthDecided) return why ?? "asks for money";
    if (isStale) desk.call({ name: "book_closing", arguments: {} });
    const parts = [why ?? (pending === null ? "cash lasts" : "waits for the pending request")];
    if (isStale) parts.push("the books are old and are closed");
    return desk.isMonthDecided ? parts.join("; ") : pass(desk, parts.join("; "));
  };
}

/** What it remembers of the last books it read. */
class Books {
  loansUsd = 50_000_000;
  #readThrough: number | null = null;

  readIfNew(desk: Desk): void {
    const { closedThrough } = desk.opening.data;
    if (closedThrough === this.#readThrough) return;
    const sheet = facts(desk, {
      name: "review_financial_records",
      arguments: { action: "retrieve", document: "balance_sheet", from_month: closedThrough, to_month: closedThrough },
    });
    this.loansUsd = last(sheet["loans_usd"]) ?? this.loansUsd;
    this.#readThrough = closedThrough;
  }
}

function raiseIfNeeded(desk: Desk, params: AttentiveParams, books: Books): string | null {
  const cashUsd = lookAtCash(desk);
  if (cashUsd === undefined) return null;
  const market = facts(desk, {
    name: "analyze_market_conditions",
    arguments: { indicators: ["industry_user_growth", "vix", "sofr"] },
  });
  const growthPct = params.stressGrowthPct + (last(market["industry_user_growth"]) ?? 0);
  const troughUsd = troughAhead(desk, params.horizonMonths, growthPct, cashUsd);
  const lackUsd = params.reserveUsd - troughUsd;
  if (lackUsd <= 0) return null;
  // What arrives is less than what was asked.
  const amountUsd = Math.min(
    Math.max(params.roundUsd, lackUsd / EXPECTED_FILL),
    params.maxShareOfLoans * books.loansUsd,
  );
  const isAfraid = (last(market["vix"]) ?? 0) > params.calmVix;
  const instrument: Instrument =
    isAfraid && (last(market["sofr"]) ?? Infinity) <= params.cheapSofrPct ? "debt" : "equity";
  return raise(desk, instrument, amountUsd, `cash would fall to $${formatUsd(Math.round(troughUsd * 100))}`);
}

const EXPECTED_FILL = 0.85;

/** The lowest cash of the months ahead: the projection from the closed books, set off from today's cash. */
function troughAhead(desk: Desk, horizonMonths: number, growthPct: number, cashUsd: number): number {
  const { month, closedThrough } = desk.opening.data;
  const behind = month - 1 - (closedThrough ?? -1);
  const projected = facts(desk, {
    name: "conduct_cashflow_projection",
    arguments: {
      horizon_months: Math.min(24, horizonMonths + behind),
      growth_pct_month: growthPct,
      ...(closedThrough === null ? BEFORE_ANY_BOOKS : {}),
    },
  });
  const closing = numbers(projected["closing_cash_usd"]);
  const openingUsd = behind === 0 ? numbers(projected["opening_cash_usd"])[0] : closing[behind - 1];
  const ahead = closing.slice(behind);
  return openingUsd === undefined ? cashUsd : cashUsd + Math.min(0, ...ahead.map((usd) => usd - openingUsd));
}

const BEFORE_ANY_BOOKS = { gross_margin_pct: 32, ebitda_margin_pct: 6, collection_rate: 0.97, lending_rate_pct: 5 };

function facts(desk: Desk, call: ToolCall): Readonly<Record<string, unknown>> {
  const { data, isError } = desk.call(call);
  return isError ? {} : (data as Readonly<Record<string, unknown>>);
}

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item): item is number => typeof item === "number") : [];
}

function last(value: unknown): number | undefined {
  return numbers(value).at(-1);
}
