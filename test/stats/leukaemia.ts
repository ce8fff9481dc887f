// Weeks in remission of 42 children with leukaemia: Freireich et al. (1963), Blood 21:699, as printed in Kleinbaum &
// Klein, "Survival Analysis: A Self-Learning Text" (3rd ed. 2012), chapters 1 and 2.
import type { Lifetime } from "../../src/stats/kaplan-meier.ts";

export const mercaptopurine: readonly Lifetime[] = [
  ...lifetimes([6, 6, 6, 7, 10, 13, 16, 22, 23], true),
  ...lifetimes([6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35], false),
];

export const placebo: readonly Lifetime[] = lifetimes(
  [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23],
  true,
);

function lifetimes(times: readonly number[], died: boolean): Lifetime[] {
  return times.map((months) => ({ months, died }));
}
