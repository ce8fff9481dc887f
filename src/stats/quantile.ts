import { assert } from "../std/assert.ts";

/**
 * The sample quantile at `p` of 0 to 1, interpolated linearly between order statistics; `null` of no values.
 * Source: definition 7 of Hyndman & Fan (1996), Am. Stat. 50:361, as in R's default.
 */
export function quantile(values: readonly number[], p: number): number | null {
  assert(p >= 0 && p <= 1, `a quantile lies between 0 and 1, not at ${p}`);
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * p;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (place - Math.floor(place));
}
