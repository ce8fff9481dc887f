// A player's recorded replies as a cassette: the record holds all that is needed to play them back.
import { existsSync } from "node:fs";
import { cassetteLine } from "../llm/cassette.ts";
import { eventFile, readManifest } from "../record/run-folder.ts";
import { streamEvents } from "../record/trial-file.ts";
import { UserError } from "../std/user-error.ts";
import { planOf } from "./open-run.ts";

/** The lines of a cassette with every reply of a player in a run, trial by trial. */
export async function* cassetteOfRun(folder: string, label: string): AsyncGenerator<string> {
  const trials = planOf(readManifest(folder)).filter((trial) => trial.label === label);
  if (trials.length === 0) throw new UserError(`${folder} has no player "${label}"`);
  let lines = 0;
  for (const trial of trials) {
    const file = eventFile(folder, trial.id);
    if (!existsSync(file)) continue;
    for await (const { event } of streamEvents(file)) {
      if (event.event !== "turn") continue;
      lines += 1;
      yield cassetteLine(trial, event.requestHash, event.reply);
    }
  }
  if (lines === 0) throw new UserError(`"${label}" has no model replies in ${folder}`);
}
