// What a sweep leaves in its folder: `sweep.csv` (long), `sweep.json` (for the figure) and `sweep.md` (to read).
import { csvOf } from "./csv.ts";
import type { CsvColumn } from "./csv-column.ts";
import { fixed } from "./numbers.ts";
import { FIGURE_WORDS } from "./scored-trials.ts";
import type { Delta, SettingDeltas, SweepResults } from "./sweep.ts";
import { sweepMarkdown } from "./sweep-markdown.ts";

/** The text of each file by name: equal results give equal bytes. */
export function sweepFiles(results: SweepResults): Readonly<Record<"sweep.csv" | "sweep.json" | "sweep.md", string>> {
  return {
    "sweep.csv": csvOf(COLUMNS, rowsOf(results)),
    "sweep.json": `${JSON.stringify(sweepJson(results), null, 2)}\n`,
    "sweep.md": sweepMarkdown(results),
  };
}

/** A row of `sweep.csv`: one figure of one player under one setting. */
interface SweepRow {
  readonly sweep: string;
  readonly setting: SettingDeltas;
  readonly label: string;
  readonly delta: Delta;
}

function rowsOf({ name, settings }: SweepResults): SweepRow[] {
  return settings.flatMap((setting) =>
    [...setting.players, ...(setting.allPlayers === null ? [] : [setting.allPlayers])].flatMap(({ label, deltas }) =>
      deltas.map((delta) => ({ sweep: name, setting, label, delta })),
    ),
  );
}

const COLUMNS: readonly CsvColumn<SweepRow>[] = [
  text("sweep", ({ sweep }) => sweep),
  text("setting", ({ setting }) => setting.name),
  text("same_as", ({ setting }) => setting.sameAs ?? ""),
  text("protocol", ({ setting }) => setting.results.protocolStamp),
  text("model", ({ label }) => label),
  text("figure", ({ delta }) => delta.figure),
  text("unit", ({ delta }) => FIGURE_WORDS[delta.figure].unit),
  number("base", ({ delta }) => delta.base),
  number("value", ({ delta }) => delta.setting),
  number("difference", ({ delta }) => delta.paired.difference),
  number("low", ({ delta }) => delta.paired.low),
  number("high", ({ delta }) => delta.paired.high),
  number("p", ({ delta }) => delta.p),
  number("p_holm", ({ delta }) => delta.pHolm),
  number("pairs", ({ delta }) => delta.paired.pairs, 0),
  text("estimator", ({ delta }) => delta.paired.estimator),
  number("level", ({ delta }) => delta.paired.level, 2),
  text("stream", ({ delta }) => `${delta.paired.streamSeed}`),
];

function text(name: string, cell: (row: SweepRow) => string): CsvColumn<SweepRow> {
  return { name, isText: true, cell };
}

function number(name: string, value: (row: SweepRow) => number | null, decimals = 6): CsvColumn<SweepRow> {
  return { name, isText: false, cell: (row) => fixed(value(row), decimals) };
}

/** The figure's data: the settings in order, each with the differences of every player. */
function sweepJson({ name, about, options, settings, unplayed, warnings }: SweepResults): object {
  return {
    name,
    about,
    ...options,
    settings: settings.map((setting) => ({
      name: setting.name,
      changes: setting.changes,
      sameAs: setting.sameAs,
      protocolStamp: setting.results.protocolStamp,
      protocol: setting.results.protocol,
      seeds: setting.results.seeds,
      players: setting.players,
      allPlayers: setting.allPlayers,
    })),
    unplayed,
    warnings,
  };
}
