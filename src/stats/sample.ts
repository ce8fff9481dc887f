/** Arithmetic mean in the unit of the values; `null` of none. Summed in order of size, so that the order given cannot change a bit. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return sum(values) / values.length;
}

/**
 * Sample standard deviation √(Σ(x − x̄)² / (n − 1)) in the unit of the values; `null` for fewer than two, where
 * nothing can be said about spread.
 */
export function sampleSd(values: readonly number[]): number | null {
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  return Math.sqrt(sum(values.map((x) => (x - centre) ** 2)) / (values.length - 1));
}

/** Whether largest and smallest value differ by more than rounding, relative to their size. */
export function hasSpread(values: readonly number[]): boolean {
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return high - low > ROUNDING * Math.max(Math.abs(low), Math.abs(high));
}

const ROUNDING = 1e-12;

function sum(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((total, x) => total + x, 0);
}
