import { appendFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isRunFolder, readManifest } from "../../record/run-folder.ts";
import { GATE_OPTIONS, type GateOptions, type GateResult, judgeGate } from "../../report/gate.ts";
import { type ProtocolRows, readTrialsCsv, rowsOfResults } from "../../report/gate-rows.ts";
import { gateJUnit, gateMarkdown, gateText } from "../../report/gate-text.ts";
import { writeFiles } from "../../report/write-tables.ts";
import { present } from "../../std/assert.ts";
import { UserError } from "../../std/user-error.ts";
import { remark, say } from "../console.ts";
import { EXIT } from "../exit.ts";
import { checkedRun } from "../run-argument.ts";
import { resultsOf } from "../tables.ts";

interface Flags {
  readonly baseline: string;
  readonly metric: GateOptions["metric"];
  readonly alpha: number;
  readonly minCoverage: number;
  readonly junit?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  arena gate results/tonight --baseline results/last-week --junit gate.xml
  arena gate results/tonight --baseline baseline/trials.csv --metric score

Exit codes: 0 nothing got worse, 2 something did, 3 too little to decide, 1 another protocol or wrong use. Only a fall
that the seeds show to be real fails the gate; it says how large a fall it could have seen. In GitHub Actions the table
is added to the job's summary.`;

const EXIT_OF = { passed: EXIT.done, failed: EXIT.different, undecided: EXIT.incomplete } as const;

/** `arena gate` */
export function gateCommand(program: Command): Command {
  return program
    .command("gate")
    .summary("fail when a player got worse than in a baseline")
    .description("Compares every player of a baseline with the same label of a run, on the seeds both played.")
    .argument("<run>", "the run's folder")
    .requiredOption("--baseline <run|trials.csv>", "a run's folder, or a trials.csv kept from one")
    .addOption(
      new Option("--metric <name>", "what must not fall").choices(["survival", "score"]).default(GATE_OPTIONS.metric),
    )
    .addOption(
      new Option("--alpha <p>", "size of the two-sided tests over all players")
        .default(GATE_OPTIONS.alpha)
        .argParser(between(0, 1)),
    )
    .addOption(
      new Option("--min-coverage <share>", "least share of planned trials that must be scored")
        .default(GATE_OPTIONS.minCoverage)
        .argParser(share),
    )
    .option("--junit <file>", "write a JUnit file, a test case a player")
    .option("--json", "the verdict as JSON on stdout")
    .addHelpText("after", EXAMPLES)
    .action(async (folder: string, flags: Flags) => {
      const result = judge(checkedRun(folder), flags);
      say(flags.json === true ? JSON.stringify(result, null, 2) : gateText(result));
      if (flags.junit !== undefined) {
        await writeFiles(dirname(flags.junit), { [basename(flags.junit)]: gateJUnit(result) });
      }
      addStepSummary(gateMarkdown(result));
      process.exitCode = EXIT_OF[result.verdict];
    });
}

function judge(folder: string, { baseline, metric, alpha, minCoverage }: Flags): GateResult {
  const run = rowsOfRun(folder);
  const before = baselineRows(baseline, run.protocolStamp);
  return judgeGate(before.rows, run.rows, { ...GATE_OPTIONS, metric, alpha, minCoverage });
}

function rowsOfRun(folder: string): ProtocolRows {
  const { protocolStamp } = readManifest(folder);
  const own = resultsOf([folder]).tables.find((table) => table.protocolStamp === protocolStamp);
  return rowsOfResults(present(own, "a run has a table of its own protocol"));
}

function baselineRows(baseline: string, protocolStamp: string): ProtocolRows {
  const tables = isRunFolder(baseline) ? [rowsOfRun(baseline)] : readTrialsCsv(fileOf(baseline));
  const own = tables.find((table) => table.protocolStamp === protocolStamp);
  if (own !== undefined) return own;
  const stamps = tables.map((table) => table.protocolStamp).join(", ");
  throw new UserError(`${baseline} was played under another protocol (${stamps}) than the run (${protocolStamp})`, {
    hint: "A gate compares like with like: make the baseline anew, or look at both with arena compare.",
  });
}

function fileOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UserError(`${path}: there is no such run or file`);
  if (stats.isDirectory()) throw new UserError(`${path} is not a run: it has no manifest.json`);
  return path;
}

function addStepSummary(markdown: string): void {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (file === undefined || file === "") return;
  try {
    appendFileSync(file, `${markdown}\n`);
  } catch (error) {
    // The verdict stands without its summary.
    remark(`warning: the step summary cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function between(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value > low && value < high) return value;
    throw new InvalidArgumentError(`Must be between ${low} and ${high}.`);
  };
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("Must be from 0 to 1.");
}
