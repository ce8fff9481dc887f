import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import type { Command } from "commander";
import type { TrialEvent } from "../../record/events.ts";
import { eventFile } from "../../record/run-folder.ts";
import { streamEvents } from "../../record/trial-file.ts";
import { conversationOf } from "../../report/conversation.ts";
import { UserError } from "../../std/user-error.ts";
import { remark, say } from "../console.ts";
import { runAndTrial } from "../run-argument.ts";

/** `arena export` */
export function exportCommand(program: Command): Command {
  return program
    .command("export")
    .summary("write a trial as chat messages, one JSON object a line")
    .description(
      "Writes a trial as the messages of a chat in OpenAI's format: openings as the user's, replies and their tool calls " +
        "as the assistant's, answers as the tools'. The calls of a scripted player become assistant messages.",
    )
    .argument("<run-and-trial...>", "a run's folder (default: the newest in results/) and a trial's id")
    .option("--out <file>", "the file to write (default: standard output)")
    .addHelpText("after", "\nExample:\n  arena export results/a raise-when-low-s0-r0 --out trial.jsonl")
    .action(async (words: string[], flags: { readonly out?: string }) => {
      const { folder, trial } = runAndTrial(words);
      const file = eventFile(folder, trial);
      if (!existsSync(file)) {
        throw new UserError(`${folder} has no trial ${trial}`, {
          hint: `Trials are the files in ${folder}/trials, without .jsonl.`,
        });
      }
      const count = await writeMessages(file, flags.out);
      remark(`${count} messages of ${trial}${flags.out === undefined ? "" : ` in ${flags.out}`}`);
    });
}

async function writeMessages(file: string, out: string | undefined): Promise<number> {
  const fd = out === undefined ? null : opened(out);
  let count = 0;
  try {
    for await (const message of conversationOf(eventsOf(file))) {
      count += 1;
      const line = JSON.stringify(message);
      if (fd === null) say(line);
      else writeSync(fd, `${line}\n`);
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
