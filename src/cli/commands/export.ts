import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import type { Command } from "commander";
import type { TrialEvent } from "../../record/events.ts";
import { eventFile } from "../../record/run-folder.ts";
import { streamEvents } from "../../record/trial-file.ts";
import { conversationOf } from "../../report/conversation.ts";
import { cassetteOfRun } from "../../runner/cassette-of-run.ts";
import { UserError } from "../../std/user-error.ts";
import { remark } from "../console.ts";
import { runAndTrial, runNamed } from "../run-argument.ts";

interface Flags {
  readonly out?: string;
  readonly cassette?: string;
}

const EXAMPLES = `
Examples:
  arena export results/a raise-when-low-s0-r0 --out trial.jsonl
  arena export results/a --cassette GPT-5.5 --out gpt.cassette.jsonl   replies that \`provider: cassette\` plays back`;

/** `arena export` */
export function exportCommand(program: Command): Command {
  return program
    .command("export")
    .summary("write a trial as chat messages, or a player's replies as a cassette")
    .description(
      "Writes a trial as the messages of a chat in OpenAI's format: openings as the user's, replies and their tool calls " +
        "as the assistant's, answers as the tools'. The calls of a scripted player become assistant messages. " +
        "With --cassette, writes every reply of a model player, to be played back without a model.",
    )
    .argument("[run-and-trial...]", "a run's folder (default: the newest in results/) and a trial's id")
    .option("--cassette <label>", "write this player's replies in all its trials instead")
    .option("--out <file>", "the file to write (default: standard output)")
    .addHelpText("after", EXAMPLES)
    .action(async (words: string[], flags: Flags) => {
      const lines =
        flags.cassette === undefined ? messagesOf(words) : cassetteOfRun(runNamed(words[0]), flags.cassette);
      const count = await writeLines(lines, flags.out);
      remark(`${count} lines${flags.out === undefined ? "" : ` in ${flags.out}`}`);
    });
}

/** The messages of a trial, one JSON line each. */
async function* messagesOf(words: readonly string[]): AsyncGenerator<string> {
  const { folder, trial } = runAndTrial(words);
  const file = eventFile(folder, trial);
  if (!existsSync(file)) {
    throw new UserError(`${folder} has no trial ${trial}`, {
      hint: `Trials are the files in ${folder}/trials, without .jsonl.`,
    });
  }
  for await (const message of conversationOf(eventsOf(file))) yield `${JSON.stringify(message)}\n`;
}

async function writeLines(lines: AsyncIterable<string>, out: string | undefined): Promise<number> {
  let count = 0;
  let fd: number | null = null;
  try {
    for await (const line of lines) {
      count += 1;
      if (out === undefined) process.stdout.write(line);
      else {
        // Opened with the first line, so that a run or trial that does not exist leaves no empty file behind.
        fd ??= opened(out);
        writeSync(fd, line);
      }
    }
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return count;
}

function opened(out: string): number {
  try {
    return openSync(out, "w");
  } catch (error) {
    throw new UserError(`cannot write ${out}: ${(error as Error).message}`, { cause: error });
  }
}

async function* eventsOf(file: string): AsyncGenerator<TrialEvent> {
  for await (const { event } of streamEvents(file)) yield event;
}
