import type { Command } from "commander";
import { holderOf } from "../../record/lock.ts";
import type { Verification } from "../../runner/verify.ts";
import { verifyRun } from "../../runner/verify.ts";
import type { Difference } from "../../runner/verify-trial.ts";
import { canDraw, remark, say } from "../console.ts";
import { EXIT } from "../exit.ts";
import { runNamed } from "../run-argument.ts";
import { tableDifferences } from "../tables.ts";

interface Flags {
  readonly json?: boolean;
}

const SHOWN_DIFFERENCES = 20;

/** `arena verify` */
export function verifyCommand(program: Command): Command {
  return program
    .command("verify")
    .summary("prove a run: play its records again and compare everything")
    .description(
      "Plays every trial of a run again from its recorded decisions and compares every answer, every month's state and " +
        "books, the seals of the records, the results and the tables with what was written down.",
    )
    .argument("[run]", "a run's folder (default: the newest in results/)")
    .option("--json", "the outcome as JSON on stdout")
    .addHelpText(
      "after",
      "\nExample:\n  arena verify results/no-delay\n\nExit code 2 where anything differs, or where another engine made the run.",
    )
    .action(async (folder: string | undefined, flags: Flags) => {
      const run = runNamed(folder);
      const holder = holderOf(run);
      if (holder !== null) remark(`note: ${holder} is at work in ${run}: what it has not finished is not judged`);
      const verification = await verifyRun(run, progressOnTerminal());
      const differences = [...verification.differences, ...differencesOfTables(verification)];
      if (flags.json === true) say(JSON.stringify({ ...verification, differences }, null, 2));
      else for (const line of linesOf(verification, differences)) say(line);
      process.exitCode = verification.refused === null && differences.length === 0 ? EXIT.done : EXIT.different;
    });
}

/** Tables are compared where the lines they come from are sound; a branch has none. */
function differencesOfTables({ folder, refused, differences }: Verification): Difference[] {
  if (refused !== null || differences.some(({ where }) => where.startsWith("trials.jsonl"))) return [];
  return tableDifferences(folder);
}

function linesOf({ folder, trials, months, unfinished, refused }: Verification, differences: readonly Difference[]) {
  if (refused !== null) return [`${folder}: not verified: ${refused}`];
  const open = unfinished === 0 ? "" : `, ${unfinished} not ended`;
  return [
    ...differences.slice(0, SHOWN_DIFFERENCES).map(differenceText),
    ...(differences.length > SHOWN_DIFFERENCES ? [`… and ${differences.length - SHOWN_DIFFERENCES} more`] : []),
    `${folder}: ${trials} trials${open}, ${months} months reconciled, ${differences.length} differences`,
  ];
}

function differenceText({ where, month, what }: Difference): string {
  return `${where}${month === null ? "" : `, month ${month}`}: ${what}`;
}

const TOLD_EVERY = 100;

function progressOnTerminal(): (done: number, planned: number) => void {
  if (!canDraw(process.stderr)) return () => undefined;
  return (done, planned) => {
    if (done % TOLD_EVERY === 0) remark(`${done} of ${planned} trials`);
  };
}
