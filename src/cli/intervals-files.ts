import { intervalsOf } from "../report/intervals.ts";
import { intervalsMarkdown } from "../report/intervals-text.ts";
import type { ReportFiles, ReportSource } from "./report-source.ts";

/** `intervals.md` of a report: a section a table. */
export function intervalsFiles({ results }: ReportSource): ReportFiles {
  const sections = results.tables.map((table) => intervalsMarkdown(intervalsOf(table)));
  return { "intervals.md": `${sections.join("\n\n")}\n` };
}
