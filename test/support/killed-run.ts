// A run of paced players that is killed at random moments and resumed each time, beside one that never was.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { uniformStream } from "../../src/std/random.ts";
import { type Finished, Workshop } from "./model-run.ts";
import { factsOf } from "./runs.ts";

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

const POLICIES = ["raise-always", "raise-when-low", "random", "never-raise"];

/** Plays four paced players, once in peace and once killed with SIGKILL and resumed; both folders are then removed. */
export async function killAndResume({ seeds, paceMs, kills }: KilledRunSize): Promise<KilledRun> {
  const workshop = new Workshop();
  try {
    const files = POLICIES.map((policy) => pacedPlayer(workshop, policy, paceMs));
    const words = ["run", "--models", ...files, "--seeds", String(seeds), "--workers", "2"];
    const peace = await timed(workshop.start(...words, "--out", "whole"));
    const uniform = uniformStream(kills, "kills");
    let met = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, finished } = workshop.start(...words, "--out", "killed");
      // Some before anything is played; the others so spread that the run does not end before the last of them.
      if (uniform() < 0.2) await wait(uniform() * peace.startMs);
      else {
        await firstWords(child);
        await wait((uniform() * 1.2 * peace.playMs) / kills);
      }
      if (child.exitCode === null && child.kill("SIGKILL")) met += 1;
      await finished;
    }
    const last = await workshop.arena(...words, "--out", "killed");
    const verified = await workshop.arena("verify", "killed");
    const [whole, killed] = [runFacts(workshop, "whole"), runFacts(workshop, "killed")];
    return { trials: POLICIES.length * seeds, kills: met, last, verified, whole, killed };
  } finally {
    workshop.remove();
  }
}

/** How long a run took to begin, and then to be played. */
async function timed({ child, finished }: ReturnType<Workshop["start"]>): Promise<{ startMs: number; playMs: number }> {
  const startedMs = performance.now();
  await firstWords(child);
  const playedMs = performance.now();
  await finished;
  return { startMs: playedMs - startedMs, playMs: performance.now() - playedMs };
}

/** The folder is open and trials begin when a run says so. */
async function firstWords({ stderr }: ChildProcess): Promise<void> {
  if (stderr !== null) await once(stderr, "data");
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
