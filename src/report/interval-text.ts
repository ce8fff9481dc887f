// How an estimate with its interval is written: never a number without what it rests on.
import type { MeanEstimator } from "../stats/infer-mean.ts";
import { ABSENT, fixed } from "./numbers.ts";

interface Interval {
  readonly low: number | null;
  readonly high: number | null;
  readonly estimator: string;
}

/** `12.3 [10.1, 14.0]`; the estimate alone, with the reason, where there is no interval. */
export function intervalText(value: number | null, { low, high, estimator }: Interval, decimals = 1): string {
  if (value === null) return ABSENT;
  const centre = fixed(value, decimals);
  if (low === null || high === null) return `${centre} (${estimatorWords(estimator)})`;
  return `${centre} [${fixed(low, decimals)}, ${fixed(high, decimals)}]`;
}

/** A p value as people write it: `0.013`, `< 0.001`. */
export function pText(p: number | null): string {
  if (p === null) return ABSENT;
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** An estimator in words. */
export function estimatorWords(estimator: string): string {
  return WORDS.get(estimator) ?? estimator;
}

const WORDS: ReadonlyMap<string, string> = new Map<MeanEstimator | "wilson", string>([
  ["student-t", "Student's t"],
  ["bootstrap-bca", "BCa bootstrap"],
  ["no-spread", "all alike"],
  ["one-seed", "one seed"],
  ["no-data", "no data"],
  ["wilson", "Wilson"],
]);
