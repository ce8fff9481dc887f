// The built program as a process of its own, in a folder and an environment of its own.
import { resolve } from "node:path";
import { type Finished, Program } from "./program.ts";

const ARENA = resolve(import.meta.dirname, "../../bin/arena.js");

interface ArenaPlace {
  readonly cwd: string;
  /** More than the little that every process gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A started `arena`. Nothing of the environment at hand is passed on but the way to programs. */
export class ArenaProcess extends Program {
  constructor(words: readonly string[], { cwd, env = {} }: ArenaPlace) {
    const little = { PATH: process.env["PATH"], HOME: cwd, CI: "true", NO_COLOR: "1" };
    super(process.execPath, [ARENA, ...words], { cwd, env: { ...little, ...env } });
  }

  /** Resolves when a run holds its folder and begins to play what is left of its plan. */
  plays(): Promise<void> {
    return this.says(" to play");
  }
}

/** Runs `arena` with these words to its end. */
export function runArena(words: readonly string[], place: ArenaPlace): Promise<Finished> {
  return new ArenaProcess(words, place).finished;
}
