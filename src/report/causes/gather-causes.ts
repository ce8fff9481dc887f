// The causes of runs: their records read once, one summary a row, each trial's facts handed on as they come.
import { present } from "../../std/assert.ts";
import type { RunResults } from "../run-results.ts";
import { withRowStamps } from "../served-models.ts";
import type { TrialFacts } from "./facts.ts";
import { readFacts } from "./read-facts.ts";
import { type CauseSummary, CauseTally } from "./summary.ts";

/** A run with the folder its records lie in. */
export interface RecordedRun {
  readonly folder: string;
  readonly run: RunResults;
}

/**
 * One summary a label and player stamp, in the order of the manifests; shards of a run add up. `onTrial` hears each
 * trial's facts once; nothing else keeps them, so that ten thousand trials need no more memory than ten.
 */
export async function gatherCauses(
  runs: readonly RecordedRun[],
  onTrial: (facts: TrialFacts) => void = () => undefined,
): Promise<CauseSummary[]> {
  const tallies = new Map<string, CauseTally>();
  const seen = new Set<string>();
  const stamped = withRowStamps(runs.map(({ run }) => run));
  for (const [index, { folder }] of runs.entries()) {
    for await (const { line, facts } of readFacts(folder, present(stamped[index], "a run each"))) {
      const { label, id } = line.trial;
      const key = `${line.protocolStamp} ${line.playerStamp} ${label}`;
      // A trial that two runs brought is one trial.
      if (seen.has(`${key} ${id}`)) continue;
      seen.add(`${key} ${id}`);
      const tally = tallies.get(key) ?? new CauseTally(label, line.playerStamp);
      tallies.set(key, tally);
      if (facts === null) tally.addWithoutRecord();
      else {
        tally.add(facts);
        onTrial(facts);
      }
    }
  }
  return [...tallies.values()].map((tally) => tally.summary());
}
