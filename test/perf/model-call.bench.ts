// What a model call costs in processor time beside a bare loop of the same SDK: same bytes, same concurrency, same run.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { startMockModel } from "../support/mock-model/server.ts";
import { Workshop } from "../support/model-run.ts";

const run = promisify(execFile);
const CONCURRENCY = 8;
const FEW = 8;
const MANY = 24;
const ROUNDS = 3;

interface Measured {
  readonly calls: number;
  readonly ms: number;
}

/** Processor time a call: the difference between a long and a short run leaves the start of the process out. */
function perCall(long: Measured, short: Measured): number {
  return (long.ms - short.ms) / (long.calls - short.calls);
}

/** Processor milliseconds of a process, all threads together. */
function cpuMs(text: string): number {
  const { user, system } = JSON.parse(text) as { user: number; system: number };
  return (user + system) / 1000;
}

it("a model call of arena costs at most 1.5 times a bare loop's", async () => {
  const bodies: string[] = [];
  const server = await startMockModel({ brain: chatty, onBytes: (bytes) => bodies.push(bytes) });
  const workshop = new Workshop();
  const file = workshop.player("bench", "openai-chat", server.url, [`limits: { concurrency: ${CONCURRENCY} }`]);

  const arena = async (seeds: number, round: number): Promise<Measured> => {
    bodies.length = 0;
    const cpuFile = workshop.path(`cpu-${seeds}-${round}.json`);
    const words = [
      "run",
      "--models",
      file,
      "--seeds",
      String(seeds),
      "--out",
      workshop.path(`run-${seeds}-${round}`),
      "--quiet",
    ];
    await run(process.execPath, [resolve(import.meta.dirname, "measured-arena.mjs"), cpuFile, ...words]);
    return { calls: bodies.length, ms: cpuMs(readFileSync(cpuFile, "utf8")) };
  };
  const bare = async (lines: readonly string[]): Promise<Measured> => {
    const bodiesFile = workshop.path("bodies.jsonl");
    writeFileSync(bodiesFile, `${lines.join("\n")}\n`);
    const words = [resolve(import.meta.dirname, "bare-loop.mjs"), bodiesFile, `${server.url}/v1`, String(CONCURRENCY)];
    const { stdout } = await run(process.execPath, words, { cwd: resolve(import.meta.dirname, "../..") });
    return { calls: lines.length, ms: cpuMs(stdout) };
  };

  try {
    const arenaMs: number[] = [];
    const bareMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const few = await arena(FEW, round);
      const fewBodies = [...bodies];
      const many = await arena(MANY, round);
      const manyBodies = [...bodies];
      arenaMs.push(perCall(many, few));
      bareMs.push(perCall(await bare(manyBodies), await bare(fewBodies)));
    }
    // The least disturbed round of each: whatever else the machine does only ever adds.
    const ours = Math.min(...arenaMs);
    const theirs = Math.min(...bareMs);
    const ratio = ours / theirs;
    console.log(`arena ${ours.toFixed(3)} ms a call, bare loop ${theirs.toFixed(3)} ms, ratio ${ratio.toFixed(2)}`);
    expect(ratio).toBeLessThanOrEqual(1.5);
  } finally {
    await server.close();
    workshop.remove();
  }
});
