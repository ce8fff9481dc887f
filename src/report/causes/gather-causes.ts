// The causes of a run: its records read once, one summary a row, each trial's facts handed on as they come.
import type { RunResults } from "../run-results.ts";
import type { TrialFacts } from "./facts.ts";
import { readFacts } from "./read-facts.ts";
import { type CauseSummary, CauseTally } from "./summary.ts";

/**
 * One summary a label and player stamp, in the order of the manifest. `onTrial` hears each trial's facts once; nothing
 * else keeps them, so that ten thousand trials need no more memory than ten.
 */
export async function gatherCauses(
  folder: string,
  run: RunResults,
  onTrial: (facts: TrialFacts) => void = () => undefined,
): Promise<CauseSummary[]> {
  const tallies = new Map<string, CauseTally>();
  for await (const { label, playerStamp, facts } of readFacts(folder, run)) {
    const key = `${playerStamp} ${label}`;
    const tally = tallies.get(key) ?? new CauseTally(label, playerStamp);
    tallies.set(key, tally);
    if (facts === null) tally.addWithoutRecord();
    else {
      tally.add(facts);
      onTrial(facts);
    }
  }
  return [...tallies.values()].map((tally) => tally.summary());
}
