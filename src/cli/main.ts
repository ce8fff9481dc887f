// The command line: which commands there are, and how an error becomes words and an exit code.
import { Command, CommanderError } from "commander";
import { CannotWrite } from "../record/cannot-write.ts";
import { VERSION } from "../runner/version.ts";
import { UserError } from "../std/user-error.ts";
import { hasOutputFailed, remark, tolerateClosedPipes } from "./console.ts";
import { loadDotenv } from "./dotenv.ts";
import { EXIT } from "./exit.ts";

type AddCommand = (program: Command) => Command;

/** A command's file is loaded when it is typed: nobody waits for the parts of the others. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import("./commands/run.ts")).runCommand,
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
  list: async () => (await import("./commands/list.ts")).listCommand,
  validate: async () => (await import("./commands/validate.ts")).validateCommand,
  calibrate: async () => (await import("./commands/calibrate.ts")).calibrateCommand,
  verify: async () => (await import("./commands/verify.ts")).verifyCommand,
  report: async () => (await import("./commands/report.ts")).reportCommand,
  replay: async () => (await import("./commands/replay.ts")).replayCommand,
  branch: async () => (await import("./commands/branch.ts")).branchCommand,
  merge: async () => (await import("./commands/merge.ts")).mergeCommand,
  export: async () => (await import("./commands/export.ts")).exportCommand,
  causes: async () => (await import("./commands/causes.ts")).causesCommand,
  sweep: async () => (await import("./commands/sweep.ts")).sweepCommand,
  compare: async () => (await import("./commands/compare.ts")).compareCommand,
  gate: async () => (await import("./commands/gate.ts")).gateCommand,
  leaderboard: async () => (await import("./commands/leaderboard.ts")).leaderboardCommand,
  schema: async () => (await import("./commands/schema.ts")).schemaCommand,
};

/** Runs the command line; sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  const isDebug = argv.includes("--debug");
  try {
    loadDotenv(process.cwd());
    const program = await programOf(argv);
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = exitCodeFor(error, isDebug);
  }
  process.on("exit", () => {
    if (hasOutputFailed() && process.exitCode === EXIT.done) process.exitCode = EXIT.usage;
  });
}

async function programOf(argv: readonly string[]): Promise<Command> {
  const program = new Command("arena")
    .description("EnterpriseArena: can an LLM agent be a CFO? Runs the benchmark, reports it and proves its numbers.")
    .version(VERSION)
    .option("--debug", "show stack traces")
    .showSuggestionAfterError()
    .showHelpAfterError("(--help lists the options)")
    .exitOverride();
  for (const add of await commandsFor(argv)) {
    add(program).option("--debug", "show stack traces").showHelpAfterError("(--help lists the options)").exitOverride();
  }
  return program;
}

/** The one command that is typed; all of them for help, and to suggest another for a name there is not. */
async function commandsFor(argv: readonly string[]): Promise<AddCommand[]> {
  if (argv.includes("--version")) return [];
  const typed = argv.slice(2).find((word) => !word.startsWith("-"));
  const load = typed === undefined ? undefined : new Map(Object.entries(COMMANDS)).get(typed);
  return await Promise.all((load === undefined ? Object.values(COMMANDS) : [load]).map((one) => one()));
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
