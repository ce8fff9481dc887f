// `arena sweep` as a user types it: plan, play, resume, files.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/config/data.ts";
import { Workshop } from "../support/model-run.ts";

const LOW = `${packageRoot()}/configs/raise-when-low.yaml`;
const NEVER = `${packageRoot()}/configs/never-raise.yaml`;

const SWEEP = `
name: short
about: Two constraints.
seeds: 3
settings:
  - protocol: { delay: false }
  - protocol: { toolBudget: 20 }
  - { name: five, player: { params: { amountUsd: 5000000 } } }
`;

describe("a sweep", () => {
  const workshop = new Workshop();
  let run: Awaited<ReturnType<Workshop["arena"]>>;
  const words = ["sweep", "short.yaml", "--models", NEVER, LOW, "--out", "out", "--workers", "1"];

  beforeAll(async () => {
    writeFileSync(workshop.path("short.yaml"), SWEEP);
    run = await workshop.arena(...words);
  }, 60_000);

  afterAll(() => {
    workshop.remove();
  });

  it("prints one table a setting, the differences, and ends well", () => {
    expect(run).toMatchObject({ code: 0 });
    for (const name of ["base", "no-delay", "five"]) expect(run.stdout).toContain(`Setting ${name}\n`);
    expect(run.stdout).toContain("tool-budget-20: the same as base");
    expect(run.stdout).toContain("no-delay (delay false)");
    expect(run.stdout).toContain("mean over players");
    expect(run.stderr).toContain("3 of 3 settings, 15 of 15 trials scored; results in out");
  });

  it("leaves a folder of runs and its own three files", () => {
    expect(readdirSync(workshop.path("out")).sort()).toEqual([
      "base",
      "five",
      "no-delay",
      "sweep.csv",
      "sweep.json",
      "sweep.md",
    ]);
    expect(existsSync(workshop.path("out", "no-delay", "table1.md"))).toBe(true);
    expect(workshop.read("out", "sweep.md")).toContain("# Sweep short");
  });

  it("moves a player that never raises by exactly nothing when delay is off", () => {
    const lines = workshop
      .read("out", "sweep.csv")
      .trimEnd()
      .split("\n")
      .map((text) => text.split(","));
    const [header = [], ...rows] = lines;
    const found = rows.filter(
      (row) => row[header.indexOf("setting")] === "no-delay" && row[header.indexOf("model")] === "never-raise",
    );
    expect(found.map((row) => Number(row[header.indexOf("difference")]))).toEqual([0, 0, 0, 0]);
    expect(found.map((row) => Number(row[header.indexOf("pairs")]))).toEqual([3, 3, 3, 3]);
  });

  it("plays only the changed player where only players change", () => {
    expect(workshop.read("out", "five", "trials.jsonl").trimEnd().split("\n")).toHaveLength(3);
    expect(workshop.read("out", "five", "manifest.json")).toContain('"amountUsd": 5000000');
  });

  it("goes on where it stopped: again is nothing to do, and the same files", async () => {
    const files = ["sweep.csv", "sweep.json", "sweep.md"].map((name) => workshop.read("out", name));
    const again = await workshop.arena(...words, "--json");
    expect(again.code).toBe(0);
    const events = again.stdout
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as { event: string; todo?: number });
    expect(events.filter(({ event }) => event === "opened").map(({ todo }) => todo)).toEqual([0, 0, 0]);
    expect(events.at(-1)).toMatchObject({ event: "done", folder: "out" });
    expect(["sweep.csv", "sweep.json", "sweep.md"].map((name) => workshop.read("out", name))).toEqual(files);
  }, 60_000);

  it("plans without playing", async () => {
    const plan = await workshop.arena(
      "sweep",
      "configs/sweeps/paper-figure3.yaml",
      "--models",
      LOW,
      "--seeds",
      "0-9",
      "--dry-run",
    );
    expect(plan.code).toBe(0);
    expect(plan.stdout.trimEnd().split("\n")).toHaveLength(9);
    expect(plan.stdout).toMatch(/no-delay: protocol [0-9a-f]{16}, 1 players, 10 trials/);
    expect(plan.stderr).toMatch(/Folder: results\/paper-figure3-[0-9a-f]{8}; 80 trials/);
    expect(existsSync(workshop.path("results"))).toBe(false);
  });

  it("stops at a cap of time with code 4, and the next settings wait", async () => {
    writeFileSync(workshop.path("slow.yaml"), "label: slow\nframework: scripted\npolicy: never-raise\npaceMs: 200\n");
    const capped = await workshop.arena(
      "sweep",
      "short.yaml",
      "--models",
      "slow.yaml",
      LOW,
      "--out",
      "slow",
      "--max-minutes",
      "0.02",
      "--quiet",
    );
    expect(capped.code).toBe(4);
    expect(capped.stderr).toContain("1 of 3 settings");
    expect(readdirSync(workshop.path("slow")).sort()).toEqual(["base", "sweep.csv", "sweep.json", "sweep.md"]);
  }, 60_000);
});
