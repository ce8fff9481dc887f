// `sweep.md`: the differences to the base, then one table a setting.
import { aggregateRow } from "./aggregate.ts";
import { PAPER_COLUMNS } from "./columns.ts";
import { intervalText, pText } from "./interval-text.ts";
import { alignedGrid, escapeMarkdown } from "./markdown.ts";
import { ABSENT, fixed, rangesText } from "./numbers.ts";
import { FIGURE_WORDS, FIGURES } from "./scored-trials.ts";
import type { Delta, PlayerDeltas, SettingDeltas, SweepResults } from "./sweep.ts";

/** The Markdown of a sweep. */
export function sweepMarkdown(results: SweepResults): string {
  const { name, about, settings, options } = results;
  return `${[
    `# Sweep ${name}`,
    ...(about === null ? [] : [escapeMarkdown(about)]),
    "## Differences to the base",
    ...settings.slice(1).flatMap(deltaSection),
    ...[...stateNotes(results), ...deltaNotes(options)].map(escapeMarkdown),
    "## Tables",
    ...settings.flatMap(tableSection),
  ].join("\n\n")}\n`;
}

/** The figures of a delta table, with their units. */
export const DELTA_HEADINGS: readonly string[] = FIGURES.map((figure) => {
  const { name, unit } = FIGURE_WORDS[figure];
  return name.endsWith(unit) || name.startsWith(unit) ? name : `${name} ${unit}`;
});

/** A difference as it stands in a delta table: `+12.0 [8.0, 16.0]`, a star where it holds after Holm at 5 %. */
export function deltaText({ paired, pHolm }: Delta): string {
  const { difference } = paired;
  if (difference === null) return ABSENT;
  const sign = difference > 0 ? "+" : "";
  return `${sign}${intervalText(difference, paired)}${pHolm !== null && pHolm <= 0.05 ? " *" : ""}`;
}

/** What is missing of a sweep, and what is wrong with it. */
export function stateNotes({ unplayed, warnings }: SweepResults): string[] {
  const missing = unplayed.length === 0 ? [] : [`Not begun yet: ${unplayed.join(", ")}.`];
  return [...missing, ...warnings.map((warning) => `Warning: ${warning}`)];
}

/** What a reader of a delta table must know. */
export function deltaNotes({ level, streamSeed }: SweepResults["options"]): string[] {
  return [
    `Setting less base on the seeds both played, with ${fixed(level * 100, 0)} % intervals: Student's t on the paired ` +
      `differences below 20 seeds, BCa bootstrap from 20 (9,999 resamples, stream ${streamSeed}); where every seed ` +
      "moved alike the interval is that value.",
    "* differs after Holm over all players and settings of the figure at 5 % (survival: exact McNemar). Without a star " +
      "nothing is shown to differ, and nothing to be alike.",
  ];
}

function deltaSection(setting: SettingDeltas): string[] {
  const title = `### ${setting.name}`;
  if (setting.sameAs !== null) return [title, `The same as ${setting.sameAs}, which is not played twice.`];
  const rows = [...setting.players, ...(setting.allPlayers === null ? [] : [setting.allPlayers])];
  const grid = alignedGrid([["Model", ...DELTA_HEADINGS, "survival p", "pairs"], ...rows.map(deltaRow)]);
  return [title, `${escapeMarkdown(setting.changes)}.`, grid];
}

function deltaRow({ label, deltas }: PlayerDeltas): string[] {
  const survival = deltas.find(({ figure }) => figure === "survival");
  return [
    escapeMarkdown(label),
    ...deltas.map(deltaText),
    pText(survival?.p ?? null),
    `${survival?.paired.pairs ?? 0}`,
  ];
}

function tableSection({ name, sameAs, results }: SettingDeltas): string[] {
  if (sameAs !== null) return [];
  const rows = results.players.map((player) => {
    const row = aggregateRow(player, results);
    return [escapeMarkdown(row.label), ...PAPER_COLUMNS.map(({ text }) => text(row))];
  });
  return [
    `### Table of ${name}`,
    `Protocol ${results.protocolStamp}; seeds ${rangesText(results.seeds)}; mean ± sample SD over scored trials.`,
    alignedGrid([["Model", ...PAPER_COLUMNS.map(({ heading }) => heading)], ...rows]),
  ];
}
