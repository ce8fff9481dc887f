// Which of several lines of one trial counts.
import type { TrialLine } from "../record/trial-line.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";

/** The last line of each trial id, in the order in which the ids first came. Protocols do not replace each other. */
export function newestLines(lines: readonly TrialLine[]): TrialLine[] {
  const newest = new Map<string, TrialLine>();
  for (const line of lines) newest.set(`${line.protocolStamp} ${line.trial.id}`, line);
  return [...newest.values()];
}

/**
 * The line to keep where a second run brings a trial that a first may have brought already. Neither run is newer
 * than the other, so results that differ are refused: a report must not choose among them.
 */
export function unlessContradicted(known: TrialLine | undefined, line: TrialLine): TrialLine {
  if (known === undefined || canonicalJson(known.result) === canonicalJson(line.result)) return line;
  throw new UserError(`trial ${line.trial.id} is in two of the runs, with different results`, {
    hint: "Report these runs one at a time, or play one of them on other seeds.",
  });
}
