// What every chart with one row a player has: names to the left in a given order, a light rule along each row.
import { type ChartSpec, shortened } from "../charts.ts";
import { INK } from "./palette.ts";

const ROW_HEIGHT = 17;
const WIDTH = 190;
const NAME_LETTERS = 23;
const NAME_WIDTH = 132;

/** A chart of rows: the names from top to bottom, and layers whose data has the name in `name`. */
export function rowsChart(names: readonly string[], layers: readonly ChartSpec[]): ChartSpec {
  return {
    width: WIDTH,
    height: Math.max(1, names.length) * ROW_HEIGHT,
    encoding: {
      y: {
        field: "name",
        type: "nominal",
        scale: { domain: names },
        axis: {
          title: null,
          grid: true,
          labelColor: INK.text,
          labelPadding: 6,
          labelExpr: shortened(NAME_LETTERS),
          // The same for all, so that figures beside each other line up.
          minExtent: NAME_WIDTH,
          maxExtent: NAME_WIDTH,
        },
      },
    },
    layer: [...layers],
  };
}

/** The encoding of a quantity along the rows; 0 is always in sight. */
export function along(field: string, title: string, more: ChartSpec = {}): ChartSpec {
  return {
    field,
    type: "quantitative",
    axis: { title, grid: false, tickCount: 5, domain: true },
    ...more,
  };
}

/** A legend below the axis that begins where the names do, so that it does not make the figure wider. */
export function legendBelow(names: readonly string[]): ChartSpec {
  return { orient: "none", legendX: -NAME_WIDTH, legendY: Math.max(1, names.length) * ROW_HEIGHT + 44 };
}

/** A vertical line at a value. */
export function lineAt(value: number): ChartSpec {
  return {
    data: { values: [{}] },
    mark: { type: "rule", color: INK.axis },
    encoding: { x: { datum: value, type: "quantitative" }, y: null },
  };
}
