// The formats a report can be written in. A new one is one line here: its name and the files it gives.
import { table1Latex } from "../report/latex.ts";
import { referenceMarkdown } from "../report/reference.ts";
import { table1Of } from "../report/table1.ts";
import { tableFiles } from "../report/write-tables.ts";
import { causesFiles } from "./causes.ts";
import { htmlFiles } from "./html-files.ts";
import { intervalsFiles } from "./intervals-files.ts";
import type { ReportFiles, ReportSource } from "./report-source.ts";

type Format = (source: ReportSource) => ReportFiles | Promise<ReportFiles>;

const FORMATS = new Map<string, Format>([
  [
    "md",
    ({ results, published }) => ({
      "table1.md": tableFiles(results)["table1.md"],
      ...(published === null ? {} : { "reference.md": referenceMarkdown(results.tables.map(table1Of), published) }),
    }),
  ],
  [
    "csv",
    ({ results }) => {
      const { "table1.csv": table1, "trials.csv": trials } = tableFiles(results);
      return { "table1.csv": table1, "trials.csv": trials };
    },
  ],
  ["causes", causesFiles],
  ["intervals", intervalsFiles],
  ["latex", ({ results, published }) => ({ "table1.tex": table1Latex(results.tables.map(table1Of), published) })],
  ["html", htmlFiles],
]);

/** The formats by name. */
export const FORMAT_NAMES: readonly string[] = [...FORMATS.keys()];

/** What is written where no format is asked for. */
export const DEFAULT_FORMATS: readonly string[] = ["md", "csv"];

/** The files of a report in the formats named. */
export async function reportFiles(formats: readonly string[], source: ReportSource): Promise<ReportFiles> {
  const files: Record<string, string> = {};
  for (const name of formats) Object.assign(files, await FORMATS.get(name)?.(source));
  return files;
}
