import { join } from "node:path";
import { type Command, Option } from "commander";
import { defaultPatterns, loadPlayersApart, type RefusedFile } from "../../config/players.ts";
import { parseSeeds } from "../../config/seeds.ts";
import { isRunFolder } from "../../record/run-folder.ts";
import { writeTables } from "../../report/write-tables.ts";
import { estimateCost } from "../../runner/cost-estimate.ts";
import { defaultRunName, manifestOf } from "../../runner/identity.ts";
import { planOf } from "../../runner/open-run.ts";
import { run } from "../../runner/run.ts";
import type { RunRequest, RunStop, RunSummary } from "../../runner/run-request.ts";
import { ownWorld } from "../../runner/stamps.ts";
import { Stop } from "../../std/abort.ts";
import { wholeNumber } from "../arguments.ts";
import { confirmCost } from "../confirm-cost.ts";
import { remark, say } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { freshFolder } from "../fresh-folder.ts";
import { catchInterrupts } from "../interrupts.ts";
import { modelKeys, refuseIfAllBlocked } from "../model-keys.ts";
import { onlyFilter } from "../only.ts";
import { planJson, planText } from "../plan-text.ts";
import { type Progress, progressFor } from "../progress.ts";
import { protocolOf, withProtocol } from "../protocol-options.ts";
import { type PlayFlags, withPlayOptions } from "../run-options.ts";
import { countsOf, exitCodeOf, lastLine } from "../run-outcome.ts";
import { resultsOf, tablesText } from "../tables.ts";

interface RunFlags extends PlayFlags {
  readonly seeds: string;
  readonly repeats: number;
}

const EXAMPLES = `
Examples:
  arena run                                        the scripted baselines on seeds 0–4: no key, no network
  arena run --models 'configs/*.yaml' --seeds 0-19 --workers 2
  arena run --models my-model.yaml --seeds 5 --max-minutes 300
  arena run --no-delay --out results/no-delay      an ablation, in a folder of its own
  arena run --only model=greedy-equity,seed=3      one trial of the plan

The same command goes on where it stopped: finished trials are kept, unfinished ones continue from their records.`;

/** `arena run` */
export function runCommand(program: Command): Command {
  const command = program
    .command("run")
    .summary("play a set of players on a set of seeds and print Table 1")
    .description("Plays every player on every seed and writes records and tables into a results folder.")
    .option(
      "--models <files...>",
      "players: YAML files or quoted globs (default: configs/*.yaml, else the package's own)",
    )
    .option("--seeds <seeds>", "a count (5 = 0 to 4), a list (0,3,7), a range (0-9), or a mix", "5");
  withProtocol(command)
    .addOption(
      new Option("--repeats <n>", "times each seed is played by a player that can vary")
        .default(1)
        .argParser(wholeNumber(1, 1000)),
    )
    .option("--out <dir>", "the results folder (default: results/<8 hex of protocol and players>)");
  withPlayOptions(command, "run", "model=LABEL,seed=N,outcome=truncated|failed")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: RunFlags) => {
      process.exitCode = await runAction(flags, process.argv.slice(2));
    });
  return command;
}

async function runAction(flags: RunFlags, argv: readonly string[]): Promise<ExitCode> {
  const { request, refused } = requestOf(flags, argv);
  if (flags.dryRun === true) return printPlan(request, refused, flags.json ?? false);
  const begins = await confirmCost({
    what: "run",
    estimate: () => estimateCost(request),
    capUsd: flags.maxCost,
    saidYes: flags.yes ?? false,
  });
  if (!begins) {
    remark("Nothing was begun.");
    return EXIT.usage;
  }
  const progress = progressFor({ json: flags.json ?? false, quiet: flags.quiet ?? false });
  const interrupt = new Stop<RunStop>();
  const release = catchInterrupts(interrupt, flags.maxMinutes ?? null);
  try {
    const summary = await played(request, progress, interrupt);
    await conclude(summary, flags);
    for (const { file } of refused) remark(`${file} was left out: put it right, the same command goes on`);
    const code = exitCodeOf(summary);
    return code === EXIT.done && refused.length > 0 ? EXIT.incomplete : code;
  } finally {
    // Last of all: an interrupt while the tables are written is one too.
    release();
  }
}

interface Asked {
  readonly request: RunRequest;
  /** Files that are no valid player: told, and left out. */
  readonly refused: readonly RefusedFile[];
}

async function played(request: RunRequest, progress: Progress, interrupt: Stop<RunStop>): Promise<RunSummary> {
  try {
    return await run(request, progress, interrupt);
  } finally {
    progress.close();
  }
}

function requestOf(flags: RunFlags, argv: readonly string[]): Asked {
  const cwd = process.cwd();
  const { players: files, refused } = loadPlayersApart(flags.models ?? defaultPatterns(cwd), cwd);
  for (const { message } of refused) remark(`warning: ${message}`);
  const request: RunRequest = {
    players: files.map(({ player }) => player),
    files: new Map(files.map(({ file, player }) => [player.label, file])),
    protocol: protocolOf(flags),
    seeds: parseSeeds(flags.seeds),
    repeats: flags.repeats,
    folder: "",
    shard: flags.shard ?? null,
    only: onlyFilter(flags.only ?? []),
    workers: flags.workers,
    ...modelKeys(files, flags.allowUnpriced ?? false),
    caps: { usd: flags.maxCost, tokens: flags.maxTokens },
    flags: argv,
  };
  refuseIfAllBlocked([request]);
  const folder = flags.out ?? defaultFolder(request, refused, flags.new ?? false);
  return { request: { ...request, folder }, refused };
}

/** Named after all that were asked for, so that the folder stays the same when a bad file has been put right. */
function defaultFolder(request: RunRequest, refused: readonly RefusedFile[], fresh: boolean): string {
  const manifest = manifestOf(request, ownWorld());
  const others = refused.map(({ file, label }) => ({ label: label ?? file }));
  const name = defaultRunName({ ...manifest, players: [...manifest.players, ...others] });
  const base = join("results", name);
  return fresh ? freshFolder(base, isRunFolder) : base;
}

function printPlan(request: RunRequest, refused: readonly RefusedFile[], json: boolean): ExitCode {
  const manifest = manifestOf(request, ownWorld());
  remark(`Folder: ${request.folder}; protocol ${manifest.protocolStamp}; ${planOf(manifest).length} trials:`);
  const lines = json ? [JSON.stringify(planJson(request, manifest))] : planText(request, manifest);
  for (const line of lines) say(line);
  return refused.length > 0 || request.blocked.size > 0 ? EXIT.incomplete : EXIT.done;
}

async function conclude(summary: RunSummary, flags: RunFlags): Promise<void> {
  const results = resultsOf([summary.folder]);
  if (summary.stop?.kind !== "write-failed") await writeTables(summary.folder, results);
  const text = tablesText(results);
  if (flags.json === true) say(JSON.stringify({ event: "done", folder: summary.folder, ...countsOf(summary) }));
  else if (flags.quiet !== true) say(`\n${text}\n`);
  remark(lastLine(summary));
}
