// No test is left out and none pushes the others out.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, repositoryFiles } from "./repository.ts";

const TESTS = repositoryFiles().filter((file) => /^test\/.*\.ts$/.test(file));

// `skipIf` and `runIf` name their condition and are no matter of this rule.
const MARK = /\b(?:describe|test|it|suite|bench)(?:\.\w+)*\.(?:only|skip|todo|fails)\b\s*[(.`]/;

test("no test is marked to be the only one, to be skipped or to be written later", () => {
  expect(TESTS.length).toBeGreaterThan(3);
  const marked = TESTS.filter((file) => MARK.test(readFileSync(join(ROOT, file), "utf8")));
  // The one place that skips, with a reason: parts that a machine need not have.
  expect(marked).toEqual(["test/support/requires.ts"]);
});

test.each([
  ["test.only", true],
  ["describe.concurrent.skip", true],
  ["it.todo", true],
  ["test.skipIf", false],
  ["test.each", false],
  ["array.skip", false],
])("the mark of %s is found: %s", (call, expected) => {
  expect(MARK.test(`${call}("a name", () => {});`)).toBe(expected);
});
