// `causes.md`: why companies died, when money was asked for, what was looked at and wasted; trials to look at.
import { alignedGrid, escapeMarkdown } from "../markdown.ts";
import { CAUSE_WORDS } from "./cause.ts";
import type { CauseSummary } from "./summary.ts";
import { causesSaid, FACT_NOTES, type FactColumn, LOOK_FACTS, MONEY_FACTS } from "./words.ts";

/** The Markdown of one run's causes. */
export function causesMarkdown(summaries: readonly CauseSummary[]): string {
  const deaths = summaries.map((row) => [
    escapeMarkdown(row.label),
    `${row.survived}`,
    `${row.bankrupt}`,
    causesSaid(row),
  ]);
  return `${[
    "# Why did it fail?",
    alignedGrid([["Model", "Survived", "Bankrupt", "Causes"], ...deaths]),
    "## Money",
    factGrid(summaries, MONEY_FACTS),
    "## Look-ups and waste",
    factGrid(summaries, LOOK_FACTS),
    ...FACT_NOTES,
    ...missingNote(summaries),
    ...examplesOf(summaries),
  ].join("\n\n")}\n`;
}

function factGrid(summaries: readonly CauseSummary[], columns: readonly FactColumn[]): string {
  const rows = summaries.map((row) => [escapeMarkdown(row.label), ...columns.map(({ text }) => text(row))]);
  return alignedGrid([["Model", ...columns.map(({ heading }) => heading)], ...rows]);
}

function missingNote(summaries: readonly CauseSummary[]): string[] {
  const missing = summaries.reduce((sum, { withoutRecord }) => sum + withoutRecord, 0);
  return missing === 0 ? [] : [`${missing} finished trials have no event file; nothing above knows them.`];
}

function examplesOf(summaries: readonly CauseSummary[]): string[] {
  const rows = summaries.flatMap(({ label, causes }) =>
    causes.map(({ cause, count, examples }) => [
      escapeMarkdown(label),
      CAUSE_WORDS[cause],
      `${count}`,
      examples.map((id) => `\`${id}\``).join(", "),
    ]),
  );
  if (rows.length === 0) return [];
  return ["## Trials to look at", alignedGrid([["Model", "Cause", "Trials", "Examples"], ...rows])];
}
