// 200 paced trials, killed with SIGKILL a hundred times at random moments and resumed each time: nothing differs.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killAndResume } from "../support/killed-run.ts";

const MINUTES = 60_000;

test.each([
  { name: "ten kills", size: { seeds: 50, paceMs: 60, kills: 10 } },
  { name: "a hundred kills", size: { seeds: 50, paceMs: 20, kills: 100 } },
])("200 trials survive $name", { timeout: 60 * MINUTES }, async ({ size }) => {
  const { trials, kills, last, verified, whole, killed } = await killAndResume(size);
  expect(trials).toBe(200);
  expect(last, last.stderr).toMatchObject({ code: 0 });
  expect(killed.table1).toBe(whole.table1);
  expect(killed.trialsCsv).toBe(whole.trialsCsv);
  expect(killed.facts).toEqual(whole.facts);
  expect(verified, verified.stdout).toMatchObject({ code: 0 });
  const row = `| ${trials} | ${kills} | the same | ${verified.stdout.trim().replace(/^\S+ /, "")} |`;
  console.log(row);
  const folder = process.env["ARENA_EVIDENCE_DIR"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const head = "| trials | kills | tables and events | verify |\n| ---: | ---: | --- | --- |\n";
  writeFileSync(join(folder, `kills-${size.kills}.md`), `${head}${row}\n`);
});
