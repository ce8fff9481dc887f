// A trial of a run that failed in a month, with the record and the line that the runner gives it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Episode } from "../../src/env/episode.ts";
import { RECORD_FORMAT } from "../../src/record/format.ts";
import { TrialRecorder } from "../../src/record/recorder.ts";
import { readManifest } from "../../src/record/run-folder.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { createAgent } from "../../src/runner/registry.ts";
import { runTrial } from "../../src/runner/run-trial.ts";
import { playerStamp } from "../../src/runner/stamps.ts";
import { Stop } from "../../src/std/abort.ts";
import { linesIn, scripted } from "./runs.ts";
import { protocolWith, SCENARIO } from "./scenario.ts";

/** Puts a failure in the place of a finished trial of the policy `random`: its provider gave up in `month`. */
export async function failTrial(folder: string, id: string, month: number, attempt = 1): Promise<void> {
  const { trial } = linesIn(folder).find((line) => line.trial.id === id) as TrialLine;
  const manifest = readManifest(folder);
  const protocol = protocolWith(manifest.protocol);
  const player = scripted("random");
  const agent = createAgent(player, { trial, scenario: SCENARIO, protocol }, null);
  const lines: string[] = [];
  const sink = { append: (text: string) => void lines.push(text), flush: () => Promise.resolve() };
  const stamps = { protocolStamp: manifest.protocolStamp, playerStamp: playerStamp(player) };
  const end = await runTrial(
    { trial, ...stamps, paceMs: 0 },
    new Episode(SCENARIO, protocol, trial.seed),
    {
      playMonth: (desk) => {
        if (desk.opening.data.month < month) return agent.playMonth(desk);
        return { kind: "stopped", stop: { kind: "failed", code: "gone", message: "the provider gave up" } };
      },
    },
    {
      recorder: new TrialRecorder(sink, () => 1, []),
      stop: new Stop<string>(),
      sleep: () => Promise.resolve(),
      onMonth: () => undefined,
    },
  );
  if (end.kind !== "finished") throw new Error(`the trial did not fail but ${end.kind}`);
  writeFileSync(join(folder, "trials", `${id}.jsonl`), lines.join(""));
  const line: TrialLine = { format: RECORD_FORMAT, trial, attempt, ...stamps, result: end.result, at: end.seal };
  const others = readFileSync(join(folder, "trials.jsonl"), "utf8")
    .split("\n")
    .filter((text) => text !== "" && !text.includes(`"${id}"`));
  writeFileSync(join(folder, "trials.jsonl"), [...others, JSON.stringify(line), ""].join("\n"));
}
