// The differences of a sweep for a terminal: one block a setting, one line a player.
import { ABSENT } from "./numbers.ts";
import type { PlayerDeltas, SettingDeltas, SweepResults } from "./sweep.ts";
import { DELTA_HEADINGS, deltaNotes, deltaText, stateNotes } from "./sweep-markdown.ts";
import { wrapped } from "./text-table.ts";

/** Every setting less the base, its notes wrapped to `width` columns. */
export function sweepText(results: SweepResults, width: number): string {
  const { name, settings, options } = results;
  const notes = [...stateNotes(results), ...deltaNotes(options)].flatMap((note) => wrapped(note, width)).join("\n");
  return [`Sweep ${name}: differences to the base`, ...settings.slice(1).map(blockOf), notes].join("\n\n");
}

function blockOf(setting: SettingDeltas): string {
  if (setting.sameAs !== null) return `${setting.name}: the same as ${setting.sameAs}`;
  const rows = [...setting.players, ...(setting.allPlayers === null ? [] : [setting.allPlayers])];
  const grid = [["", ...DELTA_HEADINGS, "pairs"], ...rows.map(cellsOf)];
  const widths = (grid[0] ?? []).map((_, column) => Math.max(...grid.map((cells) => cells[column]?.length ?? 0)));
  const lines = grid.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return [`${setting.name} (${setting.changes || ABSENT})`, ...lines].join("\n");
}

function cellsOf({ label, deltas }: PlayerDeltas): string[] {
  return [label, ...deltas.map(deltaText), `${deltas[0]?.paired.pairs ?? 0}`];
}
