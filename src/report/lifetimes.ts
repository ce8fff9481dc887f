import type { TrialLine } from "../record/trial-line.ts";
import type { Lifetime } from "../stats/kaplan-meier.ts";

/**
 * How long each trial was seen alive. A trial that was truncated or failed is no bankruptcy: it is censored at the
 * months it did, as a survivor is at the horizon.
 */
export function lifetimesOf(lines: readonly TrialLine[]): Lifetime[] {
  return lines.map(({ result: { months, outcome } }) => ({
    months,
    died: outcome.kind === "completed" && outcome.ending === "bankrupt",
  }));
}
