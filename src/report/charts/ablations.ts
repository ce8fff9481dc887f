// Which constraint hurts: each setting of a sweep against its base, as in the paper's Figure 3.

import { estimatorWords } from "../interval-text.ts";
import { fixed } from "../numbers.ts";
import { FIGURE_WORDS, type Figure as Measure } from "../scored-trials.ts";
import type { SettingDeltas } from "../sweep.ts";
import { drawFigure, type Figure } from "./figure.ts";
import { INK, SERIES } from "./palette.ts";
import { along, lineAt, rowsChart } from "./rows.ts";

/** What of a sweep its figures need: what `sweep.json` holds. */
export interface Ablations {
  readonly name: string;
  readonly level: number;
  readonly streamSeed: number | string;
  /** The base first. */
  readonly settings: readonly Pick<SettingDeltas, "name" | "changes" | "sameAs" | "players" | "allPlayers">[];
}

/** One figure each for survival, months and score. `prefix` makes their ids unique in a page. */
export function ablationFigures(prefix: string, sweep: Ablations): Promise<Figure[]> {
  return Promise.all(SHOWN.map((measure) => ablationFigure(prefix, sweep, measure)));
}

const SHOWN = ["survival", "months", "score"] as const satisfies readonly Measure[];

type DeltaRow = {
  readonly setting: string;
  readonly player: string;
  readonly base: number | null;
  readonly value: number | null;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly pairs: number;
  readonly pHolm: number | null;
  readonly estimator: string;
};

function ablationFigure(prefix: string, sweep: Ablations, measure: Measure): Promise<Figure> {
  const played = sweep.settings.slice(1).filter(({ sameAs }) => sameAs === null);
  const players = played.flatMap((setting) => rowsOf(setting, measure, "players"));
  const means = played.flatMap((setting) => rowsOf(setting, measure, "all"));
  const { name, unit } = FIGURE_WORDS[measure];
  const pairs = means.map((row) => row.pairs);
  const estimators = [...new Set(means.map(({ estimator }) => estimatorWords(estimator)))].join(", ");
  const chance = estimators.includes("bootstrap") ? `, bootstrap seed ${sweep.streamSeed}` : "";
  const words = {
    id: `${prefix}ablation-${measure}`,
    title: `Change of ${name}`,
    description: `One row a setting of sweep ${sweep.name}: a dot is the mean change over players with its 95 % interval, small marks are single players. Right of the line the setting helps.`,
    note: `Paired on ${pairs.length === 0 ? 0 : Math.min(...pairs)} or more shared seeds; ${fixed(100 * sweep.level, 0)} % intervals (${estimators})${chance}. Small marks: players.`,
    table: {
      headings: ["Setting", "Player", "Base", "Setting", `Change, ${unit}`, "Interval", "p (Holm)", "Pairs"],
      rows: [...means, ...players.filter(({ player }) => !means.some((row) => row.player === player))].map(cellsOf),
    },
  };
  return drawFigure(
    words,
    specOf(
      played.map((setting) => setting.name),
      players,
      means,
      `${unit} against the base`,
    ),
  );
}

/** The rows of single players, or the one row that stands for all: the only player's where there is one. */
function rowsOf(
  { name, players, allPlayers }: Ablations["settings"][number],
  measure: Measure,
  which: "players" | "all",
): DeltaRow[] {
  const chosen = which === "players" ? players : [allPlayers ?? players[0]].filter((one) => one !== undefined);
  return chosen.flatMap(({ label, deltas }) =>
    deltas
      .filter(({ figure }) => figure === measure)
      .map(({ base, setting, paired, pHolm }) => ({
        setting: name,
        player: label,
        base,
        value: setting,
        difference: paired.difference,
        low: paired.low,
        high: paired.high,
        pairs: paired.pairs,
        pHolm,
        estimator: paired.estimator,
      })),
  );
}

function cellsOf(row: DeltaRow): string[] {
  const interval = row.low === null || row.high === null ? "–" : `${fixed(row.low, 1)} to ${fixed(row.high, 1)}`;
  return [
    row.setting,
    row.player,
    fixed(row.base, 1, "–"),
    fixed(row.value, 1, "–"),
    fixed(row.difference, 1, "–"),
    interval,
    fixed(row.pHolm, 3, "–"),
    String(row.pairs),
  ];
}

function specOf(settings: readonly string[], players: readonly DeltaRow[], means: readonly DeltaRow[], title: string) {
  const named = (rows: readonly DeltaRow[]) =>
    rows.filter(({ difference }) => difference !== null).map((row) => ({ ...row, name: row.setting }));
  const x = along("difference", title);
  return rowsChart(settings, [
    lineAt(0),
    {
      data: { values: named(players) },
      mark: { type: "tick", color: INK.anchor, thickness: 1.5, height: 9, opacity: 0.8 },
      encoding: { x },
    },
    {
      data: { values: named(means).filter(({ low, high }) => low !== null && high !== null) },
      mark: { type: "rule", strokeWidth: 2, color: SERIES[0], opacity: 0.6 },
      encoding: { x: { ...x, field: "low" }, x2: { field: "high" } },
    },
    {
      data: { values: named(means) },
      mark: { type: "point", filled: true, size: 50, opacity: 1, color: SERIES[0] },
      encoding: { x },
    },
  ]);
}
