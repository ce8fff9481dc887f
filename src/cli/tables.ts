// From run folders to tables on disk and on the screen.

import { readManifest, readTrialLines } from "../record/run-folder.ts";
import { gatherResults, type Results } from "../report/run-results.ts";
import { table1Of } from "../report/table1.ts";
import { table1Text } from "../report/text-table.ts";
import { wantsColour } from "./console.ts";

/** The results of some run folders. */
export function resultsOf(folders: readonly string[]): Results {
  return gatherResults(
    folders.map((folder) => ({ name: folder, manifest: readManifest(folder), lines: readTrialLines(folder) })),
  );
}

/** The tables as a terminal shows them. */
export function tablesText(results: Results): string {
  const width = Math.max(100, Math.min(process.stdout.columns ?? 120, 160));
  const options = { width, bold: wantsColour(process.stdout) };
  return table1Text(results.tables.map(table1Of), results.warnings, options).trimEnd();
}
