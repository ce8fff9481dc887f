// From run folders to tables on disk and on the screen.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest, readTrialLines } from "../record/run-folder.ts";
import { gatherResults, type Results } from "../report/run-results.ts";
import { table1Of } from "../report/table1.ts";
import { table1Text } from "../report/text-table.ts";
import { tableFiles } from "../report/write-tables.ts";
import type { Difference } from "../runner/verify-trial.ts";
import { wantsColour } from "./console.ts";

/** The results of some run folders. */
export function resultsOf(folders: readonly string[]): Results {
  return gatherResults(
    folders.map((folder) => ({ name: folder, manifest: readManifest(folder), lines: readTrialLines(folder) })),
  );
}

/** Columns that tables on stdout fit into. */
export function tableWidth(): number {
  return process.stdout.isTTY ? Math.max(72, Math.min(process.stdout.columns, 160)) : 120;
}

/** The tables as a terminal shows them. */
export function tablesText(results: Results): string {
  const options = { width: tableWidth(), bold: wantsColour(process.stdout) };
  return table1Text(results.tables.map(table1Of), results.warnings, options).trimEnd();
}

/** Where the tables in a run's folder are not what its records give. Tables that were never written differ in nothing. */
export function tableDifferences(folder: string): Difference[] {
  return readManifest(folder).branchOf === null ? fileDifferences(folder, tableFiles(resultsOf([folder]))) : [];
}

/** Where files in a folder are not what they should be, by name. Files that were never written differ in nothing. */
export function fileDifferences(folder: string, files: Readonly<Record<string, string>>): Difference[] {
  return Object.entries(files).flatMap(([name, text]) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    const found = readFileSync(path, "utf8");
    if (found === text) return [];
    const line = firstDifferentLine(found, text);
    const what = `line ${line} is not what the records give; arena report ${folder} writes it anew`;
    return [{ where: name, month: null, what }];
  });
}

function firstDifferentLine(one: string, other: string): number {
  const [lines, others] = [one.split("\n"), other.split("\n")];
  const index = lines.findIndex((line, at) => line !== others[at]);
  return (index === -1 ? lines.length : index) + 1;
}
