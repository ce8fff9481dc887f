// Where a run stands, in words and in figures of few characters.
import { dollars, short } from "./plan-text.ts";
import type { Sums, Use } from "./progress-tally.ts";

/** `12 survived, 3 bankrupt, 1 failed`. */
export function countsText({ survived, bankrupt, failed }: Sums): string {
  return `${survived} survived, ${bankrupt} bankrupt${failed === 0 ? "" : `, ${failed} failed`}`;
}

/** What models were asked for, as the rest of a line; nothing where no model plays. */
export function useText({ months, monthsLeft, model }: Sums): string {
  if (model === null) return "";
  const played = monthsLeft === 0 ? short(months) : `${short(months)} of ${short(months + monthsLeft)}`;
  const { calls, tokens } = model;
  const cost = costText(model);
  return `; ${played} months, ${short(calls)} calls, ${short(tokens)} tokens${cost === "" ? "" : `, ${cost}`}`;
}

/** `$4.12`, `free`, or nothing where prices are unknown. */
export function costText({ cost }: Use): string {
  if (typeof cost !== "number") return cost ?? "";
  return cost > 0 && cost < 0.01 ? "<$0.01" : dollars(cost);
}

/** `45s`, `12m`, `3h05m`, `2d03h`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes}m`;
  if (minutes < 48 * 60) return pair(minutes, 60, "h", "m");
  return pair(Math.round(minutes / 60), 24, "d", "h");
}

/** A request that will be made again. */
export function retryText(trial: string, attempt: number, inMs: number, why: string): string {
  return `${trial}: attempt ${attempt} in ${(inMs / 1000).toFixed(1)} s (${why})`;
}

function pair(count: number, base: number, large: string, small: string): string {
  return `${Math.floor(count / base)}${large}${String(count % base).padStart(2, "0")}${small}`;
}
