// Causes for a terminal: one line a player, a short line a cause with a trial to look at.
import { CAUSE_WORDS } from "./cause.ts";
import type { CauseSummary } from "./summary.ts";

/** Why companies died, as plain text. */
export function causesText(summaries: readonly CauseSummary[]): string {
  const width = Math.max(...summaries.map(({ label }) => label.length), 0);
  return summaries
    .flatMap(({ label, survived, bankrupt, causes }) => [
      `${label.padEnd(width)}  ${survived} survived, ${bankrupt} bankrupt`,
      ...causes.map(
        ({ cause, count, examples }) =>
          `${" ".repeat(width)}  ${`${count}`.padStart(4)} ${CAUSE_WORDS[cause]} (${examples.join(", ")})`,
      ),
    ])
    .join("\n");
}
