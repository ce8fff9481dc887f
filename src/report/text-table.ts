// Table 1 for a terminal: plain text that fits the width, with bold and underline on request.
import type { Table1Row } from "./aggregate.ts";
import { type Mark, marksOf } from "./best.ts";
import { type Column, NARROW_COLUMNS, TERMINAL_COLUMNS } from "./columns.ts";
import { categoryTitle } from "./markdown.ts";
import { notesOf, rowName } from "./notes.ts";
import type { Table1 } from "./table1.ts";

/** How a table is shown on a terminal. */
export interface TextOptions {
  /** Columns to fit into, at least 72; long names are cut, and below 100 some figures are left out. Default 120. */
  readonly width?: number;
  /** Bold for the best of all, underline for the best of a category. Default false. */
  readonly bold?: boolean;
}

/** One or more tables as plain text, each with its notes below it, then the warnings. Ends with a newline. */
export function table1Text(
  tables: readonly Table1[],
  warnings: readonly string[] = [],
  options: TextOptions = {},
): string {
  const { width = 120, bold = false } = options;
  const sections = tables.map((table) => {
    const isWhole = width >= WHOLE_WIDTH;
    const notes = [isWhole ? LEGEND : NARROW_LEGEND, ...notesOf(table)].flatMap((note) => wrapped(note, width));
    const columns = isWhole ? TERMINAL_COLUMNS : NARROW_COLUMNS;
    return [...gridLines(table, columns, width, bold), "", ...notes].join("\n");
  });
  const alerts = warnings.flatMap((warning) => wrapped(`Warning: ${warning}`, width));
  return `${[...sections, ...(alerts.length === 0 ? [] : [alerts.join("\n")])].join("\n\n")}\n`;
}

const LEGEND =
  "Mean ± sample SD over scored trials. C1–C3: crises survived. Tools: answered calls a month. Acts: closings and requests. " +
  "Net: score less money raised. Scored: of planned trials; † no rank.";
const NARROW_LEGEND =
  "Mean ± sample SD over scored trials. Net: score less money raised. Scored: of planned trials; † no rank. " +
  "Crises, look-ups and actions are shown from 100 columns on, and in table1.md.";
const SHORTEST_NAME = 12;
/** From here on every column fits beside a short name. */
const WHOLE_WIDTH = 100;

/** A line with cells, or one (a title) without; the mark of a row without a rank is never cut off its name. */
interface Line {
  readonly name: string;
  readonly suffix: string;
  readonly row: Table1Row | null;
}

function gridLines(table: Table1, shown: readonly Column[], width: number, bold: boolean): string[] {
  const lines = linesOf(table);
  const marks = marksOf(table);
  const columns = shown.map(({ heading, ranked, text }) => {
    const cells = alignedAtSpread(lines.map(({ row }) => (row === null ? "" : text(row))));
    const columnWidth = [heading, ...cells].reduce((widest, cell) => Math.max(widest, cell.length), 0);
    return { heading: heading.padStart(columnWidth), cells, ranked, columnWidth };
  });
  const { gap, nameWidth } = layout(
    lines,
    columns.map(({ columnWidth }) => columnWidth),
    width,
  );
  const heading = ["Model".padEnd(nameWidth), ...columns.map((column) => column.heading)].join(gap);
  const body = lines.map((line, index) => {
    const { name, row } = line;
    if (row === null) return name;
    const cells = columns.map(({ cells: texts, ranked, columnWidth }) => {
      const text = texts[index] ?? "";
      const space = " ".repeat(columnWidth - text.length);
      return space + (bold ? styled(text, marks(ranked, row)) : text);
    });
    return [cut(line, nameWidth).padEnd(nameWidth), ...cells].join(gap);
  });
  return [heading, "-".repeat(heading.length), ...body];
}

/** Columns move together before a name is cut. */
function layout(
  lines: readonly Line[],
  columnWidths: readonly number[],
  width: number,
): { gap: string; nameWidth: number } {
  const named = lines.filter(({ row }) => row !== null);
  const longest = named.reduce((most, { name, suffix }) => Math.max(most, name.length + suffix.length), SHORTEST_NAME);
  const roomBeside = (gap: string) =>
    columnWidths.reduce((room, columnWidth) => room - gap.length - columnWidth, width);
  if (longest <= roomBeside("  ")) return { gap: "  ", nameWidth: longest };
  return { gap: " ", nameWidth: Math.min(longest, Math.max(SHORTEST_NAME, roomBeside(" "))) };
}

function linesOf({ groups, rows, overall }: Table1): Line[] {
  const pooled = (row: Table1Row | null) => (row === null ? [] : [{ name: row.label, suffix: "", row }]);
  const body = groups.flatMap((group) => [
    ...group.categories.flatMap((category) => [
      { name: categoryTitle(category), suffix: "", row: null },
      ...category.rows.map((row) => {
        return { name: `  ${rowName(row, rows)}`, suffix: row.unranked === null ? "" : " †", row };
      }),
    ]),
    ...pooled(group.overall),
  ]);
  return [...body, ...pooled(overall)];
}

/** Puts the ± of a column below each other. */
function alignedAtSpread(cells: readonly string[]): string[] {
  const spreads = cells.map((cell) => cell.split(" ± ")[1]?.length ?? 0);
  const widest = Math.max(0, ...spreads);
  return cells.map((cell) => {
    const [mean = "", sd] = cell.split(" ± ");
    if (mean === "" || widest === 0) return cell;
    return sd === undefined ? mean + " ".repeat(widest + 3) : `${mean} ± ${sd.padStart(widest)}`;
  });
}

function styled(text: string, { bestOfAll, bestOfCategory }: Mark): string {
  const underlined = bestOfCategory ? `\u001b[4m${text}\u001b[24m` : text;
  return bestOfAll ? `\u001b[1m${underlined}\u001b[22m` : underlined;
}

function cut({ name, suffix }: Line, width: number): string {
  const room = width - suffix.length;
  return (name.length <= room ? name : `${name.slice(0, room - 1)}…`) + suffix;
}

/** A text as lines of at most so many columns, broken between words. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
