// The import law holds in `src/`, and the walk that says so would notice if it did not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { breachesOf, type SourceTree } from "./house/imports.ts";
import { ROOT, repositoryFiles } from "./house/repository.ts";

// The word stands apart, or ESLint would read the examples as directives.
const LINTER = "eslint";

describe("the program", () => {
  test("breaks no import law, has no cycle and disables no rule of this kind", () => {
    expect(breachesOf(sourcesOfTheProgram())).toEqual([]);
  });
});

describe("the walk notices", () => {
  test("that it found no file", () => {
    expect(breachesOf(new Map())).toEqual(["the walk found no source file"]);
  });

  test("that it found no import in all the files", () => {
    expect(breachesOf(treeOf({ "std/a.ts": "export const a = 1;" }))).toEqual(["the walk found no import"]);
  });

  const edge = "may not import";
  test.each<[breach: string, tree: Record<string, string>, message: string]>([
    ["a room that knows too much", { "agents/react.ts": `import { post } from "../sim/posting.ts";` }, edge],
    ["a forbidden import of types", { "agents/react.ts": `import type { Tape } from "../sim/tape.ts";` }, edge],
    ["a forbidden type in an expression", { "llm/a.ts": `export type T = import("../sim/tape.ts").Tape;` }, edge],
    ["a forbidden re-export", { "record/a.ts": `export { main } from "../cli/main.ts";` }, edge],
    ["a forbidden re-export of everything", { "record/a.ts": `export * from "../cli/main.ts";` }, edge],
    ["a forbidden dynamic import", { "llm/a.ts": `export const a = () => import("../cli/main.ts");` }, edge],
    ["a forbidden import for its effect", { "llm/a.ts": `import "../cli/main.ts";` }, edge],
    [
      "a forbidden import from a nested folder",
      { "agents/policies/a.ts": `import { a } from "../../sim/a.ts";` },
      edge,
    ],
    ["std that knows a noun of the business", { "std/a.ts": `import { a } from "../ledger/entry.ts";` }, edge],
    ["an agent at more of the desk than the contract", { "agents/a.ts": `import { a } from "../env/cfo.ts";` }, edge],
    [
      "a runner at more of the simulator than the scenario",
      { "runner/a.ts": `import { a } from "../sim/month.ts";` },
      edge,
    ],
    ["the contract knowing its own room", { "env/contract.ts": `import { a } from "./cfo.ts";` }, edge],
    ["the truth seen by its own room", { "env/cfo.ts": `import { a } from "./truth.ts";` }, edge],
    ["the truth seen by another room", { "oracle/a.ts": `import { a } from "../env/truth.ts";` }, edge],
    ["values of a room seen for its types alone", { "web/a.ts": `import { a } from "../record/trial.ts";` }, edge],
    ["a package behind a door", { "sim/a.ts": `import seedrandom from "seedrandom";` }, "std/random.ts"],
    [
      "a subpath of a package behind a door",
      { "stats/a.ts": `import { stringify } from "csv-stringify/sync";` },
      "report/csv.ts",
    ],
    ["a scoped package behind a door", { "runner/a.ts": `import A from "@anthropic-ai/sdk";` }, "llm/"],
    ["a package called by require", { "runner/a.ts": `export const p = require("piscina");` }, "runner/pool.ts"],
    ["the process as a module", { "runner/a.ts": `import process from "node:process";` }, "std/host.ts"],
    ["input and output in a pure room", { "sim/a.ts": `import { readFileSync } from "node:fs";` }, "is pure"],
    ["a module of Node without its prefix", { "runner/a.ts": `import fs from "fs";` }, "node:fs"],
    ["a way out of src", { "record/a.ts": `import p from "../../package.json";` }, "leads out of src/"],
    ["a way to no room", { "record/a.ts": `import { a } from "../main.ts";` }, "no room of the house"],
    ["a file in no room", { "main.ts": `import { a } from "./std/hash.ts";` }, "lies in no room"],
    ["a room nobody planned", { "tools/a.ts": `import { a } from "../std/hash.ts";` }, "lies in no room"],
    ["a name that hides where it leads", { "agents/a.ts": `import { a } from "#sim";` }, "hides where it leads"],
    [
      "a computed import",
      { "llm/a.ts": `import "./b.ts"; export const load = (name: string) => import(name);` },
      "computed name",
    ],
    [
      "one package through two files",
      { "llm/a.ts": `import O from "openai";`, "llm/b.ts": `import type O from "openai";` },
      "openai is imported by llm/a.ts and llm/b.ts, but 1 file may",
    ],
    [
      "a cycle of two files",
      { "sim/a.ts": `import { b } from "./b.ts";`, "sim/b.ts": `import type { a } from "./a.ts";` },
      "cycle: sim/a.ts → sim/b.ts → sim/a.ts",
    ],
    ["a file that imports itself", { "sim/a.ts": `import { a } from "./a.ts";` }, "cycle: sim/a.ts → sim/a.ts"],
    [
      "a cycle beyond a straight road",
      {
        "cli/main.ts": `import { a } from "../report/a.ts";`,
        "report/a.ts": `export { b } from "./b.ts";`,
        "report/b.ts": `export const c = () => import("./c.ts");`,
        "report/c.ts": `import { a } from "./a.ts";`,
      },
      "cycle: report/a.ts → report/b.ts → report/c.ts → report/a.ts",
    ],
    ["a disabled law", disabling("-next-line house/import-law -- just this once"), "disables house/import-law"],
    [
      "a disabled law beside another rule",
      disabling(" no-var, no-restricted-globals"),
      "disables no-restricted-globals",
    ],
    ["a disabled size limit", disabling(" max-lines"), "disables max-lines"],
    ["all rules disabled", disabling(""), "disables every lint rule"],
    ["all rules disabled with a reason", disabling("-next-line -- because"), "disables every lint rule"],
    ["a rule set in a comment", { "std/a.ts": `/* ${LINTER} no-var: "off" */ import "./b.ts";` }, "in a comment"],
  ])("%s", (_breach, files, message) => {
    expect(breachesOf(treeOf(files))).toEqual([expect.stringContaining(message)]);
  });
});

