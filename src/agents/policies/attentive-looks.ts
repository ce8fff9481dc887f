// What the attentive CFO asks the tools, and how it reads their answers. A look-up that is refused leaves it with what it
// would assume of a quiet market and of the books it has read last.
import type { Desk, ToolCall } from "../../env/contract.ts";

/** The market today. */
export interface Market {
  /** Growth of the industry's users, percent a month: the company follows a few months later. */
  readonly growthPct: number;
  readonly vix: number;
  readonly sofrPct: number;
}

/** Reads the market; costs a look-up. */
export function lookAtMarket(desk: Desk): Market {
  const { month } = desk.opening.data;
  const market = factsOf(desk, {
    name: "analyze_market_conditions",
    arguments: { indicators: ["industry_user_growth", "vix", "sofr"], from_month: month },
  });
  const [growthPct = 0] = numbersIn(market, "industry_user_growth");
  const [vix = 0] = numbersIn(market, "vix");
  const [sofrPct = 0] = numbersIn(market, "sofr");
  return { growthPct, vix, sofrPct };
}

/**
 * How much cash could be spent from today to the worst of the months ahead, in dollars; costs a look-up. The projection
 * starts at the last closed books and knows nothing of what has been raised since: only its changes are used.
 */
export function cashShortfallFrom(desk: Desk, horizonMonths: number, growthPct: number): number {
  const { month, closedThrough } = desk.opening.data;
  const monthsSinceBooks = month - 1 - (closedThrough ?? -1);
  const projection = factsOf(desk, {
    name: "conduct_cashflow_projection",
    arguments: {
      horizon_months: Math.min(LONGEST_PROJECTION, monthsSinceBooks + horizonMonths),
      growth_pct_month: Math.min(growthPct, STRONGEST_GROWTH_PCT),
      ...(closedThrough === null ? BEFORE_ANY_BOOKS : {}),
    },
  });
  const todayUsd = numbersIn(projection, "opening_cash_usd")[monthsSinceBooks];
  const aheadUsd = numbersIn(projection, "closing_cash_usd").slice(monthsSinceBooks);
  return todayUsd === undefined ? 0 : Math.max(0, ...aheadUsd.map((usd) => todayUsd - usd));
}

/** Bounds of the projection's own arguments. */
const LONGEST_PROJECTION = 24;
const STRONGEST_GROWTH_PCT = 20;

/** A plain lender's figures, for as long as there are no books to take better ones from. */
const BEFORE_ANY_BOOKS = { gross_margin_pct: 35, ebitda_margin_pct: 9, collection_rate: 0.97, lending_rate_pct: 5 };

/** Keeps what the last closed books say. */
export class BookReader {
  /** Loans on the books; the opening balance sheet's until others are closed. */
  loansUsd = 50_000_000;
  #readThrough: number | null = null;

  /** Reads the balance sheet once after each closing; costs a look-up. */
  readIfNew(desk: Desk): void {
    const { closedThrough } = desk.opening.data;
    if (closedThrough === null || closedThrough === this.#readThrough) return;
    const sheet = factsOf(desk, {
      name: "review_financial_records",
      arguments: { action: "retrieve", document: "balance_sheet", from_month: closedThrough },
    });
    this.loansUsd = numbersIn(sheet, "loans_usd").at(-1) ?? this.loansUsd;
    this.#readThrough = closedThrough;
  }
}

type Facts = Readonly<Record<string, unknown>>;

function factsOf(desk: Desk, call: ToolCall): Facts {
  const { data, isError } = desk.call(call);
  return isError ? {} : (data as Facts);
}

function numbersIn(facts: Facts, key: string): readonly number[] {
  const list = facts[key];
  return Array.isArray(list) ? list.filter((item): item is number => typeof item === "number") : [];
}
