// Puts the tables of a run into its folder, so that no reader ever sees half a table.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../std/user-error.ts";
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

/** Writes `table1.csv`, `table1.md` and `trials.csv`: all beside their places first, then each by rename. */
export async function writeTables(folder: string, results: Results): Promise<TablePaths> {
  const files = Object.entries(tableFiles(results)).map(([name, text]) => {
    const path = join(folder, name);
    return { path, temporary: `${path}.tmp`, text };
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const { temporary, text } of files) await writeFile(temporary, text, { flush: true });
    for (const { path, temporary } of files) await rename(temporary, path);
  } catch (error) {
    await Promise.allSettled(files.map(({ temporary }) => rm(temporary, { force: true })));
    throw asUserError(folder, error);
  }
  return {
    table1Csv: join(folder, "table1.csv"),
    table1Md: join(folder, "table1.md"),
    trialsCsv: join(folder, "trials.csv"),
  };
}

/** What a user can do about each way in which a file system says no. */
const CURES: ReadonlyMap<string, readonly [problem: string, hint: string]> = new Map([
  ["EACCES", ["it may not be written to", "Change its permissions or name another folder."]],
  ["EPERM", ["it may not be written to", "Change its permissions or name another folder."]],
  ["EROFS", ["it is on a read-only file system", "Name another folder."]],
  ["ENOSPC", ["the disk is full", "Free some space and run the command again: no finished trial is lost."]],
  ["EDQUOT", ["your disk quota is used up", "Free some space and run the command again: no finished trial is lost."]],
  ["ENOTDIR", ["a file is in its place", "Name another folder."]],
  ["EEXIST", ["a file is in its place", "Name another folder."]],
  ["EISDIR", ["a folder is in the place of a table", "Move that folder away."]],
]);

function asUserError(folder: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return cause;
  const [problem, hint] = CURES.get(cause.code) ?? [cause.message, "Name another folder."];
  return new UserError(`the tables cannot be written into ${folder}: ${problem}`, { hint, cause });
}
