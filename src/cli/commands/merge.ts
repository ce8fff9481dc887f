import type { Command } from "commander";
import { writeTables } from "../../report/write-tables.ts";
import { mergeRuns } from "../../runner/merge.ts";
import { remark, say } from "../console.ts";
import { checkedRun } from "../run-argument.ts";
import { resultsOf, tablesText } from "../tables.ts";

const HELP = `
Example:
  arena run --shard 1/2 --out part1; arena run --shard 2/2 --out part2
  arena merge part1 part2 --out results/whole`;

/** `arena merge` */
export function mergeCommand(program: Command): Command {
  return program
    .command("merge")
    .summary("make one run of shards or of runs of one protocol")
    .description(
      "Copies the records of several runs into one folder and writes its tables: the same bytes as one run gives. " +
        "Runs of different rules, and trials that two runs tell differently, are refused.",
    )
    .argument("<runs...>", "runs' folders")
    .requiredOption("--out <dir>", "the folder of the merged run")
    .addHelpText("after", HELP)
    .action(async (folders: string[], flags: { readonly out: string }) => {
      const runs = [...new Set(folders)].map(checkedRun);
      const { folder, planned, ended, unplanned } = await mergeRuns(runs, flags.out);
      const results = resultsOf([folder]);
      await writeTables(folder, results);
      say(tablesText(results));
      remark(`${folder}: ${ended} of ${planned} trials have ended`);
      if (ended < planned) remark("The same arena run command with this --out plays the others.");
      if (unplanned > 0) {
        remark(
          `warning: ${unplanned} trials of the merged plan were in none of the runs: their players or seeds differ`,
        );
      }
    });
}
