// `arena gate`, `arena compare` and `arena causes` on runs made as a user makes them.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workshop } from "../support/model-run.ts";

const SEEDS = "0-99";
/** Past the third crisis, which parts the players; the months after it change nothing here. */
const HORIZON = "66";

describe("a gate between two runs", () => {
  const workshop = new Workshop();

  beforeAll(async () => {
    player(20_000_000);
    await play("good", "--seeds", SEEDS);
    await play("few", "--seeds", "5");
    await play("other", "--seeds", "5", "--no-delay");
    player(5_000_000);
    await play("bad", "--seeds", SEEDS);
  }, 120_000);

  afterAll(() => {
    workshop.remove();
  });

  function player(amountUsd: number): void {
    const params = `params: { instrument: equity, amountUsd: ${amountUsd} }`;
    writeFileSync(workshop.path("cfo.yaml"), `label: cfo\nframework: scripted\npolicy: raise-always\n${params}\n`);
  }

  async function play(out: string, ...flags: string[]): Promise<void> {
    const run = await workshop.arena(
      "run",
      "--models",
      "cfo.yaml",
      "--out",
      out,
      "--quiet",
      "--horizon",
      HORIZON,
      ...flags,
    );
    expect(run).toMatchObject({ code: 0 });
  }

  const summary = (): string => workshop.path("summary.md");

  async function gate(run: string, baseline: string, ...flags: string[]) {
    const finished = await workshop.arena("gate", run, "--baseline", baseline, "--junit", "reports/gate.xml", ...flags);
    return { ...finished, xml: finished.code === 1 ? "" : workshop.read("reports", "gate.xml") };
  }

  it("passes an identical run over 100 seeds, against its folder and against its trials.csv", async () => {
    for (const baseline of ["good", "good/trials.csv"]) {
      const { code, stdout, xml } = await gate("good", baseline);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(/a fall of \d+\.\d points or more would be seen/);
      expect(xml).toContain('failures="0" errors="0"');
    }
  });

  it("fails the same label played with 5M instead of 20M", async () => {
    for (const metric of ["survival", "score"]) {
      const { code, stdout, xml } = await gate("bad", "good", "--metric", metric);
      expect(code).toBe(2);
      expect(stdout).toContain("its settings or model are not those of the baseline");
      expect(xml).toContain('failures="1" errors="0"');
    }
  });

  it("cannot decide on 5 seeds", async () => {
    const { code, stdout, xml } = await gate("few", "good");
    expect(code).toBe(3);
    expect(stdout).toContain("Gate: cannot decide");
    expect(xml).toContain('failures="0" errors="1"');
  });

  it("refuses another protocol", async () => {
    const { code, stderr } = await gate("other", "good");
    expect(code).toBe(1);
    expect(stderr).toContain("another protocol");
    expect(stderr).toContain("arena compare");
  });

  it("adds its table to the step summary of GitHub Actions", () => {
    const env = { ...process.env, GITHUB_STEP_SUMMARY: summary() };
    const arena = new URL("../../bin/arena.js", import.meta.url).pathname;
    // What got better does not fail.
    execFileSync(process.execPath, [arena, "gate", "good", "--baseline", "bad"], { cwd: workshop.folder, env });
    expect(readFileSync(summary(), "utf8")).toContain("## Gate: passed");
  });

  it("compares them in words, and says first when the rules differ", async () => {
    const same = await workshop.arena("compare", "good", "bad");
    expect(same.stdout).toMatch(/^Both were played under protocol/);
    expect(same.stdout).toContain("→ Survival differs: good: cfo survives seeds that bad: cfo does not");
    const across = await workshop.arena("compare", "good:cfo", "other:cfo");
    expect(across.code).toBe(0);
    expect(across.stdout).toMatch(/^NOT THE SAME PROTOCOL: B was played with delay false, not true/);
    expect((await workshop.arena("compare", "good:nobody", "bad")).stderr).toContain('good has no player "nobody"');
  });

  it("names why companies died, with trials to look at, and writes the tables", async () => {
    const told = await workshop.arena("causes", "bad");
    expect(told.stdout).toMatch(/cfo {2}\d+ survived, \d+ bankrupt\n +\d+ raised too little \(cfo-s\d+-r0, /);
    const report = await workshop.arena("report", "bad", "--format", "causes,intervals");
    expect(report).toMatchObject({ code: 0 });
    expect(workshop.read("bad", "causes.csv").trimEnd().split("\n")).toHaveLength(101);
    expect(workshop.read("bad", "causes.md")).toContain("## Trials to look at");
    expect(workshop.read("bad", "intervals.md")).toContain("100 / 100");
  });
});
