// Proves a run: plays every trial again from its record and compares all that was written down.
import { existsSync, readdirSync } from "node:fs";
import { loadScenario } from "../config/data.ts";
import { protocolSchema } from "../env/protocol.ts";
import { readLines } from "../record/json-lines.ts";
import type { Manifest } from "../record/manifest.ts";
import { readManifest, runPaths } from "../record/run-folder.ts";
import { planOf } from "./open-run.ts";
import type { PlannedTrial } from "./plan.ts";
import { ownWorld, protocolStamp, type WorldStamp } from "./stamps.ts";
import { checkLines } from "./verify-lines.ts";
import { type Difference, verifyTrial } from "./verify-trial.ts";

/** What verifying a run came to. */
export interface Verification {
  readonly folder: string;
  readonly trials: number;
  /** Months that were played again and are as recorded, their books audited. */
  readonly months: number;
  /** Trials that have not ended yet. */
  readonly unfinished: number;
  readonly differences: readonly Difference[];
  /** Why nothing was verified, or null: another engine's run cannot be. */
  readonly refused: string | null;
}

/** Verifies a run folder. `onTrial` is told of each trial as it is done. Throws a UserError where there is no run. */
export async function verifyRun(
  folder: string,
  onTrial: (done: number, planned: number) => void = () => undefined,
): Promise<Verification> {
  const manifest = readManifest(folder);
  const scenario = loadScenario();
  const world = ownWorld();
  const nothing = { folder, trials: 0, months: 0, unfinished: 0, differences: [] };
  const refused = otherEngine(manifest, world);
  if (refused !== null) return { ...nothing, refused };
  const parsed = protocolSchema.safeParse(manifest.protocol);
  if (!parsed.success || protocolStamp(world, parsed.data) !== manifest.protocolStamp) {
    const what = `its protocol does not give its stamp, ${manifest.protocolStamp}`;
    return { ...nothing, differences: [{ where: "manifest.json", month: null, what }], refused: null };
  }
  const planned = planOf(manifest);
  const lines = checkLines(readLines(runPaths(folder).trials), manifest, planned);
  const differences: Difference[] = [...lines.differences, ...strayFiles(folder, planned)];
  let months = 0;
  let unfinished = 0;
  for (const [index, trial] of planned.entries()) {
    const known = lines.byTrial.get(trial.id) ?? [];
    const check = await verifyTrial({ folder, manifest, protocol: parsed.data, scenario, trial, lines: known });
    months += check.months;
    if (!check.hasEnded) unfinished += 1;
    differences.push(...check.differences);
    onTrial(index + 1, planned.length);
  }
  return { folder, trials: planned.length - unfinished, months, unfinished, differences, refused: null };
}

/** Why a run cannot be played again here, or null. */
export function otherEngine(manifest: Manifest, world: WorldStamp): string | null {
  const parts = [
    ["the engine", manifest.fingerprint, world.fingerprint],
    ["the data", manifest.dataHash, world.dataHash],
    ["the tools", manifest.toolHash, world.toolHash],
  ] as const;
  const changed = parts.filter(([, was, now]) => was !== now);
  if (changed.length === 0) return null;
  const words = changed.map(([name, was, now]) => `${name} (${was} there, ${now} here)`).join(", ");
  const session = manifest.sessions.at(-1);
  const maker = session === undefined ? "" : ` It was made by version ${session.version}${commitText(session)}.`;
  return `another world made this run: ${words}. The same decisions would lead elsewhere here.${maker}`;
}

function commitText({ commit, dirty }: Manifest["sessions"][number]): string {
  if (commit === null) return "";
  return `, commit ${commit.slice(0, 12)}${dirty === true ? " with changes" : ""}`;
}

function strayFiles(folder: string, planned: readonly PlannedTrial[]): Difference[] {
  const { events } = runPaths(folder);
  if (!existsSync(events)) return [];
  const known = new Set(planned.map(({ id }) => `${id}.jsonl`));
  return readdirSync(events)
    .filter((name) => !known.has(name))
    .map((name) => ({ where: `trials/${name}`, month: null, what: "is the record of no trial of this run" }));
}
