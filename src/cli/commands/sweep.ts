import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { loadScenario, packageRoot } from "../../config/data.ts";
import { defaultPatterns, loadPlayers } from "../../config/players.ts";
import { parseSeeds } from "../../config/seeds.ts";
import { loadSweep, type Sweep } from "../../config/sweep.ts";
import { writeTables } from "../../report/write-tables.ts";
import { defaultRunName, manifestOf } from "../../runner/identity.ts";
import { planOf } from "../../runner/open-run.ts";
import { run } from "../../runner/run.ts";
import type { RunRequest, RunStop, RunSummary } from "../../runner/run-request.ts";
import { worldStamp } from "../../runner/stamps.ts";
import { type PlannedSetting, planSweep, playSweep } from "../../runner/sweep.ts";
import { Stop } from "../../std/abort.ts";
import { positiveNumber, wholeNumber } from "../arguments.ts";
import { remark, say } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { catchInterrupts } from "../interrupts.ts";
import { modelKeys } from "../model-keys.ts";
import { type Progress, progressFor } from "../progress.ts";
import { type ProtocolFlags, protocolOf, withProtocol } from "../protocol-options.ts";
import { capsLeft, concludeSweep, sweepExitCode } from "../sweep-outcome.ts";
import { resultsOf } from "../tables.ts";

interface Flags extends ProtocolFlags {
  readonly models?: string[];
  readonly seeds?: string;
  readonly repeats?: number;
  readonly out?: string;
  readonly workers: number;
  readonly maxMinutes?: number;
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly allowUnpriced?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Examples:
  arena sweep configs/sweeps/paper-figure3.yaml --dry-run
  arena sweep configs/sweeps/paper-figure3.yaml --models 'configs/*.yaml' --seeds 0-99
  arena sweep configs/sweeps/memory.yaml --models my-model.yaml --seeds 5 --max-cost 20

A sweep is a folder of runs, one a setting. The same command goes on where it stopped. The sweep's folder gets sweep.md
(tables, and differences to the base with paired intervals), sweep.csv (long form) and sweep.json (for the figure).`;

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
  withProtocol(command)
    .addOption(
      new Option("--workers <n>", "worker threads")
        .default(availableParallelism(), "one a core")
        .argParser(wholeNumber(1, 256)),
    )
    .addOption(
      new Option("--max-minutes <n>", "stop after so long; the same command goes on later").argParser(positiveNumber),
    )
    .addOption(
      new Option("--max-cost <usd>", "stop before all settings together have cost more").argParser(positiveNumber),
    )
    .addOption(
      new Option("--max-tokens <n>", "stop before all settings together have used more").argParser(wholeNumber(1)),
    )
    .option("--allow-unpriced", "play models whose prices are unknown; costs are then blank")
    .option("--dry-run", "print the plan and play nothing")
    .option("--json", "one event a line on stdout, all else on stderr")
    .option("--quiet", "only warnings and the last line")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, flags: Flags) => {
      process.exitCode = await sweepAction(file, flags, process.argv.slice(2));
    });
  return command;
}

/** A sweep with all that the command line adds to it. */
interface Planned {
  readonly sweep: Sweep;
  readonly folder: string;
  readonly settings: readonly PlannedSetting[];
  readonly requestOf: (setting: PlannedSetting) => RunRequest;
}

async function sweepAction(file: string, flags: Flags, argv: readonly string[]): Promise<ExitCode> {
  const planned = plannedOf(file, flags, argv);
  const { sweep, folder, settings } = planned;
  if (flags.dryRun === true) return printPlan(planned);
  const interrupt = new Stop<RunStop>();
  const release = catchInterrupts(interrupt, flags.maxMinutes ?? null);
  try {
    const played: RunSummary[] = [];
    const { runs } = await playSweep(settings, async (setting) => {
      const caps = capsLeft({ usd: flags.maxCost, tokens: flags.maxTokens }, played);
      const summary = await playSetting({ ...planned.requestOf(setting), caps }, setting, flags, interrupt);
      played.push(summary);
      return summary;
    });
    await concludeSweep({ sweep, folder, settings, runs }, flags);
    return sweepExitCode(settings, runs);
  } finally {
    release();
  }
}

function plannedOf(file: string, flags: Flags, argv: readonly string[]): Planned {
  const cwd = process.cwd();
  const sweep = loadSweep(sweepFile(file));
  const files = loadPlayers(flags.models ?? sweep.models ?? defaultPatterns(cwd), cwd);
  const keys = modelKeys(files, flags.allowUnpriced ?? false);
  const protocol = protocolOf(flags);
  const common = {
    seeds: parseSeeds(flags.seeds ?? String(sweep.seeds ?? 5)),
    repeats: flags.repeats ?? sweep.repeats,
    shard: null,
    only: {},
    workers: flags.workers,
    ...keys,
    caps: {},
    flags: argv,
  };
  const requestOf = ({
    players,
    protocol: rules,
    folder,
  }: Pick<PlannedSetting, "players" | "protocol" | "folder">) => ({
    ...common,
    players,
    protocol: rules,
    folder,
  });
  const players = files.map(({ player }) => player);
  const base = requestOf({ players, protocol, folder: "" });
  const folder =
    flags.out ?? join("results", `${sweep.name}-${defaultRunName(manifestOf(base, worldStamp(loadScenario())))}`);
  return { sweep, folder, settings: planSweep({ sweep, players, protocol, folder }), requestOf };
}

/** A file of the working folder, else of the package, as for players. */
function sweepFile(file: string): string {
  const own = join(packageRoot(), file);
  return !existsSync(file) && existsSync(own) ? own : file;
}

async function playSetting(
  request: RunRequest,
  setting: PlannedSetting,
  flags: Flags,
  interrupt: Stop<RunStop>,
): Promise<RunSummary> {
  if (flags.json === true) say(JSON.stringify({ event: "setting", name: setting.name, folder: setting.folder }));
  const progress: Progress = progressFor({ json: flags.json ?? false, quiet: flags.quiet ?? false });
  try {
    const summary = await run(request, progress, interrupt);
    if (summary.stop?.kind !== "write-failed") await writeTables(setting.folder, resultsOf([setting.folder]));
    return summary;
  } finally {
    progress.close();
  }
}

function printPlan({ folder, settings, requestOf }: Planned): ExitCode {
  const world = worldStamp(loadScenario());
  const lines = settings.map((setting) => {
    const manifest = manifestOf(requestOf(setting), world);
    const trials = setting.sameAs === null ? planOf(manifest).length : 0;
    const what = setting.sameAs === null ? `${trials} trials` : `the same as ${setting.sameAs}, not played twice`;
    return {
      trials,
      text: `${setting.name}: protocol ${manifest.protocolStamp}, ${setting.players.length} players, ${what}`,
    };
  });
  remark(`Folder: ${folder}; ${lines.reduce((sum, { trials }) => sum + trials, 0)} trials:`);
  for (const { text } of lines) say(text);
  return EXIT.done;
}
