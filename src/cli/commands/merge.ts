import type { Command } from "commander";
import { isSweepFolder } from "../../record/sweep-folder.ts";
import { writeTables } from "../../report/write-tables.ts";
import { type Merged, mergeRuns } from "../../runner/merge.ts";
import { remark, say } from "../console.ts";
import { mergeSweeps } from "../merge-sweeps.ts";
import { checkedRun } from "../run-argument.ts";
import { sweepTables, sweepTablesText } from "../sweep-tables.ts";
import { resultsOf, tablesText } from "../tables.ts";

const HELP = `
Example:
  arena run --shard 1/2 --out part1; arena run --shard 2/2 --out part2
  arena merge part1 part2 --out results/whole      shards of a sweep are merged alike`;

/** `arena merge` */
export function mergeCommand(program: Command): Command {
  return program
    .command("merge")
    .summary("make one run of shards or of runs of one protocol, or one sweep of its shards")
    .description(
      "Copies the records of several runs into one folder and writes its tables: the same bytes as one run gives. " +
        "Runs of different rules, and trials that two runs tell differently, are refused.",
    )
    .argument("<runs...>", "runs' folders, or sweeps'")
    .requiredOption("--out <dir>", "the folder of the merged run or sweep")
    .addHelpText("after", HELP)
    .action(async (named: string[], { out }: { readonly out: string }) => {
      const folders = [...new Set(named)];
      const areSweeps = folders.some(isSweepFolder);
      const merged = await (areSweeps ? mergeSweeps(folders, out) : mergeRuns(folders.map(checkedRun), out));
      if (areSweeps) say(sweepTablesText(sweepTables(out)));
      else await tellRun(out);
      tellCounts(merged, areSweeps ? "sweep" : "run");
    });
}

async function tellRun(folder: string): Promise<void> {
  const results = resultsOf([folder]);
  await writeTables(folder, results);
  say(tablesText(results));
}

function tellCounts({ folder, planned, ended, unplanned }: Merged, what: "run" | "sweep"): void {
  remark(`${folder}: ${ended} of ${planned} trials have ended`);
  if (ended < planned) remark(`The same arena ${what} command with this --out plays the others.`);
  if (unplanned > 0) {
    remark(`warning: ${unplanned} trials of the merged plan were in none of the runs: their players or seeds differ`);
  }
}
