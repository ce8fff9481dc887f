// The flags that say how much of a plan is played and what it may use, alike for a run and a sweep.
import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { positiveNumber, shard, wholeNumber } from "./arguments.ts";
import type { ProtocolFlags } from "./protocol-options.ts";

/** What the flags of a command that plays a plan give. */
export interface PlayFlags extends ProtocolFlags {
  readonly models?: string[];
  readonly out?: string;
  readonly new?: boolean;
  readonly workers: number;
  readonly only?: string[];
  readonly shard?: [number, number];
  readonly maxMinutes?: number;
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly allowUnpriced?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the flags to a command that plays a `what`; `filter` is what its `--only` takes. */
export function withPlayOptions(command: Command, what: "run" | "sweep", filter: string): Command {
  return command
    .option("--new", "a fresh numbered folder beside the default one")
    .addOption(
      new Option("--workers <n>", "worker threads")
        .default(availableParallelism(), "one a core")
        .argParser(wholeNumber(1, 256)),
    )
    .option("--only <filter...>", `part of the plan: ${filter}`)
    .addOption(new Option("--shard <i/n>", "play the i-th of n parts of the plan").argParser(shard))
    .addOption(
      new Option("--max-minutes <n>", "stop after so long; the same command goes on later").argParser(positiveNumber),
    )
    .addOption(
      new Option(
        "--max-cost <usd>",
        `stop before the ${what} has cost more, earlier sessions included; a higher cap goes on`,
      ).argParser(positiveNumber),
    )
    .addOption(
      new Option("--max-tokens <n>", `stop before the ${what} has used more tokens, counted alike`).argParser(
        wholeNumber(1),
      ),
    )
    .option("--allow-unpriced", "play models whose prices are unknown; costs are then blank")
    .option("--yes", `do not ask about a ${what} that may cost much`)
    .option("--dry-run", "print the plan and play nothing")
    .option("--json", "one event a line on stdout, all else on stderr")
    .option("--quiet", "only warnings and the last line");
}
