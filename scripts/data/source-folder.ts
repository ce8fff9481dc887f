// Reads the folder of raw files that the month table is made from. Knows files and blanks, no formula.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { UserError } from "../../src/std/user-error.ts";

/** The months of the table, `2015-01` first. */
export const FIRST_YEAR = 2015;

/** Columns of `macro_monthly.csv` that the table uses, in the order of its header. */
export const MONTHLY_COLUMNS = [
  "cpi",
  "unrate",
  "fedfunds",
  "sofr_filled",
  "tsy2y",
  "tsy5y",
  "tsy10y",
  "tsy30y",
  "baa",
  "vix",
  "pe_ratio",
  "ps_ratio",
  "consumer_chargeoff",
] as const;

/** A column of `macro_monthly.csv` that the table uses. */
export type MonthlyColumn = (typeof MONTHLY_COLUMNS)[number];

/** One month of the published series, blanks filled. */
export type SourceMonth = Readonly<Record<MonthlyColumn, number>>;

/** All that the table is made from. Series are keyed by the month they are dated to, `2014-10`. */
export interface Sources {
  readonly months: readonly SourceMonth[];
  readonly consumerCredit: ReadonlyMap<string, number>;
  readonly gdp: ReadonlyMap<string, number>;
}

/** The key of a month counted from January {@link FIRST_YEAR}; negative before it. */
export function monthKey(month: number): string {
  const year = FIRST_YEAR + Math.floor(month / 12);
  const monthOfYear = (((month % 12) + 12) % 12) + 1;
  return `${year}-${String(monthOfYear).padStart(2, "0")}`;
}

/** Reads and checks a folder laid out as `macro_monthly.csv` beside `raw/`, which holds TOTALSL and GDP. */
export function readSources(folder: string, monthCount: number): Sources {
  const rawFolder = join(folder, "raw");
  return {
    months: readMonths(join(folder, "macro_monthly.csv"), monthCount),
    consumerCredit: readSeries(findSeries(rawFolder, "TOTALSL")),
    gdp: readSeries(findSeries(rawFolder, "GDP")),
  };
}

type Row = Readonly<Record<string, string>>;

function readRows(file: string): Row[] {
  try {
    return parse(readFileSync(file, "utf8"), { columns: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new UserError(`${file}: cannot be read as CSV (${error instanceof Error ? error.message : String(error)})`, {
      hint: "Give a folder that holds macro_monthly.csv and raw/ with the TOTALSL and GDP series.",
    });
  }
}

function readMonths(file: string, monthCount: number): SourceMonth[] {
  const rows = readRows(file);
  if (rows.length !== monthCount) throw new UserError(`${file}: ${rows.length} months, expected ${monthCount}`);
  rows.forEach((row, month) => {
    if (row["date"] !== monthKey(month)) {
      throw new UserError(`${file}:${month + 2}: month '${row["date"] ?? ""}', expected '${monthKey(month)}'`);
    }
  });
  const columns = MONTHLY_COLUMNS.map((column) => [column, filledColumn(file, rows, column)] as const);
  return rows.map((_, month) =>
    Object.fromEntries(columns.map(([column, values]) => [column, values[month]])),
  ) as SourceMonth[];
}

/** The Bureau of Labor Statistics published nothing for October 2025: the mean of the neighbours stands in. */
const MIDPOINT_COLUMNS: ReadonlySet<MonthlyColumn> = new Set(["cpi", "unrate"]);

/** No S&P 500 sales after September 2025: price over the last known sales per share, 2042.16. */
const PRICE_TO_SALES_FILLS: Readonly<Record<string, number>> = { "2025-10": 3.298, "2025-11": 3.301, "2025-12": 3.356 };

function filledColumn(file: string, rows: readonly Row[], column: MonthlyColumn): number[] {
  const cells = rows.map((row, month) => cellOf(`${file}:${month + 2}`, row, column));
  return cells.map((cell, month) => {
    if (cell !== undefined) return cell;
    const fill = fillFor(cells, column, month);
    if (fill === undefined) throw new UserError(`${file}:${month + 2}: ${column} is blank and no fill is documented`);
    return fill;
  });
}

function fillFor(cells: readonly (number | undefined)[], column: MonthlyColumn, month: number): number | undefined {
  if (column === "ps_ratio") return PRICE_TO_SALES_FILLS[monthKey(month)];
  const before = cells[month - 1];
  const after = cells[month + 1];
  if (!MIDPOINT_COLUMNS.has(column) || before === undefined || after === undefined) return undefined;
  return (before + after) / 2;
}

function cellOf(place: string, row: Row, column: string): number | undefined {
  const text = row[column];
  if (text === undefined) throw new UserError(`${place}: no column '${column}'`);
  return text.trim() === "" ? undefined : numberOf(place, column, text);
}

function numberOf(place: string, column: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new UserError(`${place}: ${column} is not a number: '${text}'`);
  return value;
}

function findSeries(rawFolder: string, series: string): string {
  if (statSync(rawFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UserError(`${rawFolder}: no such folder`, { hint: "It must hold the raw TOTALSL and GDP series." });
  }
  const pattern = new RegExp(`^(fred_)?${series}(__.*)?\\.csv$`);
  const [file, ...others] = readdirSync(rawFolder).filter((name) => pattern.test(name));
  if (file === undefined) throw new UserError(`${rawFolder}: no file of the series ${series}`);
  if (others.length > 0) throw new UserError(`${rawFolder}: more than one file of the series ${series}`);
  return join(rawFolder, file);
}

function readSeries(file: string): ReadonlyMap<string, number> {
  const series = new Map<string, number>();
  readRows(file).forEach((row, index) => {
    const place = `${file}:${index + 2}`;
    const date = row["date"] ?? "";
    if (!/^\d{4}-\d{2}-01$/.test(date)) throw new UserError(`${place}: '${date}' is not the first day of a month`);
    const value = cellOf(place, row, "value");
    if (value === undefined || value <= 0) throw new UserError(`${place}: a level above zero is expected`);
    series.set(date.slice(0, 7), value);
  });
  return series;
}
