// One player through the months: how many of its trials are alive, and below it what cash the living ones hold.
import { kaplanMeier } from "../../stats/kaplan-meier.ts";
import { quantile } from "../../stats/quantile.ts";
import type { CashPath } from "../cash-paths.ts";
import type { ChartSpec } from "../charts.ts";
import { lifetimesOf } from "../lifetimes.ts";
import { fixed } from "../numbers.ts";
import { type DataTable, drawFigure, type Figure } from "./figure.ts";
import { CRISES_TEXT, crisisLayer, monthsX } from "./months-axis.ts";
import { INK, SERIES } from "./palette.ts";
import { type NamedPlayer, sampleText, stepsOf } from "./survival.ts";

/** What a player's figure shows. */
export interface PlayerRequest extends NamedPlayer {
  readonly id: string;
  /** Cash of its scored trials. */
  readonly paths: readonly CashPath[];
  readonly horizon: number;
}

/** A player's survival curve over its fan of cash. */
export function playerFigure({ id, name, player, paths, horizon }: PlayerRequest): Promise<Figure> {
  const curve = kaplanMeier(lifetimesOf(player.lines));
  const fan = fanOf(paths);
  const words = {
    id,
    title: `${name}: survival and cash by month`,
    description: `Above, the share of trials alive with its 95 % band; below, cash in millions of dollars of the trials that played the month: median, middle half, lowest and highest. ${CRISES_TEXT} ${endText(curve.n, fan)}`,
    note: `Kaplan–Meier, log-log band; quantiles of the living. ${sampleText([curve.n])}`,
    table: tableOf(fan),
  };
  return drawFigure(words, {
    vconcat: [survivalPanel(stepsOf(curve), horizon), cashPanel(fan, horizon)],
    spacing: 10,
    bounds: "full",
  });
}

/** Quantiles of month-end cash in millions of dollars over the trials that played a month. */
type FanMonth = {
  /** Month-end, so the first month's is 1. */
  readonly month: number;
  readonly trials: number;
  readonly lowest: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly highest: number;
};

const WIDTH = 272;

function fanOf(paths: readonly CashPath[]): FanMonth[] {
  const longest = paths.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, month) => {
    const cash = paths.flatMap((path) => {
      const cents = path[month];
      return cents === undefined || Number.isNaN(cents) ? [] : [cents / CENTS_IN_A_MILLION];
    });
    const at = (p: number) => quantile(cash, p) ?? 0;
    return {
      month: month + 1,
      trials: cash.length,
      lowest: at(0),
      lower: at(0.25),
      median: at(0.5),
      upper: at(0.75),
      highest: at(1),
    };
  });
}

const CENTS_IN_A_MILLION = 100_000_000;

function survivalPanel(steps: ReturnType<typeof stepsOf>, horizon: number): ChartSpec {
  const x = monthsX("month", horizon, { labels: false });
  const y = {
    field: "alive",
    type: "quantitative",
    scale: { domain: [0, 100] },
    axis: { title: "Alive %", values: [0, 50, 100], minExtent: 30 },
  };
  return {
    width: WIDTH,
    height: 54,
    layer: [
      crisisLayer(horizon),
      {
        data: { values: steps },
        mark: { type: "area", interpolate: "step-after", color: SERIES[0], opacity: 0.16 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } },
      },
      {
        data: { values: steps },
        mark: { type: "line", interpolate: "step-after", color: SERIES[0], strokeWidth: 2 },
        encoding: { x, y },
      },
    ],
  };
}

function cashPanel(fan: readonly FanMonth[], horizon: number): ChartSpec {
  const x = monthsX("month", horizon, { labels: true });
  const y = { type: "quantitative", axis: { title: "Cash $M", tickCount: 4, minExtent: 30 } };
  const area = (low: string, high: string, opacity: number) =>
    ({
      mark: { type: "area", color: SERIES[2], opacity },
      encoding: { x, y: { ...y, field: low }, y2: { field: high } },
    }) as const;
  return {
    width: WIDTH,
    height: 112,
    data: { values: [...fan] },
    layer: [
      crisisLayer(horizon),
      { mark: { type: "rule", color: INK.axis }, encoding: { y: { datum: 0, type: "quantitative" } } },
      area("lowest", "highest", 0.18),
      area("lower", "upper", 0.3),
      {
        mark: { type: "line", color: SERIES[2], strokeWidth: 1.75 },
        encoding: { x, y: { ...y, field: "median" } },
      },
    ],
  };
}

function endText(trials: number, fan: readonly FanMonth[]): string {
  const last = fan.at(-1);
  if (last === undefined) return "No month was recorded.";
  return `${last.trials} of ${trials} trials play month ${last.month}, the last anyone reached; their median cash is then ${fixed(last.median, 1)} million.`;
}

/** Every twelfth month and the last: enough to read, short enough to scroll. */
function tableOf(fan: readonly FanMonth[]): DataTable {
  const shown = fan.filter(({ month }) => month % 12 === 0 || month === 1 || month === fan.length);
  return {
    headings: ["Months", "Trials", "Lowest $M", "25 %", "Median", "75 %", "Highest"],
    rows: shown.map((row) => [
      String(row.month),
      String(row.trials),
      ...[row.lowest, row.lower, row.median, row.upper, row.highest].map((value) => fixed(value, 1)),
    ]),
  };
}
