// The lint configuration really applies the law: a rule that no file meets would never complain.
import { ESLint, Linter } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, test } from "vitest";
import { housePlugin } from "./eslint-plugin.js";
import { ROOT } from "./repository.ts";

const PROMISE = "export type T = import(`../sim/tape.ts`).Tape;".replaceAll("`", '"');

describe("the import law as a lint rule", () => {
  test.each<[code: string, file: string, complaints: number]>([
    [`import { a } from "../sim/tape.ts";`, "src/agents/a.ts", 1],
    [`import type { A } from "../sim/tape.ts";`, "src/agents/a.ts", 1],
    [PROMISE, "src/agents/a.ts", 1],
    [`export { a } from "../sim/tape.ts";`, "src/agents/a.ts", 1],
    [`export * from "../sim/tape.ts";`, "src/agents/a.ts", 1],
    [`export const a = () => import("../sim/tape.ts");`, "src/agents/a.ts", 1],
    [`export const a = (name: string) => import(name);`, "src/agents/a.ts", 1],
    [`export const a = (name: string) => import(name);`, "src/agents/external/a.ts", 0],
    [`import seedrandom from "seedrandom";`, "src/sim/tape.ts", 1],
    [`import seedrandom from "seedrandom";`, "src/std/random.ts", 0],
    [`import type { A } from "../env/contract.ts"; export const b = 1;`, "src/agents/a.ts", 0],
  ])("judges %s in %s", (code, filename, complaints) => {
    const linter = new Linter({ cwd: ROOT, configType: "flat" });
    const messages = linter.verify(
      code,
      {
        files: ["**/*.ts"],
        languageOptions: { parser: tseslint.parser },
        plugins: { house: housePlugin },
        rules: { "house/import-law": "error" },
      },
      `${ROOT}${filename}`,
    );
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(Array.from({ length: complaints }, () => "house/import-law"));
  });
});

describe("the configuration", () => {
  test.each<[rule: string, severity: "on" | "off", file: string]>([
    ["house/import-law", "on", "src/sim/scenario.ts"],
    ["max-lines", "on", "src/sim/scenario.ts"],
    ["max-lines-per-function", "on", "src/cli/main.ts"],
    ["no-restricted-exports", "on", "src/cli/main.ts"],
    ["no-restricted-exports", "off", "vitest.config.ts"],
    ["no-restricted-globals", "on", "src/runner/worker.ts"],
    ["no-restricted-globals", "off", "src/cli/main.ts"],
    ["no-restricted-properties", "on", "test/architecture.test.ts"],
    ["no-restricted-syntax", "on", "src/ledger/entry.ts"],
    ["no-restricted-syntax", "off", "src/std/clock.ts"],
    ["@typescript-eslint/no-floating-promises", "on", "src/runner/worker.ts"],
  ])("has %s %s in %s", async (rule, severity, file) => {
    const config = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(file)) as Linter.Config;
    const [level = 0] = [config.rules?.[rule]].flat();
    expect(level === 0 ? "off" : "on").toBe(severity);
  });
});
