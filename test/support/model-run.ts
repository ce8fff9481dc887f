// Runs of the built program against a model server of this machine, as a user would start them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArenaProcess } from "./arena-process.ts";
import type { Finished } from "./program.ts";

/** A folder for one test, removed by `remove`. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "arena-models-"));
  readonly #started: ArenaProcess[] = [];

  /** A model player's file; further YAML lines as given. */
  player(name: string, provider: string, url: string, lines: readonly string[] = []): string {
    mkdirSync(join(this.folder, "players"), { recursive: true });
    const file = join(this.folder, "players", `${name}.yaml`);
    const baseURL = provider === "anthropic" ? url : `${url}/v1`;
    const head = [`label: ${name}`, "category: Mock", "framework: react", `provider: ${provider}`, "model: mock-model"];
    writeFileSync(file, [...head, `endpoint: { baseURL: "${baseURL}" }`, ...lines, ""].join("\n"));
    return file;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  read(...parts: readonly string[]): string {
    return readFileSync(this.path(...parts), "utf8");
  }

  /** Starts `arena` with these words in the folder. */
  start(...words: readonly string[]): ArenaProcess {
    return this.startWith({}, ...words);
  }

  /** As {@link start}, with more in the environment. */
  startWith(env: Readonly<Record<string, string>>, ...words: readonly string[]): ArenaProcess {
    const started = new ArenaProcess(words, { cwd: this.folder, env });
    this.#started.push(started);
    return started;
  }

  arena(...words: readonly string[]): Promise<Finished> {
    return this.start(...words).finished;
  }

  /** A test that fails may leave a process behind that would never end. */
  remove(): void {
    for (const { child } of this.#started) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One trial's line, as far as tests look at it. */
export interface LineView {
  readonly trial: { readonly id: string; readonly label: string; readonly seed: number };
  readonly result: {
    readonly outcome: { readonly kind: string; readonly ending?: string };
    readonly months: number;
    readonly scoreCents: number | null;
    readonly turns: number;
    readonly stateHash: string;
    readonly oddities: Readonly<Record<string, number>>;
    readonly usage: { readonly costUsd: number | null } | null;
  };
}

/** The lines of a run's finished trials. */
export function linesOf(workshop: Workshop, run: string): LineView[] {
  const text = workshop.read(run, "trials.jsonl");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LineView);
}
