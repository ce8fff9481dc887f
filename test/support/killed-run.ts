// A run of paced players that is killed at random moments and resumed each time, beside one that never was.
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { uniformStream } from "../../src/std/random.ts";
import { Workshop } from "./model-run.ts";
import type { Finished } from "./program.ts";
import { factsOf } from "./runs.ts";

/** So long between two months that no run of such a player ends before it is ended, on however slow a machine. */
export const ENDLESS_MS = 60_000;

/** How large, and how often killed. */
export interface KilledRunSize {
  readonly seeds: number;
  readonly paceMs: number;
  readonly kills: number;
}

/** What both runs came to. */
export interface KilledRun {
  readonly trials: number;
  /** Kills that met a process at work. */
  readonly kills: number;
  readonly last: Finished;
  readonly verified: Finished;
  readonly whole: RunFacts;
  readonly killed: RunFacts;
}

interface RunFacts {
  readonly table1: string;
  readonly trialsCsv: string;
  readonly facts: ReturnType<typeof factsOf>;
}

const PLAYING = ["raise-always", "raise-when-low", "random"];
/** Plays its first month until the last session: no run ends before it is killed. */
const WAITING = "never-raise";

/** Plays four paced players, once in peace and once killed with SIGKILL and resumed; both folders are then removed. */
export async function killAndResume({ seeds, paceMs, kills }: KilledRunSize): Promise<KilledRun> {
  const workshop = new Workshop();
  try {
    const files = [...PLAYING, WAITING].map((policy) => pacedPlayer(workshop, policy, paceMs));
    const words = ["run", "--models", ...files, "--seeds", String(seeds), "--workers", "2"];
    const startMs = await playInPeace(workshop, [...words, "--out", "whole"]);
    pacedPlayer(workshop, WAITING, ENDLESS_MS);
    const uniform = uniformStream(kills, "kills");
    const whole = bytesPlayed(workshop, "whole");
    let met = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const running = workshop.start(...words, "--out", "killed");
      // Some before anything is played; the others spread over all that there is to play.
      if (uniform() < 0.2) await wait(uniform() * startMs);
      else {
        // Not to the very end: the clocks in a record are longer one time than another.
        const goal = (0.95 * whole * (kill + uniform())) / kills;
        await running.plays();
        await running.until(() => bytesPlayed(workshop, "killed") >= goal);
      }
      if (running.child.exitCode === null && running.child.kill("SIGKILL")) met += 1;
      await running.finished;
    }
    pacedPlayer(workshop, WAITING, paceMs);
    const last = await workshop.arena(...words, "--out", "killed");
    const verified = await workshop.arena("verify", "killed");
    const facts = { whole: runFacts(workshop, "whole"), killed: runFacts(workshop, "killed") };
    return { trials: files.length * seeds, kills: met, last, verified, ...facts };
  } finally {
    workshop.remove();
  }
}

/** Plays a run to its end, and says how long it took to begin. */
async function playInPeace(workshop: Workshop, words: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const running = workshop.start(...words);
  await running.plays();
  const startMs = performance.now() - startedMs;
  await running.finished;
  return startMs;
}

/** Bytes recorded of those who play. */
function bytesPlayed(workshop: Workshop, run: string): number {
  const folder = workshop.path(run, "trials");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(WAITING)) : [];
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** A paced scripted player's file. */
export function pacedPlayer(workshop: Workshop, policy: string, paceMs: number): string {
  const file = workshop.path(`${policy}.yaml`);
  const lines = [`label: ${policy}`, "category: Scripted", "framework: scripted", `policy: ${policy}`];
  writeFileSync(file, [...lines, `paceMs: ${paceMs}`, ""].join("\n"));
  return file;
}

function runFacts(workshop: Workshop, run: string): RunFacts {
  return {
    table1: workshop.read(run, "table1.csv"),
    trialsCsv: workshop.read(run, "trials.csv"),
    facts: factsOf(join(workshop.folder, run)),
  };
}
