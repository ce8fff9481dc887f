// `table1.csv` and `trials.csv`: the same results for machines. The only file that writes CSV.
import { stringify } from "csv-stringify/sync";
import type { MeanSd, Table1Row } from "./aggregate.ts";
import type { CsvColumn } from "./csv-column.ts";
import { fixed } from "./numbers.ts";
import type { ProtocolResults } from "./run-results.ts";
import type { Table1 } from "./table1.ts";
import { TRIAL_COLUMNS } from "./trial-columns.ts";

/** One row a player, no Overall rows; rows of different protocols tell themselves apart by the last column. */
export function table1Csv(tables: readonly Table1[]): string {
  return csvOf(
    TABLE1_COLUMNS,
    tables.flatMap(({ rows }) => rows),
  );
}

/** One row a trial, in the order of the players, then seed and repeat: the order of completion leaves no trace. */
export function trialsCsv(tables: readonly ProtocolResults[]): string {
  const trials = tables.flatMap(({ players }) =>
    players.flatMap((player) => player.lines.map((line) => ({ player, line }))),
  );
  return csvOf(TRIAL_COLUMNS, trials);
}

const TABLE1_COLUMNS: readonly CsvColumn<Table1Row>[] = [
  { name: "framework", isText: true, cell: (row) => row.framework },
  { name: "category", isText: true, cell: (row) => row.category },
  { name: "model", isText: true, cell: (row) => row.label },
  number("full_survival_pct", (row) => row.fullSurvivalPct),
  ...meanAndSd("months", (row) => row.months),
  ...meanAndSd("score_musd", (row) => row.scoreMusd),
  number("crisis1_pct", (row) => row.crisisPct[0]),
  number("crisis2_pct", (row) => row.crisisPct[1]),
  number("crisis3_pct", (row) => row.crisisPct[2]),
  number("tools_per_month", (row) => row.toolsPerMonth, 2),
  number("actions", (row) => row.actions),
  ...meanAndSd("raised_musd", (row) => row.raisedMusd),
  number("planned", (row) => row.planned, 0),
  number("attempted", (row) => row.attempted, 0),
  number("scored", (row) => row.scored, 0),
  { name: "protocol", isText: true, cell: (row) => row.protocolStamp },
];

function number(name: string, value: (row: Table1Row) => number | null, decimals = 1): CsvColumn<Table1Row> {
  return { name, isText: false, cell: (row) => fixed(value(row), decimals) };
}

function meanAndSd(name: string, value: (row: Table1Row) => MeanSd): CsvColumn<Table1Row>[] {
  return [number(`${name}_mean`, (row) => value(row).mean), number(`${name}_sd`, (row) => value(row).sd)];
}

/**
 * CSV with a heading. A label may be called `=cmd()`, which a spreadsheet would run, so words that look like a
 * formula get an apostrophe; a number may begin with a minus.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const records = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const isNumber = columns.map(({ isText }) => !isText);
  return stringify([columns.map(({ name }) => name), ...records], {
    escape_formulas: true,
    cast: {
      string: (value, { index }) =>
        value.startsWith("-") && isNumber[index] === true ? { value, escape_formulas: false } : value,
    },
  });
}
