import type { Command } from "commander";
import { holderOf } from "../../record/lock.ts";
import { isRunFolder } from "../../record/run-folder.ts";
import { isSweepFolder, readSweepPlan, settingFolder, sweepRuns } from "../../record/sweep-folder.ts";
import type { Verification } from "../../runner/verify.ts";
import { verifyRun } from "../../runner/verify.ts";
import type { Difference } from "../../runner/verify-trial.ts";
import { canDraw, remark, say } from "../console.ts";
import { EXIT } from "../exit.ts";
import { runOrSweepNamed } from "../run-argument.ts";
import { sweepDifferences } from "../sweep-tables.ts";
import { tableDifferences } from "../tables.ts";

interface Flags {
  readonly json?: boolean;
}

const SHOWN_DIFFERENCES = 20;

/** `arena verify` */
export function verifyCommand(program: Command): Command {
  return program
    .command("verify")
    .summary("prove a run or a sweep: play its records again and compare everything")
    .description(
      "Plays every trial of a run again from its recorded decisions and compares every answer, every month's state and " +
        "books, the seals of the records, the results and the tables with what was written down. Of a sweep, every run.",
    )
    .argument("[run]", "a run's or a sweep's folder (default: the newest in results/)")
    .option("--json", "the outcome as JSON on stdout")
    .addHelpText(
      "after",
      "\nExample:\n  arena verify results/no-delay\n\nExit code 2 where anything differs, or where another engine made the run.",
    )
    .action(async (named: string | undefined, flags: Flags) => {
      const folder = runOrSweepNamed(named);
      const isProven = await (isSweepFolder(folder) ? verifySweep : verifyOne)(folder, flags);
      process.exitCode = isProven ? EXIT.done : EXIT.different;
    });
}

async function verifyOne(folder: string, { json = false }: Flags): Promise<boolean> {
  const run = await verified(folder);
  if (json) say(JSON.stringify(run, null, 2));
  else for (const line of linesOf(run)) say(line);
  return isSound(run);
}

async function verifySweep(folder: string, { json = false }: Flags): Promise<boolean> {
  const folders = sweepRuns(folder);
  const isAtWork = folders.some((run) => holderOf(run) !== null);
  const runs: Verification[] = [];
  for (const one of folders) {
    const run = await verified(one);
    runs.push(run);
    if (!json) for (const line of linesOf(run)) say(line);
  }
  const differences = isAtWork || !runs.every(isSound) ? [] : sweepDifferences(folder);
  if (json) say(JSON.stringify({ folder, runs, differences }, null, 2));
  else {
    for (const difference of differences) say(differenceText(difference));
    const parts = [
      `${runs.filter(isSound).length} of ${runs.length} runs verified`,
      ...(differences.length === 0 ? [] : [`${differences.length} of the sweep's own files not as its records give`]),
      ...unplayedText(folder),
    ];
    say(`${folder}: ${parts.join("; ")}`);
  }
  return runs.every(isSound) && differences.length === 0;
}

function unplayedText(folder: string): string[] {
  const unplayed = readSweepPlan(folder).settings.filter((setting) => !isRunFolder(settingFolder(folder, setting)));
  return unplayed.length === 0 ? [] : [`not begun yet: ${unplayed.map(({ name }) => name).join(", ")}`];
}

/** A run's verification, its tables included where nobody is at work on them. */
async function verified(folder: string): Promise<Verification> {
  const holder = holderOf(folder);
  if (holder !== null) remark(`note: ${holder} is at work in ${folder}: what it has not finished is not judged`);
  const verification = await verifyRun(folder, progressOnTerminal());
  const tables = holder === null ? differencesOfTables(verification) : [];
  return { ...verification, differences: [...verification.differences, ...tables] };
}

function isSound({ refused, differences }: Verification): boolean {
  return refused === null && differences.length === 0;
}

/** Tables are compared where the lines they come from are sound; a branch has none. */
function differencesOfTables({ folder, refused, differences }: Verification): Difference[] {
  if (refused !== null || differences.some(({ where }) => where.startsWith("trials.jsonl"))) return [];
  return tableDifferences(folder);
}

function linesOf({ folder, trials, months, unfinished, refused, differences }: Verification): string[] {
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
