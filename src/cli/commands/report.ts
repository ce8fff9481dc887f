import { type Command, InvalidArgumentError } from "commander";
import { loadPaperTable } from "../../config/data.ts";
import { readManifest } from "../../record/run-folder.ts";
import { isSweepFolder, sweepRuns } from "../../record/sweep-folder.ts";
import { grouped } from "../../report/grouped.ts";
import { type PublishedRow, referenceText } from "../../report/reference.ts";
import { writeFiles } from "../../report/write-tables.ts";
import { remark, say } from "../console.ts";
import { DEFAULT_FORMATS, FORMAT_NAMES, reportFiles } from "../report-formats.ts";
import type { ReportFiles } from "../report-source.ts";
import { checkedRunOrSweep, runOrSweepNamed } from "../run-argument.ts";
import { sweepFolderFiles, sweepTables, sweepTablesText } from "../sweep-tables.ts";
import { resultsOf, tablesText } from "../tables.ts";

interface Flags {
  readonly format?: readonly string[];
  readonly out?: string;
  readonly reference?: boolean;
}

const EXAMPLES = `
Examples:
  arena report                              the newest run: its tables are written anew into its folder
  arena report results/a results/b          two runs side by side; runs under different rules get tables of their own
  arena report results/a results/b --out joint --format csv
  arena report --format html,latex --reference   one self-contained page, its figures, and the paper's table beside ours
  arena report results/my-sweep             a sweep: each setting's tables, the differences to the base and the figures
  arena report results/my-sweep --format html    one page of all its settings as well`;

/** `arena report` */
export function reportCommand(program: Command): Command {
  return program
    .command("report")
    .summary("make the tables of one or more runs, or of a sweep, from their records")
    .description(
      "Prints Table 1 of one or more runs and writes it: of one run into its folder, of several only where --out says. " +
        "Of a sweep, writes again all that arena sweep wrote.",
    )
    .argument("[runs...]", "runs' or sweeps' folders (default: the newest in results/)")
    .option(
      "--format <names>",
      `what to write: ${FORMAT_NAMES.join(", ")} (default: ${DEFAULT_FORMATS.join(", ")})`,
      formatNames,
    )
    .option("--reference", "the paper's Table 1 beside ours, as published on the authors' simulator")
    .option("--out <dir>", "the folder to write into (default: the run's or sweep's own; none for several)")
    .addHelpText("after", EXAMPLES)
    .action(async (named: string[], flags: Flags) => {
      const folders = named.length === 0 ? [runOrSweepNamed(undefined)] : [...new Set(named)].map(checkedRunOrSweep);
      const [first = "", ...others] = folders;
      if (others.length === 0 && isSweepFolder(first)) await reportSweep(first, flags);
      else await reportRuns(folders, flags);
    });
}

async function reportRuns(folders: readonly string[], flags: Flags): Promise<void> {
  const runs = folders.flatMap((folder) => (isSweepFolder(folder) ? sweepRuns(folder) : [folder]));
  const results = resultsOf(runs);
  say(tablesText(results));
  const published = publishedFor(flags);
  const out = flags.out ?? (folders.length === 1 ? folders[0] : undefined);
  if (out === undefined) return;
  await written(out, await reportFiles(flags.format ?? DEFAULT_FORMATS, { folders: runs, results, published }));
  warnOfShards(runs);
}

/** What `arena sweep` wrote, and the formats asked for, of all its runs together. */
async function reportSweep(folder: string, flags: Flags): Promise<void> {
  const tables = sweepTables(folder);
  say(sweepTablesText(tables));
  const published = publishedFor(flags);
  const runs = sweepRuns(folder);
  const source = { folders: runs, results: resultsOf(runs), published };
  const out = flags.out ?? folder;
  await written(out, { ...(await reportFiles(flags.format ?? [], source)), ...(await sweepFolderFiles(tables)) });
  warnOfShards(runs.slice(0, 1));
}

function publishedFor({ reference = false }: Flags): readonly PublishedRow[] | null {
  if (!reference) return null;
  const published = loadPaperTable();
  say(`\n${referenceText(published)}`);
  return published;
}

async function written(out: string, files: ReportFiles): Promise<void> {
  await writeFiles(out, files);
  remark(`Written into ${out}: ${writtenText(Object.keys(files))}`);
}

/** The files by name; a folder's as their number. */
function writtenText(paths: readonly string[]): string {
  const own = paths.filter((path) => !path.includes("/"));
  const folders = grouped(
    paths.filter((path) => path.includes("/")),
    (path) => path.slice(0, path.indexOf("/")),
  );
  const counts = [...folders].map(([name, inside]) => {
    return `${inside.length} ${name === "figures" ? "figures" : "files"} in ${name}/`;
  });
  return [...own, ...counts].join(", ");
}

function formatNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !FORMAT_NAMES.includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Formats are ${FORMAT_NAMES.join(", ")}.`);
  return names;
}

/** A lone shard's table looks like a run's whose trials are mostly missing. */
function warnOfShards(runs: readonly string[]): void {
  for (const run of runs) {
    const { shard } = readManifest(run);
    if (shard !== null && runs.length === 1) {
      remark(`${run} is shard ${shard[0]} of ${shard[1]}: arena merge makes one run of all shards.`);
    }
  }
}
