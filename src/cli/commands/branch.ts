import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import { loadPlayers } from "../../config/players.ts";
import { outcomeWord, type TrialLine } from "../../record/trial-line.ts";
import { type Branch, branch } from "../../runner/branch.ts";
import { branchSeat } from "../../runner/branch-seat.ts";
import { modelAccess } from "../../runner/model-access.ts";
import { createAgent } from "../../runner/registry.ts";
import type { RunStop } from "../../runner/run-request.ts";
import { Stop } from "../../std/abort.ts";
import { UserError } from "../../std/user-error.ts";
import { wholeNumber } from "../arguments.ts";
import { remark, say } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { catchInterrupts } from "../interrupts.ts";
import { RESULTS, runAndTrial } from "../run-argument.ts";

interface Flags {
  readonly at: number;
  readonly with: string;
  readonly out?: string;
}

const HELP = `
Example:
  arena branch results/a never-raise:0 --at 20 --with configs/greedy-equity.yaml

The months before --at are decided as recorded. A branch is no row of any table: look at it with arena replay.`;

/** `arena branch` */
export function branchCommand(program: Command): Command {
  return program
    .command("branch")
    .summary("play a recorded trial on from a month in another player's hands")
    .description("Repeats a trial's recorded decisions up to a month and plays on from there with another player.")
    .usage("[options] [run] <trial> --at <month> --with <file>")
    .argument(
      "<words...>",
      "a run's folder (default: the newest in results/) and a trial: its id or label:seed[:repeat]",
    )
    .addOption(
      new Option("--at <month>", "the first month of the other player")
        .argParser(wholeNumber(0, 131))
        .makeOptionMandatory(),
    )
    .requiredOption("--with <file>", "the other player: a YAML file of a scripted player or a model")
    .option("--out <dir>", "the branch's folder (default: results/branch-…)")
    .addHelpText("after", HELP)
    .action(async (words: string[], flags: Flags) => {
      process.exitCode = await branchAction(words, flags);
    });
}

async function branchAction(words: readonly string[], flags: Flags): Promise<ExitCode> {
  const { folder: source, trial } = runAndTrial(words);
  const player = loadPlayers([flags.with], process.cwd())[0]?.player;
  if (player === undefined || player.framework === "oracle") {
    throw new UserError(`${flags.with}: only a scripted player or a model can take over a trial`);
  }
  const access = modelAccess([player], false);
  const blocked = access.blocked.get(player.label);
  if (blocked !== undefined) throw new UserError(`${flags.with}: ${blocked}`);
  const interrupt = new Stop<RunStop>();
  const stop = new Stop<string>();
  const release = catchInterrupts(interrupt, null);
  interrupt.onStop(({ reason }) => stop.stop(reason));
  try {
    const branched = await branch(
      {
        source,
        trial,
        atMonth: flags.at,
        player,
        agentFor: (game, desk) =>
          createAgent(player, game, (model) => branchSeat(model, access.ready.get(model.label), game.trial, desk)),
        folder: flags.out ?? null,
        results: RESULTS,
        flags: process.argv.slice(2),
        sleep: (ms) => wait(ms),
      },
      stop,
    );
    tell(branched, flags.at);
    return branched.line === null
      ? EXIT.interrupted
      : branched.line.result.outcome.kind === "completed"
        ? 0
        : EXIT.incomplete;
  } finally {
    release();
  }
}

function tell({ folder, trial, source, line, sourceLine }: Branch, atMonth: number): void {
  say(`${source.id} as recorded: ${sourceLine === null ? "not ended" : endText(sourceLine)}`);
  say(
    `from month ${atMonth} on ${trial.label}: ${line === null ? "interrupted: the same command goes on" : endText(line)}`,
  );
  remark(`Branch: ${folder}; arena replay ${folder} ${trial.id} tells it`);
}

function endText({ result }: TrialLine): string {
  const { outcome, months, scoreCents } = result;
  const score = scoreCents === null ? "" : `, score $${(scoreCents / 1e8).toFixed(1)}M`;
  return `${outcomeWord(outcome)} after ${months} months${score}`;
}
