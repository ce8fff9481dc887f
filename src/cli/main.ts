// The command line: which commands there are, and how an error becomes words and an exit code.
import { Command, CommanderError } from "commander";
import { CannotWrite } from "../record/cannot-write.ts";
import { VERSION } from "../runner/version.ts";
import { UserError } from "../std/user-error.ts";
import { branchCommand } from "./commands/branch.ts";
import { calibrateCommand } from "./commands/calibrate.ts";
import { causesCommand } from "./commands/causes.ts";
import { compareCommand } from "./commands/compare.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { gateCommand } from "./commands/gate.ts";
import { leaderboardCommand } from "./commands/leaderboard.ts";
import { listCommand } from "./commands/list.ts";
import { mergeCommand } from "./commands/merge.ts";
import { replayCommand } from "./commands/replay.ts";
import { reportCommand } from "./commands/report.ts";
import { runCommand } from "./commands/run.ts";
import { schemaCommand } from "./commands/schema.ts";
import { sweepCommand } from "./commands/sweep.ts";
import { validateCommand } from "./commands/validate.ts";
import { verifyCommand } from "./commands/verify.ts";
import { hasOutputFailed, remark, tolerateClosedPipes } from "./console.ts";
import { loadDotenv } from "./dotenv.ts";
import { EXIT } from "./exit.ts";

const COMMANDS = [
  runCommand,
  doctorCommand,
  listCommand,
  validateCommand,
  calibrateCommand,
  verifyCommand,
  reportCommand,
  replayCommand,
  branchCommand,
  mergeCommand,
  exportCommand,
  causesCommand,
  sweepCommand,
  compareCommand,
  gateCommand,
  leaderboardCommand,
  schemaCommand,
];

/** Runs the command line; sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  const isDebug = argv.includes("--debug");
  try {
    loadDotenv(process.cwd());
    await programOf().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = exitCodeFor(error, isDebug);
  }
  process.on("exit", () => {
    if (hasOutputFailed() && process.exitCode === EXIT.done) process.exitCode = EXIT.usage;
  });
}

function programOf(): Command {
  const program = new Command("arena")
    .description("EnterpriseArena: can an LLM agent be a CFO? Runs the benchmark, reports it and proves its numbers.")
    .version(VERSION)
    .option("--debug", "show stack traces")
    .showSuggestionAfterError()
    .showHelpAfterError("(--help lists the options)")
    .exitOverride();
  for (const add of COMMANDS) {
    add(program).option("--debug", "show stack traces").showHelpAfterError("(--help lists the options)").exitOverride();
  }
  return program;
}

function exitCodeFor(error: unknown, isDebug: boolean): number {
  // Commander has printed its own words already: help and version end well, anything else is wrong use.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof UserError) {
    remark(`error: ${error.message}`);
    if (error.hint !== undefined) remark(`hint: ${error.hint}`);
    if (isDebug) remark(error.stack ?? "");
    // A full disk is no wrong use: the same command goes on once there is room.
    return error instanceof CannotWrite && error.isFull ? EXIT.incomplete : EXIT.usage;
  }
  const words = error instanceof Error ? error.message : String(error);
  remark(`error: ${words}`);
  remark(isDebug && error instanceof Error ? (error.stack ?? "") : "hint: this is a bug of arena; --debug shows where");
  return EXIT.usage;
}
