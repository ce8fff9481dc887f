// The colours of every figure: one set for light paper, its counterpart for dark screens. Each pair keeps the contrast
// of at least 3:1 to its background that graphics need, texts 4.5:1.

/** Colours that are no data. */
export const INK = {
  text: "#1b2230",
  muted: "#566074",
  axis: "#a9b1bf",
  grid: "#e6e9ee",
  crisis: "#f7e8d8",
  anchor: "#7b8494",
} as const;

/** Colours of series, told apart by people with any common colour vision; beyond these, dashes tell more apart. */
export const SERIES = ["#1f6fb4", "#c75300", "#12805c", "#ad2f8c", "#806400", "#6650c9", "#b3273a", "#0c7c8c"] as const;

/** Each colour of the light page with the one a dark page shows in its place. */
export const DARK: ReadonlyMap<string, string> = new Map<string, string>([
  [INK.text, "#e7eaf0"],
  [INK.muted, "#a9b3c3"],
  [INK.axis, "#5c677a"],
  [INK.grid, "#2b3341"],
  [INK.crisis, "#3d3123"],
  [INK.anchor, "#98a2b3"],
  [SERIES[0], "#62aef0"],
  [SERIES[1], "#f2955a"],
  [SERIES[2], "#4cc79b"],
  [SERIES[3], "#e887cc"],
  [SERIES[4], "#d9b84a"],
  [SERIES[5], "#a89af2"],
  [SERIES[6], "#f28490"],
  [SERIES[7], "#55c4d4"],
]);

/** The name of the style variable that holds a colour. */
export function variableOf(colour: string): string {
  return `--c${[...DARK.keys()].indexOf(colour)}`;
}

/** A picture whose colours follow the page's: each known colour becomes its variable. */
export function themed(svg: string): string {
  return svg.replace(/"(#[0-9a-f]{6})"/g, (whole, colour: string) =>
    DARK.has(colour) ? `"var(${variableOf(colour)})"` : whole,
  );
}
