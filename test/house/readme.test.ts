// What the README tells a reader to type works as it stands: its examples marked `sh run` are typed here, in their order.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Program } from "../support/program.ts";
import { ROOT } from "./repository.ts";

const README = join(ROOT, "README.md");

const examples = existsSync(README) ? runnableExamples(readFileSync(README, "utf8")) : [];
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "arena-readme-"));
  // A working folder like a clone, but with results of its own, and of the baselines those that the examples name.
  for (const name of namesIn(ROOT)) if (!["results", "configs"].includes(name)) link(name);
  mkdirSync(join(folder, "configs"));
  const scripts = examples.map(({ script }) => script).join("\n");
  for (const name of namesIn(join(ROOT, "configs"))) {
    if (!name.endsWith(".yaml") || scripts.includes(basename(name, ".yaml"))) link(join("configs", name));
  }
});

function namesIn(path: string): string[] {
  return readdirSync(path).filter((name) => !name.startsWith(".") && !name.endsWith(".tmp"));
}

function link(path: string): void {
  symlinkSync(join(ROOT, path), join(folder, path));
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the README", () => {
  test("has examples to run", () => {
    expect(existsSync(README), "README.md is missing").toBe(true);
    expect(examples.length, "README.md has no block that begins ```sh run").toBeGreaterThan(0);
  });

  test.each(examples)("works as it says at line $line", async ({ script }) => {
    const env = { ...process.env, CI: "1", NO_COLOR: "1" };
    const shell = new Program("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env });
    const { code, stdout, stderr } = await shell.finished;
    expect(code, `${script}\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`).toBe(0);
  });
});

describe("an example", () => {
  test("is a fenced block of sh that says run, with the line it begins at", () => {
    const text =
      "# Title\n\n```sh run\narena list\narena validate x\n```\n\n```sh\nrm -rf /\n```\n\n```console\n$ arena\n```\n";
    expect(runnableExamples(text)).toEqual([{ line: 4, script: "arena list\narena validate x" }]);
  });

  test("with a prompt in front of it is typed without the prompt", () => {
    expect(runnableExamples("```console run\n$ arena list\nnever-raise\n$ arena schema\n```\n")).toEqual([
      { line: 2, script: "arena list\narena schema" },
    ]);
  });
});

interface Example {
  readonly line: number;
  readonly script: string;
}

function runnableExamples(text: string): Example[] {
  return [...text.matchAll(/^```(sh|console) run\n(.*?)^```$/gms)].map((match) => {
    const [, language = "", body = ""] = match;
    const script = language === "console" ? typedLines(body) : body.trimEnd();
    return { line: text.slice(0, match.index).split("\n").length + 1, script };
  });
}

/** In a `console` block what is typed follows a prompt; the rest is what it answers. */
function typedLines(body: string): string {
  const lines = body.split("\n").filter((line) => line.startsWith("$ "));
  return lines.map((line) => line.slice("$ ".length)).join("\n");
}
