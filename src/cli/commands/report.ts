import { type Command, InvalidArgumentError } from "commander";
import { loadPaperTable } from "../../config/data.ts";
import { readManifest } from "../../record/run-folder.ts";
import { referenceText } from "../../report/reference.ts";
import { writeFiles } from "../../report/write-tables.ts";
import { remark, say } from "../console.ts";
import { DEFAULT_FORMATS, FORMAT_NAMES, reportFiles } from "../report-formats.ts";
import { checkedRun, runNamed } from "../run-argument.ts";
import { resultsOf, tablesText } from "../tables.ts";

interface Flags {
  readonly format: readonly string[];
  readonly out?: string;
  readonly reference?: boolean;
}

const EXAMPLES = `
Examples:
  arena report                              the newest run: its tables are written anew into its folder
  arena report results/a results/b          two runs side by side; runs under different rules get tables of their own
  arena report results/a results/b --out joint --format csv
  arena report --format html,latex --reference   one self-contained page, its figures, and the paper's table beside ours`;

/** `arena report` */
export function reportCommand(program: Command): Command {
  return program
    .command("report")
    .summary("make the tables of one or more runs from their records")
    .description(
      "Prints Table 1 of one or more runs and writes it: of one run into its folder, of several only where --out says.",
    )
    .argument("[runs...]", "runs' folders (default: the newest in results/)")
    .option("--format <names>", `what to write: ${FORMAT_NAMES.join(", ")}`, formatNames, DEFAULT_FORMATS)
    .option("--reference", "the paper's Table 1 beside ours, as published on the authors' simulator")
    .option("--out <dir>", "the folder to write into (default: the run's own; none for several runs)")
    .addHelpText("after", EXAMPLES)
    .action(async (folders: string[], flags: Flags) => {
      const runs = folders.length === 0 ? [runNamed(undefined)] : [...new Set(folders)].map(checkedRun);
      const results = resultsOf(runs);
      say(tablesText(results));
      const published = flags.reference === true ? loadPaperTable() : null;
      if (published !== null) say(`\n${referenceText(published)}`);
      const out = flags.out ?? (runs.length === 1 ? runs[0] : undefined);
      if (out === undefined) return;
      const files = await reportFiles(flags.format, { folders: runs, results, published });
      await writeFiles(out, files);
      remark(`Written into ${out}: ${writtenText(Object.keys(files))}`);
      warnOfShards(runs);
    });
}

/** The files by name; a folder of many as one. */
function writtenText(paths: readonly string[]): string {
  const figures = paths.filter((path) => path.startsWith("figures/"));
  const others = paths.filter((path) => !path.startsWith("figures/"));
  return [...others, ...(figures.length === 0 ? [] : [`${figures.length} figures in figures/`])].join(", ");
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
