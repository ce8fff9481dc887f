// A chart's specification to the bytes of an SVG. The only door to vega; equal specifications give equal bytes.
import * as vega from "vega";
import { type Config, compile, type TopLevelSpec } from "vega-lite";
import { assert } from "../std/assert.ts";
import type { Json } from "../std/json.ts";
import { INK } from "./charts/palette.ts";

/**
 * What a chart says, in vega-lite's language and without the looks that are the same everywhere. It is plain data: the
 * library's own types of it are too deep for a compiler to say anything useful about a mistake.
 */
export type ChartSpec = { readonly [key: string]: Json };

/** Words for readers who do not see a chart. */
export interface ChartWords {
  readonly title: string;
  readonly description: string;
  /** Unique in the page the chart goes into. */
  readonly id: string;
}

/** An expression for the labels of an axis or a legend that cuts long names; data keep the whole name. */
export function shortened(letters: number): string {
  return `length(datum.label) > ${letters} ? slice(datum.label, 0, ${letters - 1}) + "…" : datum.label`;
}

/** Draws a chart as a standalone SVG that names itself to a screen reader. */
export async function renderChart(spec: ChartSpec, { title, description, id }: ChartWords): Promise<string> {
  const { spec: compiled } = compile(spec as unknown as TopLevelSpec, { config: LOOK, logger: SILENT });
  const drawn = await new vega.View(vega.parse(compiled), { renderer: "none" }).toSVG();
  assert(!/\sid="/.test(drawn), "a chart has ids of its own, which would clash with those of other charts");
  const picture = drawn.replace(INTERACTIVE, "").replace(INVISIBLE, "");
  const body = NUMERIC.reduce((text, part) => text.replace(part, roundNumbers), picture);
  const words = `<title id="${id}-title">${escaped(title)}</title><desc id="${id}-desc">${escaped(description)}</desc>`;
  return body.replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) =>
      `<svg ${attributes} role="img" aria-labelledby="${id}-title ${id}-desc" font-family="${FONTS}">${words}`,
  );
}

/**
 * Without a canvas vega takes every letter for eight tenths of its height, which pushes legends off the page. These
 * are widths of letters by kind, in heights, of the wider of the usual fonts; the same on every machine.
 */
(
  vega as unknown as { textMetrics: { width: (item: { fontSize?: number }, text: unknown) => number } }
).textMetrics.width = (item, text) =>
  Array.from(String(text), widthOf).reduce((sum, width) => sum + width, 0) * (item.fontSize ?? 11);

function widthOf(letter: string): number {
  if (/[iljftr.,:;|!'()[\] ]/.test(letter)) return 0.37;
  return /[A-Zmw%]/.test(letter) ? 0.78 : 0.62;
}

const FONTS = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif";

/** Vega cuts by its own widths; names are cut by {@link shortened} instead. */
const UNLIMITED = 10_000;

const LOOK = {
  // One description stands for the whole picture; dozens of unnamed parts would drown it.
  aria: false,
  background: "transparent",
  padding: 4,
  view: { stroke: null },
  font: "inherit",
  axis: {
    domainColor: INK.axis,
    gridColor: INK.grid,
    tickColor: INK.axis,
    labelColor: INK.muted,
    titleColor: INK.muted,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: "normal",
    tickSize: 4,
    labelLimit: UNLIMITED,
  },
  axisX: { grid: false },
  axisY: { domain: false, ticks: false },
  legend: {
    orient: "bottom",
    direction: "vertical",
    columns: 2,
    title: null,
    labelColor: INK.text,
    labelFontSize: 11,
    labelLimit: UNLIMITED,
    symbolStrokeWidth: 2.5,
    columnPadding: 12,
    rowPadding: 3,
  },
  title: { color: INK.text, fontSize: 12, anchor: "start", fontWeight: 600, offset: 6 },
} as unknown as Config;

/** Warnings are about taste, and the standard output belongs to the program. */
const SILENT = {
  level: () => SILENT,
  warn: () => SILENT,
  info: () => SILENT,
  debug: () => SILENT,
  error: () => SILENT,
} as unknown as NonNullable<NonNullable<Parameters<typeof compile>[1]>["logger"]>;

/** Attributes of an interactive chart, which a picture does not need. */
const INTERACTIVE =
  / (?:role|aria-[a-z]+|class|pointer-events|xmlns:xlink|version|font-family|opacity="1)(?:="[^"]*)?"/g;

/** Shapes that show nothing. */
const INVISIBLE = /<path d="(?:M0,0h[^"]*)?"(?: display="none")?\/>|<g\/>/g;

/** Where coordinates stand. */
const NUMERIC = [/ (?:d|transform|points)="[^"]*"/g, / (?:[xy][12]?|width|height|r|c[xy])="-?\d+\.\d{3,}"/g];

/** A hundredth of a pixel is more than any screen shows; the digits after it are most of the bytes. */
function roundNumbers(text: string): string {
  return text.replace(/-?\d+\.\d{2,}(?:e-\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
