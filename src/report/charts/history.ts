// One player over time: survival above, score and money raised below, one place a run.
import type { ChartSpec } from "../charts.ts";
import { estimatorWords } from "../interval-text.ts";
import type { HistoryPoint, PlayerHistory } from "../leaderboard/history.ts";
import { fixed } from "../numbers.ts";
import { drawFigure, type Figure } from "./figure.ts";
import { INK, SERIES } from "./palette.ts";

/** A player's history; `streamSeed` is the bootstrap's. */
export function historyFigure(
  id: string,
  { label, points }: PlayerHistory,
  streamSeed: number | string,
): Promise<Figure> {
  const rows = points.map((point, index) => ({ ...point, at: index + 1 }));
  const estimators = [...new Set(points.map(({ scoreEstimator }) => estimatorWords(scoreEstimator)))].join(", ");
  const chance = estimators.includes("bootstrap") ? `, bootstrap seed ${streamSeed}` : "";
  const scored = points.map((point) => point.scored);
  const [least, most] = [Math.min(...scored), Math.max(...scored)];
  const words = {
    id,
    title: label,
    description: `Above, full survival with its 95 % interval, run by run, oldest left; below, mean score with its interval and, as hollow diamonds, money raised.`,
    note: `Wilson's interval on survival; score: ${estimators}${chance}. n = ${least === most ? least : `${least}–${most}`} trials a run.`,
    table: {
      headings: ["Run", "Played", "Commit", "Survival %", "Score $M", "Interval", "Raised $M", "Net $M", "Scored"],
      rows: points.toReversed().map(cellsOf),
    },
  };
  return drawFigure(words, { vconcat: [survivalPanel(rows), scorePanel(rows)], spacing: 10 });
}

/** A commit as people write it, with a mark where files had been changed. */
export function commitText({ commit, dirty }: Pick<HistoryPoint, "commit" | "dirty">): string {
  return commit === null ? "–" : `${commit.slice(0, 8)}${dirty === true ? "+" : ""}`;
}

type PlacedPoint = HistoryPoint & { readonly at: number };

const WIDTH = 272;

function panel(rows: readonly PlacedPoint[], height: number, isLast: boolean, layer: readonly ChartSpec[]): ChartSpec {
  const domain = [0.5, rows.length + 0.5];
  const labels = `slice(data("runs")[datum.value - 1] ? data("runs")[datum.value - 1].day : "", 5)`;
  const every = Math.ceil(rows.length / 6);
  return {
    width: WIDTH,
    height,
    data: {
      name: isLast ? "runs" : "runs-above",
      values: rows.map((row) => ({ ...row, day: row.startedAt?.slice(0, 10) ?? "" })),
    },
    encoding: {
      x: {
        field: "at",
        type: "quantitative",
        scale: { domain, nice: false },
        axis: isLast
          ? {
              title: "Runs, by month and day",
              values: rows.map(({ at }) => at).filter((at) => (rows.length - at) % every === 0),
              labelExpr: labels,
              domain: true,
            }
          : { title: null, labels: false, ticks: false, domain: false },
      },
    },
    layer: [...layer],
  };
}

function survivalPanel(rows: readonly PlacedPoint[]): ChartSpec {
  const y = {
    type: "quantitative",
    scale: { domain: [0, 100] },
    axis: { title: "Survival %", values: [0, 50, 100], minExtent: 30 },
  };
  return panel(rows, 60, false, series("survivalPct", "survivalLowPct", "survivalHighPct", SERIES[0], y));
}

function scorePanel(rows: readonly PlacedPoint[]): ChartSpec {
  const y = { type: "quantitative", axis: { title: "Score $M", tickCount: 4, minExtent: 30 } };
  return panel(rows, 92, true, [
    { mark: { type: "rule", color: INK.axis }, encoding: { x: null, y: { datum: 0, type: "quantitative" } } },
    {
      mark: { type: "point", shape: "diamond", filled: false, color: SERIES[1], size: 30 },
      encoding: { y: { ...y, field: "raisedMusd" } },
    },
    ...series("scoreMusd", "scoreLowMusd", "scoreHighMusd", SERIES[2], y),
  ]);
}

function series(value: string, low: string, high: string, colour: string, y: ChartSpec): ChartSpec[] {
  return [
    {
      transform: [{ filter: `datum.${low} !== null && datum.${high} !== null` }],
      mark: { type: "rule", color: colour, strokeWidth: 2, opacity: 0.45 },
      encoding: { y: { ...y, field: low }, y2: { field: high } },
    },
    { mark: { type: "line", color: colour, strokeWidth: 1.5 }, encoding: { y: { ...y, field: value } } },
    {
      mark: { type: "point", filled: true, color: colour, size: 32, opacity: 1 },
      encoding: { y: { ...y, field: value } },
    },
  ];
}

function cellsOf(point: HistoryPoint): string[] {
  const { scoreLowMusd: low, scoreHighMusd: high } = point;
  return [
    point.run,
    point.startedAt?.slice(0, 16).replace("T", " ") ?? "–",
    commitText(point),
    fixed(point.survivalPct, 1, "–"),
    fixed(point.scoreMusd, 1, "–"),
    low === null || high === null ? "–" : `${fixed(low, 1)} to ${fixed(high, 1)}`,
    fixed(point.raisedMusd, 1, "–"),
    fixed(point.scoreLessRaisedMusd, 1, "–"),
    `${point.scored}/${point.planned}`,
  ];
}
