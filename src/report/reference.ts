// The paper's Table 1 beside ours: the same columns, never averaged, and labelled as what it is.
import type { Table1Row } from "./aggregate.ts";
import { PAPER_COLUMNS } from "./columns.ts";
import { alignedGrid, escapeMarkdown } from "./markdown.ts";
import { rowName } from "./notes.ts";
import { fixed } from "./numbers.ts";
import type { Table1 } from "./table1.ts";

/** One published row: percent, months, millions of dollars, standard deviations over trials. */
export interface PublishedRow {
  readonly framework: string;
  readonly category: string;
  readonly model: string;
  readonly full_survival_pct: number;
  readonly months_mean: number;
  readonly months_sd: number;
  readonly score_musd_mean: number;
  readonly score_musd_sd: number;
  readonly crisis1_pct: number;
  readonly crisis2_pct: number;
  readonly crisis3_pct: number;
  readonly tools_per_month: number;
  readonly actions: number;
  readonly raised_musd_mean: number;
  readonly raised_musd_sd: number;
}

/** What has to be said wherever the published rows are shown. */
export const PUBLISHED_NOTE =
  "Published in the paper (EnterpriseArena, arXiv 2603.23638, Table 1), measured on the authors' simulator, 5 trials a " +
  "model. That simulator is not this one: the rows show what the paper found and are not to be subtracted from ours.";

/** The headings of {@link publishedCells}. */
export const PUBLISHED_HEADINGS: readonly string[] = [
  "Model",
  "Full survival %",
  "Months",
  "Score $M",
  "Crisis 1 %",
  "Crisis 2 %",
  "Crisis 3 %",
  "Tools / month",
  "Actions",
  "Raised $M",
];

/** A published row as it is printed. */
export function publishedCells(row: PublishedRow): string[] {
  return [
    row.model,
    fixed(row.full_survival_pct, 1),
    `${fixed(row.months_mean, 1)} ± ${fixed(row.months_sd, 1)}`,
    `${fixed(row.score_musd_mean, 1)} ± ${fixed(row.score_musd_sd, 1)}`,
    ...[row.crisis1_pct, row.crisis2_pct, row.crisis3_pct].map((percent) => fixed(percent, 1)),
    fixed(row.tools_per_month, 2),
    fixed(row.actions, 1),
    `${fixed(row.raised_musd_mean, 1)} ± ${fixed(row.raised_musd_sd, 1)}`,
  ];
}

/** A row of ours in the columns of {@link PUBLISHED_HEADINGS}; coverage has no counterpart there. */
export function ourCells(name: string, row: Table1Row): string[] {
  return [name, ...PAPER_COLUMNS.slice(0, PUBLISHED_HEADINGS.length - 1).map(({ text }) => text(row))];
}

/** `reference.md`: models that both tables know, one under the other, then the whole published table. */
export function referenceMarkdown(tables: readonly Table1[], published: readonly PublishedRow[]): string {
  const pairs = tables.slice(0, 1).flatMap(({ rows }) =>
    pairedCells(
      rows.map((row) => ({ name: rowName(row, rows), row })),
      published,
    ),
  );
  const grid = (rows: readonly (readonly string[])[]) =>
    alignedGrid([PUBLISHED_HEADINGS, ...rows.map(([name = "", ...cells]) => [escapeMarkdown(name), ...cells])]);
  return `${[
    "# The paper's Table 1",
    PUBLISHED_NOTE,
    ...(pairs.length === 0 ? [] : ["## Models in both tables", grid(pairs)]),
    "## As published",
    grid(published.map(publishedCells)),
  ].join("\n\n")}\n`;
}

/** The published table for a terminal. */
export function referenceText(published: readonly PublishedRow[]): string {
  const lines = [PUBLISHED_HEADINGS, ...published.map(publishedCells)];
  const widths = PUBLISHED_HEADINGS.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? "").length)));
  const text = lines.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return [PUBLISHED_NOTE, "", ...text].join("\n");
}

/** Our row and the published one of every label that both know. */
export function pairedCells(
  rows: readonly { readonly name: string; readonly row: Table1Row }[],
  published: readonly PublishedRow[],
): string[][] {
  return rows.flatMap(({ name, row }) => {
    const theirs = publishedOf(row.label, published);
    if (theirs === null) return [];
    return [ourCells(`${name}, here`, row), [`${name}, published`, ...publishedCells(theirs).slice(1)]];
  });
}

/** The published row of a label, spelled with whatever case and punctuation; null where the paper has none. */
export function publishedOf(label: string, published: readonly PublishedRow[]): PublishedRow | null {
  const wanted = bare(label);
  return published.find(({ model }) => bare(model) === wanted) ?? null;
}

function bare(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]/g, "");
}
