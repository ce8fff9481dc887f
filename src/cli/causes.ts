import { readManifest, readTrialLines } from "../record/run-folder.ts";
import { causesCsv } from "../report/causes/causes-csv.ts";
import { causesMarkdown } from "../report/causes/causes-markdown.ts";
import type { TrialFacts } from "../report/causes/facts.ts";
import { gatherCauses } from "../report/causes/gather-causes.ts";
import type { CauseSummary } from "../report/causes/summary.ts";
import type { ReportFiles, ReportSource } from "./report-source.ts";

/** Why the trials of some run folders ended as they did; `onTrial` hears each trial's facts. */
export function causesOf(folders: readonly string[], onTrial?: (facts: TrialFacts) => void): Promise<CauseSummary[]> {
  const runs = folders.map((folder) => ({
    folder,
    run: { name: folder, manifest: readManifest(folder), lines: readTrialLines(folder) },
  }));
  return gatherCauses(runs, onTrial);
}

/** `causes.md` and `causes.csv` of a report. */
export async function causesFiles({ folders }: ReportSource): Promise<ReportFiles> {
  const trials: TrialFacts[] = [];
  const summaries = await causesOf(folders, (facts) => trials.push(facts));
  return { "causes.md": causesMarkdown(summaries), "causes.csv": causesCsv(trials) };
}
