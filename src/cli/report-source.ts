import type { PublishedRow } from "../report/reference.ts";
import type { Results } from "../report/run-results.ts";

/** What a report is made from. */
export interface ReportSource {
  /** The run folders, for formats that show single trials. */
  readonly folders: readonly string[];
  readonly results: Results;
  /** The paper's Table 1, to stand beside ours; null leaves it out. */
  readonly published: readonly PublishedRow[] | null;
}

/** Texts of files by name. */
export type ReportFiles = Readonly<Record<string, string>>;
