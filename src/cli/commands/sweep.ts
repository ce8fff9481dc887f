import { type Command, Option } from "commander";
import { writeSweepPlan } from "../../record/sweep-folder.ts";
import { writeTables } from "../../report/write-tables.ts";
import { estimateEach, totalEstimate } from "../../runner/cost-estimate.ts";
import { run } from "../../runner/run.ts";
import type { RunRequest, RunStop, RunSummary } from "../../runner/run-request.ts";
import { playSweep } from "../../runner/sweep.ts";
import { Stop } from "../../std/abort.ts";
import { wholeNumber } from "../arguments.ts";
import { confirmCost } from "../confirm-cost.ts";
import { remark, say } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { catchInterrupts } from "../interrupts.ts";
import { progressFor } from "../progress.ts";
import { protocolTyped, withProtocol } from "../protocol-options.ts";
import { withPlayOptions } from "../run-options.ts";
import { concludeSweep, planOfSweep, sweepExitCode } from "../sweep-outcome.ts";
import { type SweepEstimate, sweepPlanJson, sweepPlanText, sweepTotalText } from "../sweep-plan-text.ts";
import {
  type RequestedSweep,
  requestedSweep,
  type SettingRequest,
  type SweepFlags,
  type SweepWords,
} from "../sweep-requests.ts";
import { resultsOf } from "../tables.ts";

const EXAMPLES = `
Examples:
  arena sweep configs/sweeps/paper-figure3.yaml --dry-run
  arena sweep configs/sweeps/paper-figure3.yaml --models 'configs/*.yaml' --seeds 0-99
  arena sweep configs/sweeps/memory.yaml --models my-model.yaml --seeds 5 --max-cost 20
  arena sweep configs/sweeps/memory.yaml --models my-model.yaml --seeds 5 --only setting=memory-policy-full

A sweep is a folder of runs, one a setting. The same command goes on where it stopped. The sweep's folder gets sweep.md
(tables, and differences to the base with paired intervals), sweep.csv (long form), sweep.json and figures/.
arena report <folder> makes all of it again from the records, arena verify <folder> proves every run.`;

/** `arena sweep` */
export function sweepCommand(program: Command): Command {
  const command = program
    .command("sweep")
    .summary("play players under several settings and show what each setting changes")
    .description("Plays the settings of a sweep's file on the same seeds, and compares each with the base.")
    .argument("<file>", "the sweep's YAML file")
    .option("--models <files...>", "players: YAML files or quoted globs (default: the sweep's, else as for arena run)")
    .option("--seeds <seeds>", "as for arena run (default: the sweep's, else 5)")
    .addOption(
      new Option(
        "--repeats <n>",
        "times each seed is played by a player that can vary (default: the sweep's)",
      ).argParser(wholeNumber(1, 1000)),
    )
    .option("--out <dir>", "the sweep's folder (default: results/<name>-<8 hex of protocol and players>)");
  withPlayOptions(withProtocol(command), "sweep", "setting=NAME,model=LABEL,seed=N,outcome=truncated|failed")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, flags: SweepFlags) => {
      const words = { file, flags, protocol: protocolTyped(command), argv: process.argv.slice(2) };
      process.exitCode = await sweepAction(words);
    });
  return command;
}

async function sweepAction(words: SweepWords): Promise<ExitCode> {
  const requested = requestedSweep(words);
  const { flags } = words;
  const { folder, settings, chosen } = requested;
  const estimate = estimateOf(requested);
  if (flags.dryRun === true) return printPlan(requested, estimate, flags);
  tellPlan(requested, estimate, flags);
  const { total } = estimate;
  const saidYes = flags.yes ?? false;
  if (!(await confirmCost({ what: "sweep", estimate: () => total, capUsd: flags.maxCost, saidYes }))) {
    remark("Nothing was begun.");
    return EXIT.usage;
  }
  writeSweepPlan(folder, planOfSweep(requested));
  const interrupt = new Stop<RunStop>();
  const release = catchInterrupts(interrupt, flags.maxMinutes ?? null);
  try {
    const runs = await playSweep(settings, chosen, (one, spentElsewhere) => {
      tellSetting(one, `${chosen.indexOf(one) + 1} of ${chosen.length}`, flags);
      return playSetting({ ...one.request, spentElsewhere }, flags, interrupt);
    });
    await concludeSweep(requested, runs, flags);
    return sweepExitCode(runs);
  } finally {
    release();
  }
}

function estimateOf({ chosen }: RequestedSweep): SweepEstimate {
  const settings = estimateEach(chosen.map(({ request }) => request));
  return { settings, total: totalEstimate(settings, chosen[0]?.request.caps.usd) };
}

/** What all settings together will ask for is told before anything starts. */
function tellPlan(
  requested: RequestedSweep,
  estimate: SweepEstimate,
  { json = false, quiet = false }: SweepFlags,
): void {
  const { folder, chosen } = requested;
  if (json) say(JSON.stringify(sweepPlanJson(requested, estimate)));
  else if (!quiet) remark(`Sweep ${folder}: ${chosen.length} settings, ${sweepTotalText(requested, estimate)}`);
}

function tellSetting({ setting }: SettingRequest, place: string, { json = false, quiet = false }: SweepFlags): void {
  if (json) say(JSON.stringify({ event: "setting", name: setting.name, folder: setting.folder }));
  else if (!quiet) remark(`Setting ${setting.name} (${place})`);
}

async function playSetting(
  request: RunRequest,
  { json = false, quiet = false }: SweepFlags,
  interrupt: Stop<RunStop>,
): Promise<RunSummary> {
  const progress = progressFor({ json, quiet });
  try {
    const summary = await run(request, progress, interrupt);
    if (summary.stop?.kind !== "write-failed") await writeTables(request.folder, resultsOf([request.folder]));
    return summary;
  } finally {
    progress.close();
  }
}

function printPlan(requested: RequestedSweep, estimate: SweepEstimate, { json = false }: SweepFlags): ExitCode {
  const { folder, chosen } = requested;
  remark(`Folder: ${folder}`);
  if (json) say(JSON.stringify(sweepPlanJson(requested, estimate)));
  else for (const line of sweepPlanText(requested, estimate)) say(line);
  return chosen.some(({ request }) => request.blocked.size > 0) ? EXIT.incomplete : EXIT.done;
}
