// Puts the tables of a run into its folder, so that no reader ever sees half a table.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cannotWrite } from "../record/cannot-write.ts";
import { table1Csv, trialsCsv } from "./csv.ts";
import { table1Markdown } from "./markdown.ts";
import type { Results } from "./run-results.ts";
import { table1Of } from "./table1.ts";

/** Where the tables lie. */
export interface TablePaths {
  readonly table1Csv: string;
  readonly table1Md: string;
  readonly trialsCsv: string;
}

/** The text of each file that {@link writeTables} writes, by name: equal results give equal bytes. */
export function tableFiles(results: Results): Readonly<Record<"table1.csv" | "table1.md" | "trials.csv", string>> {
  const tables = results.tables.map(table1Of);
  return {
    "table1.csv": table1Csv(tables),
    "table1.md": table1Markdown(tables, results.warnings),
    "trials.csv": trialsCsv(results.tables),
  };
}

/** Writes `table1.csv`, `table1.md` and `trials.csv`; see {@link writeFiles}. */
export async function writeTables(folder: string, results: Results): Promise<TablePaths> {
  await writeFiles(folder, tableFiles(results));
  return {
    table1Csv: join(folder, "table1.csv"),
    table1Md: join(folder, "table1.md"),
    trialsCsv: join(folder, "trials.csv"),
  };
}

/** Writes files of a report, by name or path below the folder: all beside their places first, then each by rename. */
export async function writeFiles(folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const files = Object.entries(texts).map(([name, text]) => {
    const path = join(folder, name);
    return { path, temporary: `${path}.tmp`, text };
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const { path } of files) await mkdir(dirname(path), { recursive: true });
    for (const { temporary, text } of files) await writeFile(temporary, text, { flush: true });
    for (const { path, temporary } of files) await rename(temporary, path);
  } catch (error) {
    await Promise.allSettled(files.map(({ temporary }) => rm(temporary, { force: true })));
    throw cannotWrite(`the tables cannot be written into ${folder}`, error);
  }
}
