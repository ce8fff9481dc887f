import { type Command, Option } from "commander";
import { replay, type StoryHead } from "../../runner/replay.ts";
import { wholeNumber } from "../arguments.ts";
import { isHeard, say } from "../console.ts";
import { EXIT } from "../exit.ts";
import { runAndTrial } from "../run-argument.ts";
import { endLines, headLines, monthLines } from "../story/story.ts";

interface Flags {
  readonly toMonth?: number;
}

const HELP = `
Examples:
  arena replay greedy-equity:0                       of the newest run, by label and seed
  arena replay results/a random-s3-r0 --to-month 12

Every month is worked out again beside the record. Exit code 2 where the two part.`;

/** `arena replay` */
export function replayCommand(program: Command): Command {
  return program
    .command("replay")
    .summary("tell a trial month by month")
    .description("Tells a trial from its record: what the player saw and decided, and what was true.")
    .usage("[options] [run] <trial>")
    .argument(
      "<words...>",
      "a run's folder (default: the newest in results/) and a trial: its id or label:seed[:repeat]",
    )
    .addOption(new Option("--to-month <n>", "the last month to tell").argParser(wholeNumber(0, 131)))
    .addHelpText("after", HELP)
    .action(async (words: string[], flags: Flags) => {
      const { folder, trial } = runAndTrial(words);
      const toMonth = flags.toMonth ?? null;
      const heads: StoryHead[] = [];
      const end = await replay(folder, trial, toMonth, {
        head: (told) => {
          heads.push(told);
          say(headLines(told).join("\n"));
        },
        month: (month) => {
          if (isHeard()) say(monthLines(month).join("\n"));
        },
      });
      for (const head of heads) say(endLines(head, end, toMonth).join("\n"));
      process.exitCode = end.parting === null ? EXIT.done : EXIT.different;
    });
}
