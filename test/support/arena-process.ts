// The built program as a process of its own, in a folder and an environment of its own.
import { spawn } from "node:child_process";
import { resolve } from "node:path";

const ARENA = resolve(import.meta.dirname, "../../bin/arena.js");

/** What a finished process left. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `arena` with these words. Nothing of the environment at hand is passed on but the way to programs. */
export function runArena(
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Finished> {
  const child = spawn(process.execPath, [ARENA, ...words], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, CI: "true", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => {
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}
