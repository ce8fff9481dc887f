// What only the event files know, read once: every trial's cash by month, and why companies died. One file is open at
// a time and no event is kept, so memory does not grow with the size of the records.
import { existsSync } from "node:fs";
import { eventFile } from "../record/run-folder.ts";
import { streamEvents } from "../record/trial-file.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { CashPathBuilder, CashPaths } from "./cash-paths.ts";
import { type CauseSummary, CauseTally } from "./causes/summary.ts";
import { causeOptionsOf, trialFacts } from "./causes/trial-facts.ts";
import { newestLines } from "./newest-lines.ts";
import { type PlayerKey, playerKey } from "./player-key.ts";
import type { RunResults } from "./run-results.ts";
import { withRowStamps } from "./served-models.ts";

/** A run and the folder its event files are in. */
export interface RecordedRun extends RunResults {
  readonly folder: string;
}

/** What the records of some runs say. */
export interface Records {
  readonly cash: CashPaths;
  readonly causesOf: (player: PlayerKey) => CauseSummary | null;
}

/** Reads the event file of every finished trial; a trial that two runs brought is read once. */
export async function readRecords(asPlayed: readonly RecordedRun[]): Promise<Records> {
  const cash = new CashPaths();
  const tallies = new Map<string, CauseTally>();
  const seen = new Set<string>();
  for (const run of withRowStamps(asPlayed)) {
    for (const line of inOrder(run)) {
      const id = `${line.protocolStamp} ${line.playerStamp} ${line.trial.id}`;
      if (seen.has(id)) continue;
      seen.add(id);
      const player = { ...line, label: line.trial.label };
      const tally = tallies.get(playerKey(player)) ?? new CauseTally(player.label, player.playerStamp);
      tallies.set(playerKey(player), tally);
      const file = eventFile(run.folder, line.trial.id);
      if (!existsSync(file)) {
        tally.addWithoutRecord();
        continue;
      }
      const path = new CashPathBuilder();
      tally.add(await trialFacts(line, eventsOf(file, path), causeOptionsOf(run.manifest.protocol)));
      if (line.result.outcome.kind === "completed") cash.add(player, path.path());
    }
  }
  return { cash, causesOf: (player) => tallies.get(playerKey(player))?.summary() ?? null };
}

/** The lines that count, by seed and repeat: the order of completion chooses no example. */
function inOrder({ lines }: RunResults): TrialLine[] {
  return newestLines(lines).sort((a, b) => a.trial.seed - b.trial.seed || a.trial.repeat - b.trial.repeat);
}

async function* eventsOf(file: string, path: CashPathBuilder) {
  for await (const { event } of streamEvents(file)) {
    path.see(event);
    yield event;
  }
}
