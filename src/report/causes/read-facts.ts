// The facts of a run's trials, one event file at a time: memory does not grow with the size of the records.
import { existsSync } from "node:fs";
import { eventFile } from "../../record/run-folder.ts";
import { streamEvents } from "../../record/trial-file.ts";
import type { TrialLine } from "../../record/trial-line.ts";
import { newestLines } from "../newest-lines.ts";
import type { RunResults } from "../run-results.ts";
import type { TrialFacts } from "./facts.ts";
import { causeOptionsOf, trialFacts } from "./trial-facts.ts";

/** A finished trial: its facts, or null where its event file is gone. */
export interface ReadTrial {
  readonly line: TrialLine;
  readonly facts: TrialFacts | null;
}

/** Reads the record of every finished trial of a run folder, in the order of its manifest's players, seed and repeat. */
export async function* readFacts(folder: string, { manifest, lines }: RunResults): AsyncGenerator<ReadTrial> {
  const options = causeOptionsOf(manifest.protocol);
  const order = new Map(manifest.players.map(({ label }, index) => [label, index]));
  const placeOf = (label: string) => order.get(label) ?? order.size;
  const sorted = newestLines(lines).sort(
    ({ trial: a }, { trial: b }) => placeOf(a.label) - placeOf(b.label) || a.seed - b.seed || a.repeat - b.repeat,
  );
  for (const line of sorted) {
    const file = eventFile(folder, line.trial.id);
    const facts = existsSync(file) ? await trialFacts(line, eventsOf(file), options) : null;
    yield { line, facts };
  }
}

async function* eventsOf(file: string) {
  for await (const { event } of streamEvents(file)) yield event;
}
