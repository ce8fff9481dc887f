// Tables with one column a month, as statements are read.
import { formatUsd } from "../../std/money.ts";

/** One line of a table: a label and a cell for every column, or a heading without cells. */
export interface TableRow {
  readonly label: string;
  readonly cells: readonly string[];
}

/** Amounts in cents as cells. */
export function moneyCells(amounts: readonly number[]): readonly string[] {
  return amounts.map(formatUsd);
}

/** A number with fixed decimals; what rounds to zero carries no sign. */
export function fixedText(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A plain-text table: labels left, cells right-aligned under their headings. */
export function renderColumns(headings: readonly string[], rows: readonly TableRow[]): string {
  const labelWidth = Math.max(...rows.map((row) => row.label.length));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row.cells[column]?.length ?? 0)),
  );
  const line = (label: string, cells: readonly string[]): string =>
    [label.padEnd(labelWidth), ...cells.map((cell, column) => cell.padStart(widths[column] ?? 0))].join("  ").trimEnd();
  return [line("", headings), ...rows.map((row) => line(row.label, row.cells))].join("\n");
}
