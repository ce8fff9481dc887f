// A file is named after its idea, and nothing stands between an importer and the file it means.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT, repositoryFiles } from "./repository.ts";

const CODE = repositoryFiles().filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file));

// Names that say where a thing was put instead of what it is.
const SAYS_NOTHING = /^(?:utils?|helpers?|common|types?|shared|misc)$/;

describe("names", () => {
  test("there is code to look at", () => {
    expect(CODE.length).toBeGreaterThan(10);
  });

  test("no file or folder has a name that says nothing", () => {
    expect(CODE.filter(saysNothing)).toEqual([]);
  });

  test("no file only passes on what other files export", () => {
    expect(CODE.filter((file) => isBarrel(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  });

  test("a file that tests something is named so that its tests are run", () => {
    const testing = CODE.filter((file) => /^test\/.*\.ts$/.test(file) && declaresTests(file));
    expect(testing.filter((file) => !/\.(?:test|bench)\.ts$/.test(file))).toEqual([]);
  });
});

describe("the rules themselves", () => {
  test.each([
    ["src/utils/dates.ts", true],
    ["src/sim/helpers.ts", true],
    ["src/sim/types.d.ts", true],
    ["src/llm/shared.test.ts", true],
    ["src/agents/common-sense.ts", false],
    ["src/record/event.ts", false],
  ])("of %s say nothing: %s", (file, expected) => {
    expect(saysNothing(file)).toBe(expected);
  });

  test.each([
    [`export * from "./a.ts";`, true],
    [`// All of it.\nexport { a } from "./a.ts";\nexport type { B } from "./b.ts";`, true],
    [`import { a } from "./a.ts";\nexport { a };`, true],
    [`export { a } from "./a.ts";\nexport const b = 1;`, false],
    [`import "./a.ts";\nstart();`, false],
    ["", false],
  ])("of %j make a barrel: %s", (text, expected) => {
    expect(isBarrel(text)).toBe(expected);
  });
});

function saysNothing(file: string): boolean {
  return file.split("/").some((part) => SAYS_NOTHING.test(part.split(".")[0] ?? ""));
}

function isBarrel(text: string): boolean {
  const { statements } = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest);
  return statements.some(ts.isExportDeclaration) && statements.every(passesOn);
}

function passesOn(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) || ts.isImportDeclaration(statement);
}

function declaresTests(file: string): boolean {
  // A contract suite exports a function that declares tests; its callers are the test files.
  return /^(?:describe|test|it)(?:\.\w+)*\(/m.test(readFileSync(join(ROOT, file), "utf8"));
}
