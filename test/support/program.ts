// A program as a process of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** What a finished process left. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a program runs. */
export interface Place {
  readonly cwd: string;
  /** The whole of its environment. */
  readonly env: NodeJS.ProcessEnv;
}

/** A started program. The test goes on beside it: what blocks a thread for a minute is lost to vitest. */
export class Program {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  #stdout = "";
  #stderr = "";
  #hasEnded = false;

  constructor(program: string, words: readonly string[], { cwd, env }: Place) {
    const child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.child = child;
    this.finished = new Promise((done) => {
      child.on("close", (code) => {
        this.#hasEnded = true;
        done({ code, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  /** Resolves in this state of the world; rejects, with what was said, where the program ends before it. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#hasEnded) throw new Error(`the program ended early, and said: ${this.#stderr}`);
      await wait(10);
    }
  }

  /** Resolves once this has been said on stderr. */
  says(words: string): Promise<void> {
    return this.until(() => this.#stderr.includes(words));
  }
}
