// `arena gate`, `arena compare` and `arena causes` on small runs, as a user types them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultsOf } from "../../src/cli/tables.ts";
import { writeTables } from "../../src/report/write-tables.ts";
import { Workshop } from "../support/model-run.ts";
import { runIn, scripted } from "../support/runs.ts";

const SEEDS = 50;
/** Past the third crisis, which parts the players; the months after it change nothing here. */
const HORIZON = 66;

describe("a gate between two runs", () => {
  const workshop = new Workshop();

  beforeAll(async () => {
    await play("good", 20_000_000, SEEDS);
    await play("bad", 5_000_000, SEEDS);
    await play("few", 20_000_000, 5);
    await play("other", 20_000_000, 5, { delay: false });
  });

  afterAll(() => {
    workshop.remove();
  });

  async function play(out: string, amountUsd: number, seeds: number, protocol: object = {}): Promise<void> {
    const cfo = scripted("raise-always", { label: "cfo", params: { instrument: "equity", amountUsd } });
    await runIn(workshop.path(out), {
      players: [cfo],
      seeds: Array.from({ length: seeds }, (_, seed) => seed),
      protocol: { horizon: HORIZON, ...protocol },
    });
    await writeTables(workshop.path(out), resultsOf([workshop.path(out)]));
  }

  async function gate(run: string, baseline: string, ...flags: string[]) {
    const finished = await workshop.arena("gate", run, "--baseline", baseline, "--junit", "reports/gate.xml", ...flags);
    return { ...finished, xml: finished.code === 1 ? "" : workshop.read("reports", "gate.xml") };
  }

  it("passes an identical run over 50 seeds, against its folder and against its trials.csv", async () => {
    for (const baseline of ["good", "good/trials.csv"]) {
      const { code, stdout, xml } = await gate("good", baseline);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(/a fall of \d+\.\d points or more would be seen/);
      expect(xml).toContain('failures="0" errors="0"');
    }
  });

  it("fails the same label played with 5M instead of 20M", async () => {
    const { code, stdout, xml } = await gate("bad", "good", "--metric", "score");
    expect(code).toBe(2);
    expect(stdout).toContain("its settings or model are not those of the baseline");
    expect(xml).toContain('failures="1" errors="0"');
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

  it("lets pass what got better, and adds its table to the step summary of GitHub Actions", async () => {
    const env = { GITHUB_STEP_SUMMARY: workshop.path("summary.md") };
    const better = await workshop.startWith(env, "gate", "good", "--baseline", "bad").finished;
    expect(better).toMatchObject({ code: 0 });
    expect(workshop.read("summary.md")).toContain("## Gate: passed");
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
    expect(workshop.read("bad", "causes.csv").trimEnd().split("\n")).toHaveLength(SEEDS + 1);
    expect(workshop.read("bad", "causes.md")).toContain("## Trials to look at");
    expect(workshop.read("bad", "intervals.md")).toContain(`${SEEDS} / ${SEEDS}`);
  });
});
