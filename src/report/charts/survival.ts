// Kaplan–Meier curves of a category's players in one picture, with the anchors in grey beside them.
import { kaplanMeier, type SurvivalCurve } from "../../stats/kaplan-meier.ts";
import { shortened } from "../charts.ts";
import { lifetimesOf } from "../lifetimes.ts";
import { fixed } from "../numbers.ts";
import type { PlayerResults } from "../run-results.ts";
import { type DataTable, drawFigure, type Figure } from "./figure.ts";
import { CRISES_TEXT, crisisLayer, monthsX } from "./months-axis.ts";
import { INK, SERIES } from "./palette.ts";

/** A player as a figure names it. */
export interface NamedPlayer {
  readonly name: string;
  readonly player: PlayerResults;
}

/** What a survival figure shows. */
export interface SurvivalRequest {
  readonly id: string;
  readonly title: string;
  readonly players: readonly NamedPlayer[];
  /** Shown in grey, for scale. */
  readonly anchors: readonly NamedPlayer[];
  readonly horizon: number;
}

/** More lines than these in one picture are a tangle. */
export const MOST_CURVES = SERIES.length;

/** The survival curves of up to {@link MOST_CURVES} players. */
export function survivalFigure({ id, title, players, anchors, horizon }: SurvivalRequest): Promise<Figure> {
  const curves = [
    ...players.map(({ name, player }, index) => ({ name, player, colour: SERIES[index] ?? INK.text, dash: [1, 0] })),
    ...anchors.map(({ name, player }, index) => ({
      name,
      player,
      colour: INK.anchor,
      dash: index % 2 === 0 ? [5, 3] : [2, 2],
    })),
  ].map((series) => ({ ...series, curve: kaplanMeier(lifetimesOf(series.player.lines)) }));
  const names = curves.map(({ name }) => name);
  const values = curves.flatMap(({ name, curve }) => stepsOf(curve).map((step) => ({ name, ...step })));
  const words = {
    id,
    title,
    description: `Share of trials still alive by month, one step line a player. ${CRISES_TEXT} ${curves
      .map(({ name, curve }) => `${name}: ${fixed(100 * (curve.points.at(-1)?.survival ?? 1), 1)} % at the end.`)
      .join(" ")}`,
    note: `Kaplan–Meier; trials cut short are censored.${anchors.length === 0 ? "" : " Grey: anchors."} ${sampleText(curves.map(({ curve }) => curve.n))}`,
    table: tableOf(curves),
  };
  return drawFigure(words, {
    layer: [
      crisisLayer(horizon),
      {
        data: { values },
        mark: { type: "line", interpolate: "step-after", strokeWidth: 2, strokeCap: "butt" },
        encoding: {
          x: monthsX("month", horizon, { labels: true }),
          y: {
            field: "alive",
            type: "quantitative",
            scale: { domain: [0, 100] },
            axis: { title: "Alive, % of trials", values: [0, 25, 50, 75, 100] },
          },
          color: {
            field: "name",
            type: "nominal",
            scale: { domain: names, range: curves.map((c) => c.colour) },
            legend: { labelExpr: shortened(21) },
          },
          strokeDash: {
            field: "name",
            type: "nominal",
            scale: { domain: names, range: curves.map((c) => c.dash) },
            legend: { labelExpr: shortened(21) },
          },
        },
      },
    ],
    width: 300,
    height: 190,
  });
}

/** The corners of a curve, from month 0. */
export function stepsOf(curve: SurvivalCurve): { month: number; alive: number; low: number; high: number }[] {
  let band = { low: 100, high: 100 };
  const steps = curve.points.map(({ month, survival, low, high }) => {
    // Past the last death the interval is not defined; the band ends at nothing.
    band = { low: 100 * (low ?? 0), high: 100 * (high ?? 0) };
    return { month, alive: 100 * survival, ...band };
  });
  return curve.n === 0 ? [] : [{ month: 0, alive: 100, low: 100, high: 100 }, ...steps];
}

/** `n = 5 trials each`, or the range. */
export function sampleText(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return "n = 0.";
  return least === most
    ? `n = ${least} trials${counts.length > 1 ? " a player" : ""}.`
    : `n = ${least}–${most} trials a player.`;
}

function tableOf(curves: readonly { readonly name: string; readonly curve: SurvivalCurve }[]): DataTable {
  return {
    headings: ["Player", "Month", "At risk", "Deaths", "Censored", "Alive %", "95 % interval"],
    rows: curves.flatMap(({ name, curve }) =>
      curve.points.map((point) => [
        name,
        String(point.month),
        String(point.atRisk),
        String(point.deaths),
        String(point.censored),
        fixed(100 * point.survival, 1),
        point.low === null || point.high === null ? "–" : `${fixed(100 * point.low, 1)}–${fixed(100 * point.high, 1)}`,
      ]),
    ),
  };
}
