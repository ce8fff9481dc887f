// The short form of the long proof in test/evidence/kills.test.ts: also that a killed process keeps nobody from its folder.
import { expect, test } from "vitest";
import { killAndResume } from "../support/killed-run.ts";

test("a run killed twice and resumed gives what it gives in peace", async () => {
  const { trials, kills, last, verified, whole, killed } = await killAndResume({ seeds: 2, paceMs: 3, kills: 2 });
  expect([trials, kills]).toEqual([8, 2]);
  expect(last, last.stderr).toMatchObject({ code: 0 });
  expect(killed.table1).toBe(whole.table1);
  expect(killed.trialsCsv).toBe(whole.trialsCsv);
  expect(killed.facts).toEqual(whole.facts);
  expect(verified, verified.stdout).toMatchObject({ code: 0 });
  expect(verified.stdout).toContain("8 trials");
});
