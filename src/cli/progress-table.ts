// The bars of a run as lines of one table that is never wider than the terminal. Pure.
import { short } from "./plan-text.ts";
import type { Standing } from "./progress-tally.ts";
import { costText, durationText } from "./progress-text.ts";

/** A line of the table: a player, or all of them. */
export interface BarRow {
  readonly label: string;
  readonly standing: Standing;
}

interface Column {
  readonly heading: string;
  readonly cell: (standing: Standing) => string;
}

const COLUMNS: readonly Column[] = [
  { heading: "ended", cell: ({ ended, planned }) => `${ended}/${planned}` },
  { heading: "surv", cell: ({ survived }) => String(survived) },
  { heading: "bankr", cell: ({ bankrupt }) => String(bankrupt) },
  { heading: "fail", cell: ({ failed }) => String(failed) },
  { heading: "months", cell: ({ months, monthsLeft }) => `${short(months)}/${short(months + monthsLeft)}` },
  { heading: "calls", cell: ({ model }) => (model === null ? "" : short(model.calls)) },
  { heading: "tokens", cell: ({ model }) => (model === null ? "" : short(model.tokens)) },
  { heading: "cost", cell: ({ model }) => (model === null ? "" : costText(model)) },
  { heading: "eta", cell: ({ etaMs }) => (etaMs === null ? "" : durationText(etaMs)) },
];

const WIDEST_BAR = 20;
/** A bar as short as this makes room for a long label; a shorter one is no bar. */
const SMALL_BAR = 8;
const SHORTEST_LABEL = 8;
const WIDEST_LABEL = 32;

/** The heading, then a line a row. A column in which nobody has anything is left out. */
export function barTable(rows: readonly BarRow[], width: number): string[] {
  const columns = COLUMNS.map(({ heading, cell }) => ({ heading, cells: rows.map(({ standing }) => cell(standing)) }))
    .filter(({ heading, cells }) => heading === "eta" || cells.some((cell) => cell !== ""))
    .map(({ heading, cells }) => {
      const widest = Math.max(heading.length, ...cells.map((cell) => cell.length));
      return [heading, ...cells].map((cell) => ` ${cell.padStart(widest)}`);
    });
  const figures = ["", ...rows].map((_, line) => columns.map((cells) => cells[line] ?? "").join(""));
  const room = width - (figures[0] ?? "").length;
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  const labelWidth = Math.min(longest, WIDEST_LABEL, Math.max(SHORTEST_LABEL, room - 1 - SMALL_BAR));
  const barWidth = Math.min(WIDEST_BAR, room - labelWidth - 1);
  const bars = ["", ...rows.map(({ standing }) => barText(standing, barWidth))];
  const labels = ["", ...rows.map(({ label }) => cut(label, labelWidth))];
  return figures.map((text, line) => {
    const bar = barWidth < SMALL_BAR ? "" : ` ${(bars[line] ?? "").padEnd(barWidth)}`;
    return `${(labels[line] ?? "").padEnd(labelWidth)}${bar}${text}`.slice(0, width);
  });
}

/** Full when nothing is left to play: what a bankrupt company will never play is done. */
function barText({ monthsLeft, monthsAtMost }: Standing, width: number): string {
  const left = monthsAtMost === 0 ? 0 : Math.ceil((monthsLeft / monthsAtMost) * width);
  return "█".repeat(Math.max(0, width - left)) + "░".repeat(Math.max(0, left));
}

function cut(label: string, width: number): string {
  return label.length <= width ? label : `${label.slice(0, width - 1)}…`;
}
