// Makes the month table of the world from public series: which column comes from what, and how it is written.
import { EPISODE_MONTHS, type MacroMonth, macroMonthSchema, macroTableSchema } from "../../src/sim/scenario.ts";
import { UserError } from "../../src/std/user-error.ts";
import {
  ebitdaMarginPct,
  grossMarginPct,
  growthPct,
  knownQuarterStart,
  lastQuarterEnd,
  regimeOf,
  round6,
  surgePct,
} from "./formulas.ts";
import { monthKey, readSources, type SourceMonth, type Sources } from "./source-folder.ts";

/** The bytes of `data/macro.csv`, made from a folder of raw files. Throws a UserError where a file is not as it should be. */
export function buildMacroCsv(folder: string): string {
  const rows = macroTableSchema.parse(deriveMonths(readSources(folder, EPISODE_MONTHS)));
  const columns = Object.keys(macroMonthSchema.shape) as (keyof MacroMonth)[];
  const lines = rows.map((row) => columns.map((column) => cellText(column, row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

/** Months whose change in consumer credit is a change of reporting: December 2015, June 2021, December 2024, March 2025. */
const REPORTING_BREAKS: ReadonlySet<number> = new Set([11, 77, 119, 122]);

/** The market moves this many months before the company does. */
const INDUSTRY_LEAD_MONTHS = 3;

function deriveMonths(sources: Sources): MacroMonth[] {
  const { months } = sources;
  const first = at(months, 0);
  const gdpAt = (month: number) => levelAt(sources.gdp, "GDP", knownQuarterStart(month));
  const creditAt = (month: number) => levelAt(sources.consumerCredit, "TOTALSL", month);
  const growth = months.map((_, month) => growthPct(creditAt, month, REPORTING_BREAKS));
  const grossMargin = months.map((source) => grossMarginPct(source.consumer_chargeoff, source.tsy2y + source.baa));
  const unemployment = months.map((source) => source.unrate);
  return months.map((source, month) => ({
    month,
    label: monthLabel(month),
    gdp_index: round6((100 * gdpAt(month)) / gdpAt(0)),
    cpi_index: round6((100 * source.cpi) / first.cpi),
    ...publishedColumns(source),
    industry_gross_margin: at(grossMargin, lastQuarterEnd(month)),
    industry_ebitda_margin: ebitdaMarginPct(at(grossMargin, lastQuarterEnd(month))),
    industry_user_growth: round6(at(growth, month) + surgePct(month + INDUSTRY_LEAD_MONTHS)),
    base_growth_pct: at(growth, month),
    gross_margin_pct: at(grossMargin, month),
    ebitda_margin_pct: ebitdaMarginPct(at(grossMargin, month)),
    surge_pct: surgePct(month),
    regime: regimeOf(unemployment, growth, month),
  }));
}

/** The columns that are shown as they were published. */
function publishedColumns(source: SourceMonth) {
  return {
    unemployment_rate: source.unrate,
    fed_funds_rate: source.fedfunds,
    sofr: source.sofr_filled,
    treasury_2y: source.tsy2y,
    treasury_5y: source.tsy5y,
    treasury_10y: source.tsy10y,
    treasury_30y: source.tsy30y,
    baa_yield: source.baa,
    vix: source.vix,
    pe_ratio: source.pe_ratio,
    ps_ratio: source.ps_ratio,
  };
}

const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Jan 2xx0` … `Dec 2xx9`, then `Jan 2x10` …: a calendar without a date. */
function monthLabel(month: number): string {
  const year = Math.floor(month / 12);
  return `${at(MONTH_NAMES, month % 12)} ${year < 10 ? `2xx${year}` : `2x${year}`}`;
}

function levelAt(series: ReadonlyMap<string, number>, name: string, month: number): number {
  const value = series.get(monthKey(month));
  if (value === undefined) throw new UserError(`the series ${name} has no value for ${monthKey(month)}`);
  return value;
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value at ${index}`);
  return value;
}

/** Decimals a column is written with, where not 6: series keep the decimals they are published with. */
const DECIMALS: Partial<Record<keyof MacroMonth, number>> = {
  month: 0,
  unemployment_rate: 2,
  fed_funds_rate: 2,
  sofr: 2,
  treasury_2y: 2,
  treasury_5y: 2,
  treasury_10y: 2,
  treasury_30y: 2,
  baa_yield: 2,
  vix: 2,
  pe_ratio: 2,
  ps_ratio: 3,
};

function cellText(column: keyof MacroMonth, value: number | string): string {
  return typeof value === "string" ? value : value.toFixed(DECIMALS[column] ?? 6);
}
