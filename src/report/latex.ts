// `table1.tex`: Table 1 for a paper, with booktabs rules, grouped as the paper prints it.
import type { Table1Row } from "./aggregate.ts";
import { type Marks, marksOf } from "./best.ts";
import { type Column, PAPER_COLUMNS } from "./columns.ts";
import { categoryTitle } from "./markdown.ts";
import { notesOf, rowName } from "./notes.ts";
import { PUBLISHED_NOTE, type PublishedRow, publishedCells } from "./reference.ts";
import type { Table1 } from "./table1.ts";

/** One `table*` a protocol, and one of the paper's rows where they are given. Needs `\usepackage{booktabs}`. */
export function table1Latex(tables: readonly Table1[], published: readonly PublishedRow[] | null = null): string {
  const parts = tables.map((table, index) => latexTable(table, tables.length === 1 ? "" : `, protocol ${index + 1}`));
  return `${["% Needs \\usepackage{booktabs}.", ...parts, ...(published === null ? [] : [publishedTable(published)])].join("\n\n")}\n`;
}

/** Text that LaTeX shows as it is. */
export function escapeLatex(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\{}$&#%_^~±†–<>|·]/g, (character) => ESCAPES.get(character) ?? `\\${character}`);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["^", "\\textasciicircum{}"],
  ["~", "\\textasciitilde{}"],
  ["±", "$\\pm$"],
  ["†", "$\\dagger$"],
  ["–", "--"],
  ["<", "\\textless{}"],
  [">", "\\textgreater{}"],
  ["|", "\\textbar{}"],
  ["·", "$\\cdot$"],
]);

/** What stands in the table: everything but the counts, which are a note's matter. */
const COLUMNS: readonly Column[] = PAPER_COLUMNS;

function latexTable(table: Table1, suffix: string): string {
  const marks = marksOf(table);
  const nameOf = (row: Table1Row) => escapeLatex(`${rowName(row, table.rows)}${row.unranked === null ? "" : " †"}`);
  const body = table.groups.flatMap((group) => [
    ...group.categories.flatMap((category) => [
      "\\midrule",
      `\\multicolumn{${COLUMNS.length + 1}}{l}{\\emph{${escapeLatex(categoryTitle(category))}}} \\\\`,
      ...category.rows.map((row) => lineOf(nameOf(row), row, marks)),
    ]),
    ...overallLines(group.overall, marks),
  ]);
  return environment({
    caption: `Table 1${suffix}: mean $\\pm$ sample standard deviation over scored trials. Underlined: best of its category; bold: best of all. $\\dagger$ no rank. ${notesOf(table).map(escapeLatex).join(" ")}`,
    label: `tab:arena${suffix === "" ? "" : `-${table.results.protocolStamp}`}`,
    headings: ["Model", ...COLUMNS.map(({ heading }) => heading)],
    // The first group's rule is the one below the headings.
    lines: [...body.slice(1), ...overallLines(table.overall, marks)],
  });
}

function overallLines(row: Table1Row | null, marks: Marks): string[] {
  return row === null ? [] : ["\\midrule", lineOf(`\\emph{${escapeLatex(row.label)}}`, row, marks)];
}

function lineOf(name: string, row: Table1Row, marks: Marks): string {
  const cells = COLUMNS.map(({ ranked, text }) => {
    const { bestOfAll, bestOfCategory } = marks(ranked, row);
    const underlined = bestOfCategory ? `\\underline{${escapeLatex(text(row))}}` : escapeLatex(text(row));
    return bestOfAll ? `\\textbf{${underlined}}` : underlined;
  });
  return `${[name, ...cells].join(" & ")} \\\\`;
}

function publishedTable(rows: readonly PublishedRow[]): string {
  return environment({
    caption: escapeLatex(PUBLISHED_NOTE),
    label: "tab:arena-published",
    headings: ["Model", ...COLUMNS.slice(0, -1).map(({ heading }) => heading)],
    lines: rows.map((row) => `${publishedCells(row).map(escapeLatex).join(" & ")} \\\\`),
  });
}

function environment(parts: {
  caption: string;
  label: string;
  headings: readonly string[];
  lines: readonly string[];
}): string {
  const { caption, label, headings, lines } = parts;
  return [
    "\\begin{table*}[t]",
    "\\centering\\small",
    `\\caption{${caption}}`,
    `\\label{${label}}`,
    `\\begin{tabular}{l${"r".repeat(headings.length - 1)}}`,
    "\\toprule",
    `${headings.map(escapeLatex).join(" & ")} \\\\`,
    "\\midrule",
    ...lines,
    "\\bottomrule",
    "\\end{tabular}",
    "\\end{table*}",
  ].join("\n");
}