describe("the walk lets pass", () => {
  test.each<[what: string, tree: Record<string, string>]>([
    ["std for everybody", { "sim/a.ts": `import { assert } from "../std/assert.ts";` }],
    ["neighbours of one room", { "agents/policies/a.ts": `import { a } from "../agent.ts";` }],
    [
      "the desk to the runner",
      { "runner/a.ts": `import { a } from "../env/cfo.ts"; import { b } from "../env/truth.ts";` },
    ],
    ["the room to its truth", { "env/truth.ts": `import { a } from "./cfo.ts"; import { b } from "../sim/tape.ts";` }],
    ["the contract to its room", { "env/cfo.ts": `import type { Desk } from "./contract.ts";` }],
    ["types of a record to the browser", { "web/a.ts": `import type { Trial } from "../record/trial.ts";` }],
    ["a package through its door", { "report/csv.ts": `import { stringify } from "csv-stringify/sync";` }],
    [
      "a module named by the user",
      { "agents/external/a.ts": `import "./b.ts"; export const load = (name: string) => import(name);` },
    ],
    ["another lint rule disabled with its name", disabling("-next-line @typescript-eslint/no-unsafe-call")],
  ])("%s", (_what, files) => {
    expect(breachesOf(treeOf(files))).toEqual([]);
  });
});

function sourcesOfTheProgram(): SourceTree {
  const files = repositoryFiles().filter((file) => /^src\/.*\.tsx?$/.test(file));
  return new Map(files.map((file) => [file.slice("src/".length), readFileSync(join(ROOT, file), "utf8")]));
}

function treeOf(files: Record<string, string>): SourceTree {
  return new Map(Object.entries(files));
}

function disabling(rest: string): Record<string, string> {
  return { "std/a.ts": `// ${LINTER}-disable${rest}\nimport { b } from "./b.ts";` };
}
