import type { Command } from "commander";
import { causesText } from "../../report/causes/causes-text.ts";
import { causesOf } from "../causes.ts";
import { say } from "../console.ts";
import { checkedRun, runNamed } from "../run-argument.ts";

interface Flags {
  readonly json?: boolean;
}

/** `arena causes` */
export function causesCommand(program: Command): Command {
  return program
    .command("causes")
    .summary("tell why companies went bankrupt, with trials to look at")
    .description(
      "Names one cause for every bankrupt trial from its records, by fixed rules, and three trials of each to look at.",
    )
    .argument("[runs...]", "runs' folders (default: the newest in results/)")
    .option("--json", "the summaries as JSON on stdout")
    .addHelpText(
      "after",
      "\nExamples:\n  arena causes results/no-delay\n  arena report --format causes      the full tables: causes.md and causes.csv",
    )
    .action(async (folders: string[], flags: Flags) => {
      const runs = folders.length === 0 ? [runNamed(undefined)] : [...new Set(folders)].map(checkedRun);
      const summaries = await causesOf(runs);
      say(flags.json === true ? JSON.stringify(summaries, null, 2) : causesText(summaries));
    });
}
