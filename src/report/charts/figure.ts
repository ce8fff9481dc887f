// A figure: its picture, its words, and the same numbers as a table for whoever cannot or will not read a picture.
import { type ChartSpec, renderChart } from "../charts.ts";

/** Numbers as they are printed, one row a thing. */
export interface DataTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Everything of a figure but the picture. */
export interface FigureWords {
  /** Names the figure's file and its place in a page. */
  readonly id: string;
  readonly title: string;
  /** What the picture shows, for a reader who does not see it. */
  readonly description: string;
  /** How the numbers were made: n, estimator and seed. */
  readonly note: string;
  readonly table: DataTable;
}

/** A figure. */
export interface Figure extends FigureWords {
  /** A standalone SVG. */
  readonly svg: string;
}

/** Draws a figure. */
export async function drawFigure(words: FigureWords, spec: ChartSpec): Promise<Figure> {
  return { ...words, svg: await renderChart(spec, words) };
}
