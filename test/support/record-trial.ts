// Plays one trial as the runner does and keeps its record in memory: for tests of what is read from records.

import { Episode } from "../../src/env/episode.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import type { TrialEvent } from "../../src/record/events.ts";
import { TrialRecorder } from "../../src/record/recorder.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { runTrial } from "../../src/runner/run-trial.ts";
import { Stop } from "../../src/std/abort.ts";
import type { Decider } from "./play.ts";
import { protocolWith, SCENARIO } from "./scenario.ts";

export interface RecordedTrial {
  readonly line: TrialLine;
  readonly events: readonly TrialEvent[];
}

/** A trial of a player that decides by a small function; a month it leaves undecided is closed for it. */
export async function recordTrial(
  decide: Decider,
  { label = "player", seed = 0, protocol = {} }: { label?: string; seed?: number; protocol?: Partial<Protocol> } = {},
): Promise<RecordedTrial> {
  const lines: string[] = [];
  const sink = { append: (text: string) => void lines.push(text), flush: () => Promise.resolve() };
  const episode = new Episode(SCENARIO, protocolWith(protocol), seed);
  const trial = { id: `${label}-s${seed}-r0`, label, seed, repeat: 0 };
  const stamps = { protocolStamp: "protocol", playerStamp: `stamp of ${label}` };
  const played = await runTrial(
    { trial, ...stamps, paceMs: 0 },
    episode,
    {
      playMonth: (desk) => {
        decide(desk, episode.month, episode);
        return { kind: "played" };
      },
    },
    {
      recorder: new TrialRecorder(sink, () => 0),
      stop: new Stop<string>(),
      sleep: () => Promise.resolve(),
      onMonth: () => undefined,
    },
  );
  if (played.kind !== "finished") throw new Error(`the trial was not finished: ${JSON.stringify(played)}`);
  const events = lines
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as TrialEvent);
  const { result, seal } = played;
  return { line: { format: "1", trial, attempt: 1, ...stamps, result, at: seal }, events };
}
