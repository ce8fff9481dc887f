// `table1.md`: Table 1 as the paper prints it, grouped by framework and category, and the score less money raised.
import type { Table1Row } from "./aggregate.ts";
import { type Marks, marksOf } from "./best.ts";
import { type Column, NET_COLUMNS, PAPER_COLUMNS } from "./columns.ts";
import { notesOf, rowName } from "./notes.ts";
import { type CategoryRows, frameworkName, type Table1 } from "./table1.ts";

/** The Markdown of one or more tables, each under its own heading where there are several, and the warnings. */
export function table1Markdown(tables: readonly Table1[], warnings: readonly string[] = []): string {
  const sections = tables.map((table, index) => {
    const number = tables.length === 1 ? "" : `, protocol ${index + 1} of ${tables.length}`;
    return [`# Table 1${number}`, ...section(table)].join("\n\n");
  });
  const alerts = warnings.map((warning) => `Warning: ${escapeMarkdown(warning)}`);
  return `${[...sections, ...alerts].join("\n\n")}\n`;
}

/** A category's title: framework and category, said once where they are the same word. */
export function categoryTitle({ framework, category }: CategoryRows): string {
  const name = frameworkName(framework);
  return name.toLowerCase() === category.toLowerCase() ? category : `${name} · ${category}`;
}

/** Text that Markdown shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|]/g, "\\$&");
}

function section(table: Table1): string[] {
  const marks = marksOf(table);
  return [
    grid(table, PAPER_COLUMNS, marks),
    "Mean ± sample standard deviation over scored trials. <u>Underlined</u>: best of its category; **bold**: best of all; " +
      "neither where all are alike. † no rank. Overall rows pool trials.",
    "## Score less money raised",
    grid(table, NET_COLUMNS, marks),
    "A bankrupt company scores 0, so the money it raised counts against it.",
    ...notesOf(table).map(escapeMarkdown),
  ];
}

function grid(table: Table1, columns: readonly Column[], marks: Marks): string {
  const cellsOf = (row: Table1Row, name: string) => [
    name,
    ...columns.map(({ ranked, text }) => {
      const { bestOfAll, bestOfCategory } = marks(ranked, row);
      const underlined = bestOfCategory ? `<u>${text(row)}</u>` : text(row);
      return bestOfAll ? `**${underlined}**` : underlined;
    }),
  ];
  const nameOf = (row: Table1Row) => escapeMarkdown(rowName(row, table.rows)) + (row.unranked === null ? "" : " †");
  const overall = (row: Table1Row | null) => (row === null ? [] : [cellsOf(row, `_${row.label}_`)]);
  const lines = table.groups.flatMap((group) => [
    ...group.categories.flatMap((category) => [
      [`_${escapeMarkdown(categoryTitle(category))}_`, ...columns.map(() => "")],
      ...category.rows.map((row) => cellsOf(row, nameOf(row))),
    ]),
    ...overall(group.overall),
  ]);
  return alignedGrid([["Model", ...columns.map(({ heading }) => heading)], ...lines, ...overall(table.overall)]);
}

/** A Markdown table whose source is a table too: names to the left, numbers to the right. */
export function alignedGrid(lines: readonly (readonly string[])[]): string {
  const [heading = [], ...body] = lines;
  const widths = heading.map((_, column) =>
    lines.reduce((width, cells) => Math.max(width, (cells[column] ?? "").length), 3),
  );
  const lineOf = (cells: readonly string[]) => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [lineOf(heading), lineOf(rule), ...body.map(lineOf)].join("\n");
}
