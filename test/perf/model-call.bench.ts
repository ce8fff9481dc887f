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
const FEW = 1;
const MANY = 9;

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

  const arena = async (seeds: number): Promise<{ calls: number; ms: number }> => {
    bodies.length = 0;
    const cpuFile = workshop.path(`cpu-${seeds}.json`);
    const words = [
      "run",
      "--models",
      file,
      "--seeds",
      String(seeds),
      "--out",
      workshop.path(`run-${seeds}`),
      "--quiet",
    ];
    await run(process.execPath, [resolve(import.meta.dirname, "measured-arena.mjs"), cpuFile, ...words]);
    return { calls: bodies.length, ms: cpuMs(readFileSync(cpuFile, "utf8")) };
  };
  const bare = async (lines: readonly string[]): Promise<{ calls: number; ms: number }> => {
    const bodiesFile = workshop.path("bodies.jsonl");
    writeFileSync(bodiesFile, `${lines.join("\n")}\n`);
    const words = [resolve(import.meta.dirname, "bare-loop.mjs"), bodiesFile, `${server.url}/v1`, String(CONCURRENCY)];
    const { stdout } = await run(process.execPath, words, { cwd: resolve(import.meta.dirname, "../..") });
    return { calls: lines.length, ms: cpuMs(stdout) };
  };

  try {
    // The difference between a long and a short run leaves the start of the process out.
    const shortRun = await arena(FEW);
    const shortBodies = [...bodies];
    const longRun = await arena(MANY);
    const longBodies = [...bodies];
    const shortBare = await bare(shortBodies);
    const longBare = await bare(longBodies);
    const perCall = (long: { calls: number; ms: number }, short: { calls: number; ms: number }): number =>
      (long.ms - short.ms) / (long.calls - short.calls);
    const ours = perCall(longRun, shortRun);
    const theirs = perCall(longBare, shortBare);
    console.log(
      `arena ${ours.toFixed(3)} ms a call, bare loop ${theirs.toFixed(3)} ms, ratio ${(ours / theirs).toFixed(2)}`,
    );
    expect(ours / theirs).toBeLessThanOrEqual(1.5);
  } finally {
    await server.close();
    workshop.remove();
  }
});
