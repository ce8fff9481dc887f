// The flags that name a protocol, alike for every command that plays.
import { type Command, Option } from "commander";
import { type Protocol, protocolSchema } from "../env/protocol.ts";
import { wholeNumber } from "./arguments.ts";

/** What the protocol flags give. */
export interface ProtocolFlags {
  readonly delay: boolean;
  readonly noise: boolean;
  readonly exclusivity: boolean;
  readonly toolBudget: number;
  readonly horizon: number;
  readonly ruleset: "paper" | "hardened";
  readonly discloseHorizon?: boolean;
}

/** Adds the protocol flags to a command. */
export function withProtocol(command: Command): Command {
  return command
    .option("--no-delay", "requests for money come back at once")
    .option("--no-noise", "months without chance in margins, growth and collections")
    .option("--no-exclusivity", "one closing and one request a month instead of one action")
    .addOption(new Option("--tool-budget <n>", "answered look-ups a month").default(20).argParser(wholeNumber(0, 1000)))
    .addOption(new Option("--horizon <n>", "months of the game").default(132).argParser(wholeNumber(1, 132)))
    .addOption(
      new Option("--ruleset <name>", "how money is filled and scored").choices(["paper", "hardened"]).default("paper"),
    )
    .option("--disclose-horizon", "tell the agent which month is the last");
}

/** The protocol of a command's flags. */
export function protocolOf(flags: ProtocolFlags): Protocol {
  const { delay, noise, exclusivity, toolBudget, horizon, ruleset } = flags;
  return protocolSchema.parse({
    delay,
    noise,
    exclusivity,
    toolBudget,
    horizon,
    ruleset,
    discloseHorizon: flags.discloseHorizon ?? false,
  });
}

/** Of the protocol, what the command line itself says: the rest are defaults, which whoever knows better may change. */
export function protocolTyped(command: Command): Partial<Protocol> {
  const fields = Object.entries(protocolOf(command.opts<ProtocolFlags>()));
  return Object.fromEntries(fields.filter(([field]) => command.getOptionValueSource(field) === "cli"));
}
