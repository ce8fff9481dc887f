import { mean } from "./sample.ts";

/** What one player got on each seed: one value a repeat. A seed without values counts as not played. */
export type SeedValues = ReadonlyMap<number, readonly number[]>;

/**
 * The mean over repeats of every seed that was played, by seed. Repeats of a seed share its world and are not
 * independent, so a seed is the cluster: intervals and tests treat these means as the sample, one value a seed,
 * each of the same weight however many repeats it had.
 */
export function seedMeans(valuesBySeed: SeedValues): ReadonlyMap<number, number> {
  const means = new Map<number, number>();
  for (const [seed, values] of valuesBySeed) {
    const centre = mean(values);
    if (centre !== null) means.set(seed, centre);
  }
  return means;
}
