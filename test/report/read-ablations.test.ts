import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAblations } from "../../src/report/read-ablations.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { sweepResults } from "../../src/report/sweep.ts";
import { sweepFiles } from "../../src/report/sweep-files.ts";
import { present } from "../../src/std/assert.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { line, player, run } from "./sample-runs.ts";

function sweep() {
  const results = (score: number) =>
    present(
      gatherResults([
        run(
          [player("A")],
          [0, 1].map((seed) => line({ seed }, { scoreCents: score + seed * 1e8 })),
        ),
      ]).tables[0],
      "a table",
    );
  const setting = (name: string, score: number) => ({ name, changes: "", sameAs: null, results: results(score) });
  return sweepResults({ name: "figure" }, [setting("base", 1e9), setting("no delay", 2e9)]);
}

test("what a sweep leaves is read from its folder, and from its runs'", () => {
  const folder = temporaryFolder();
  const results = sweep();
  writeFileSync(join(folder, "sweep.json"), sweepFiles(results)["sweep.json"]);
  mkdirSync(join(folder, "base"));
  const read = readAblations(folder);
  expect(read).toMatchObject({ name: "figure", level: 0.95, settings: [{ name: "base" }, { name: "no delay" }] });
  expect(read?.settings[1]?.players).toEqual(results.settings[1]?.players);
  expect(readAblations(join(folder, "base"))).toEqual(read);
});

test("a folder of no sweep has none", () => {
  expect(readAblations(join(temporaryFolder(), "run"))).toBeNull();
});

test.each(["not JSON", '{"name": "x"}', '{"name": 1}'])("a damaged file is named: %s", (text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "sweep.json"), text);
  expect(() => readAblations(folder)).toThrow(`${join(folder, "sweep.json")}: `);
});
