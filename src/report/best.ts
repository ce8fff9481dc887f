// Which cells of a table are marked: the best of a category, and the best of all. Pure.
import type { Table1Row } from "./aggregate.ts";
import { fixed } from "./numbers.ts";
import type { Table1 } from "./table1.ts";

/**
 * Columns in which more is better. Tools, actions and money raised are means, not ends, and are never marked; nor is
 * the score less money raised, of which a company that died without asking for money has the most.
 */
export type RankedColumn = "fullSurvival" | "months" | "score" | "crisis1" | "crisis2" | "crisis3";

/** How a cell is marked. */
export interface Mark {
  readonly bestOfCategory: boolean;
  readonly bestOfAll: boolean;
}

/** The mark of a cell, by column and row. */
export type Marks = (column: RankedColumn | null, row: Table1Row) => Mark;

/**
 * Finds the best cells. Cells that print alike are equally good, and where all ranked rows print alike nothing is
 * marked: a mark then would say nothing. Rows without a rank are neither marked nor compared with.
 */
export function marksOf({ groups, rows }: Table1): Marks {
  const categories = groups.flatMap((group) => group.categories.map((category) => category.rows));
  const bestOfAll = bestCells([rows]);
  const bestOfCategory = bestCells(categories);
  return (column, row) => ({
    bestOfAll: column !== null && bestOfAll[column].has(row),
    bestOfCategory: column !== null && bestOfCategory[column].has(row),
  });
}

const VALUES: { readonly [Column in RankedColumn]: (row: Table1Row) => number | null } = {
  fullSurvival: (row) => row.fullSurvivalPct,
  months: (row) => row.months.mean,
  score: (row) => row.scoreMusd.mean,
  crisis1: (row) => row.crisisPct[0],
  crisis2: (row) => row.crisisPct[1],
  crisis3: (row) => row.crisisPct[2],
};

type BestRows = { readonly [Column in RankedColumn]: ReadonlySet<Table1Row> };

function bestCells(groups: readonly (readonly Table1Row[])[]): BestRows {
  const best = (column: RankedColumn) => new Set(groups.flatMap((rows) => bestRows(rows, VALUES[column])));
  return {
    fullSurvival: best("fullSurvival"),
    months: best("months"),
    score: best("score"),
    crisis1: best("crisis1"),
    crisis2: best("crisis2"),
    crisis3: best("crisis3"),
  };
}

function bestRows(rows: readonly Table1Row[], valueOf: (row: Table1Row) => number | null): Table1Row[] {
  const printed = rows.flatMap((row) => {
    const value = row.unranked === null ? valueOf(row) : null;
    return value === null ? [] : [{ row, value: Number(fixed(value, 1)) }];
  });
  const top = printed.reduce((best, { value }) => Math.max(best, value), -Infinity);
  const winners = printed.filter(({ value }) => value === top);
  return winners.length === printed.length ? [] : winners.map(({ row }) => row);
}
