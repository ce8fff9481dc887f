// The leaderboard as a picture: what was seen of each player, and how far it can be trusted.
import type { ChartSpec } from "../charts.ts";
import { fixed } from "../numbers.ts";
import { drawFigure, type Figure } from "./figure.ts";
import { INK, SERIES } from "./palette.ts";
import { along, rowsChart } from "./rows.ts";

/** A player's value with its interval, in the unit of the axis. */
export type IntervalRow = {
  readonly name: string;
  readonly isAnchor: boolean;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
  /** Another value to compare with, such as money raised beside a score. */
  readonly beside?: number | null;
};

/** What an interval figure shows. */
export interface IntervalRequest {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly note: string;
  /** What the value beside is; its mark is a hollow diamond. */
  readonly besideName?: string;
  /** The ends of the axis where they are fixed. */
  readonly domain?: readonly [number, number];
  /** From top to bottom. */
  readonly rows: readonly IntervalRow[];
}

/** One row a player: a dot with its 95 % interval. */
export function intervalFigure(request: IntervalRequest): Promise<Figure> {
  const { id, title, unit, note, rows, besideName } = request;
  const beside = besideName === undefined ? "" : ` Hollow diamonds: ${besideName}.`;
  const words = {
    id,
    title,
    description: `One row a player, best first: a dot with its 95 % interval; anchors in grey.${beside}`,
    note: besideName === undefined ? note : `${note} ◇ ${besideName}.`,
    table: {
      headings: ["Player", unit, "95 % interval", ...(besideName === undefined ? [] : [besideName]), "n"],
      rows: rows.map((row) => [
        row.name,
        fixed(row.value, 1, "–"),
        row.low === null || row.high === null ? "–" : `${fixed(row.low, 1)} to ${fixed(row.high, 1)}`,
        ...(besideName === undefined ? [] : [fixed(row.beside ?? null, 1, "–")]),
        String(row.n),
      ]),
    },
  };
  return drawFigure(words, specOf(request));
}

function specOf({ unit, rows, domain, besideName }: IntervalRequest): ChartSpec {
  const scale = domain === undefined ? { zero: true } : { domain, nice: false };
  const x = along("value", unit, { scale });
  const colour = { condition: { test: "datum.isAnchor", value: INK.anchor }, value: SERIES[0] };
  const dataOf = (values: readonly IntervalRow[]): ChartSpec => ({ values: values.map((row) => ({ ...row })) });
  const besides = rows.filter((row) => row.beside !== undefined && row.beside !== null);
  return rowsChart(
    rows.map(({ name }) => name),
    [
      {
        data: dataOf(rows.filter(({ low, high }) => low !== null && high !== null)),
        mark: { type: "rule", strokeWidth: 2, opacity: 0.55 },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, color: colour },
      },
      ...(besideName === undefined
        ? []
        : [
            {
              data: dataOf(besides),
              mark: { type: "point", shape: "diamond", filled: false, color: SERIES[1], size: 36, strokeWidth: 1.5 },
              encoding: { x: { ...x, field: "beside" } },
            },
          ]),
      {
        data: dataOf(rows.filter(({ value }) => value !== null)),
        mark: { type: "point", filled: true, size: 46, opacity: 1 },
        encoding: { x, color: colour },
      },
    ],
  );
}
