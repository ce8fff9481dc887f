// How numbers are printed in every table.
import type { MeanSd } from "./aggregate.ts";

/** A number with that many decimals; `absent` for null. No table shows a negative zero. */
export function fixed(value: number | null, decimals: number, absent = ""): string {
  if (value === null) return absent;
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** `58.1 ± 9.2`; the mean alone where there is no spread to tell. */
export function meanSdText({ mean, sd }: MeanSd): string {
  return sd === null ? fixed(mean, 1, ABSENT) : `${fixed(mean, 1, ABSENT)} ± ${fixed(sd, 1)}`;
}

/** What stands in a table for people where there is no number. */
export const ABSENT = "–";

/** Whole numbers ascending as people write them: `0–4, 7`. */
export function rangesText(ascending: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const value of ascending) {
    const last = ranges.at(-1);
    if (last?.to === value - 1) last.to = value;
    else ranges.push({ from: value, to: value });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
