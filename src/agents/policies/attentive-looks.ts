// What the attentive CFO asks the tools, and how it reads their answers. Where a look-up is refused it goes on with less:
// a quiet market, no change of cash, the books it has read last.
import type { Desk, ToolCall } from "../../env/contract.ts";

/** The market today. */
export interface Market {
  /** Growth of the industry's users, percent a month: the company follows a few months later. */
  readonly growthPct: number;
  readonly grossMarginPct: number;
  readonly ebitdaMarginPct: number;
  /** What loans to weaker borrowers earn, percent a year. */
  readonly lendingPct: number;
  readonly vix: number;
  readonly sofrPct: number;
}

/** Reads the market; costs a look-up. */
export function lookAtMarket(desk: Desk): Market {
  const facts = factsOf(desk, {
    name: "analyze_market_conditions",
    arguments: { indicators: [...INDICATORS], from_month: desk.opening.data.month },
  });
  const today = (indicator: (typeof INDICATORS)[number]): number => numbersIn(facts, indicator)[0] ?? 0;
  return {
    growthPct: today("industry_user_growth"),
    grossMarginPct: today("industry_gross_margin"),
    ebitdaMarginPct: today("industry_ebitda_margin"),
    lendingPct: today("baa_yield"),
    vix: today("vix"),
    sofrPct: today("sofr"),
  };
}

const INDICATORS = [
  "industry_user_growth",
  "industry_gross_margin",
  "industry_ebitda_margin",
  "baa_yield",
  "vix",
  "sofr",
] as const;

/**
 * How much cash could be spent from today to the worst of the months ahead, in dollars; costs a look-up. The projection
 * starts at the last closed books and knows nothing of what has been raised since: only its changes are used. Undefined
 * when the budget refuses it, or the books are older than it reaches.
 */
export function cashSpentAhead(desk: Desk, horizonMonths: number, market: Market): number | undefined {
  const { month, closedThrough } = desk.opening.data;
  const monthsSinceBooks = month - 1 - (closedThrough ?? -1);
  const projection = factsOf(desk, {
    name: "conduct_cashflow_projection",
    arguments: {
      horizon_months: Math.min(LONGEST_PROJECTION, monthsSinceBooks + horizonMonths),
      growth_pct_month: Math.min(market.growthPct, STRONGEST_GROWTH_PCT),
      ...(closedThrough === null ? likeTheIndustry(market) : {}),
    },
  });
  const todayUsd = numbersIn(projection, "opening_cash_usd")[monthsSinceBooks];
  const aheadUsd = numbersIn(projection, "closing_cash_usd").slice(monthsSinceBooks);
  return todayUsd === undefined ? undefined : Math.max(0, ...aheadUsd.map((usd) => todayUsd - usd));
}

/** Bounds of the projection's own arguments. */
const LONGEST_PROJECTION = 24;
const STRONGEST_GROWTH_PCT = 20;

/** For as long as there are no books of its own to take figures from. */
function likeTheIndustry({ grossMarginPct, ebitdaMarginPct, lendingPct }: Market): object {
  return {
    gross_margin_pct: grossMarginPct,
    ebitda_margin_pct: ebitdaMarginPct,
    lending_rate_pct: lendingPct,
    // Nearly all borrowers pay on time.
    collection_rate: 0.97,
  };
}

/** Keeps what the last closed books say; before any are closed, what the opening balance sheet says. */
export class BookReader {
  loansUsd = 0;
  #readThrough: number | null | undefined;

  /** Reads the balance sheet once, and once after each closing; costs a look-up. */
  readIfNew(desk: Desk): void {
    const { closedThrough } = desk.opening.data;
    if (closedThrough === this.#readThrough) return;
    const month = closedThrough === null ? {} : { from_month: closedThrough };
    const sheet = factsOf(desk, {
      name: "review_financial_records",
      arguments: { action: "retrieve", document: "balance_sheet", ...month },
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
