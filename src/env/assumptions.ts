// What a projection assumes where its caller does not say: means of what the closed statements show.
import { incomeStatement } from "../ledger/income-statement.ts";
import { present } from "../std/assert.ts";
import type { Office } from "./office.ts";

/** The five constants of a projection. */
export const ASSUMPTIONS = [
  "growth_pct_month",
  "gross_margin_pct",
  "ebitda_margin_pct",
  "collection_rate",
  "lending_rate_pct",
] as const;

/** A value for each assumption: percent, percent, percent, a share, percent a year. */
export type Assumptions = Readonly<Record<(typeof ASSUMPTIONS)[number], number>>;

const MEAN_MONTHS = 3;

/** Simple means over the last one to three closed months; empty while none is closed. */
export function closedMeans(office: Office): Partial<Assumptions> {
  const last = office.lastClosedMonth;
  if (last === null) return {};
  const count = Math.min(MEAN_MONTHS, last + 1);
  const realised = Array.from({ length: count }, (_, index) => realisedIn(office, last - index));
  const mean = (key: keyof Assumptions): number => realised.reduce((sum, month) => sum + month[key], 0) / count;
  return {
    growth_pct_month: mean("growth_pct_month"),
    gross_margin_pct: mean("gross_margin_pct"),
    ebitda_margin_pct: mean("ebitda_margin_pct"),
    collection_rate: mean("collection_rate"),
    lending_rate_pct: mean("lending_rate_pct"),
  };
}

function realisedIn(office: Office, month: number): Assumptions {
  const { company } = office;
  const { journal } = company;
  const amounts = present(company.months[month], `month ${month} has not run`);
  const statement = incomeStatement(journal, month);
  const before = company.positionAtEndOf(month - 1);
  const billed = before.billedPrincipal + before.billedInterest + amounts.principalBilled + amounts.interestBilled;
  return {
    growth_pct_month: share(100 * (amounts.borrowers - before.borrowers), before.borrowers),
    gross_margin_pct: share(100 * statement.grossProfit, statement.revenue),
    ebitda_margin_pct: share(100 * statement.ebitda, statement.revenue),
    collection_rate: share(amounts.principalCollected + amounts.interestCollected, billed),
    lending_rate_pct: share(100 * statement.revenue * 12, before.loans),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
