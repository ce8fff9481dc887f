// `arena sweep` as a user types it: plan, play, stop, go on, report, prove.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDLESS_MS, pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";
import type { Finished } from "../support/program.ts";

const SWEEP = `
name: short
about: Two constraints.
seeds: 2
base: { protocol: { horizon: 40 } }
settings:
  - protocol: { delay: false }
  - protocol: { toolBudget: 20 }
  - { name: five, player: { params: { amountUsd: 5000000 } } }
`;

const OWN = ["plan.json", "sweep.csv", "sweep.json", "sweep.md"];
const FIGURES = ["months", "score", "survival"].map((measure) => `ablation-${measure}.svg`);

const shop = new Workshop();
let models: string[] = [];
let whole: Finished;

/** `arena sweep short.yaml` into a folder. */
function sweep(out: string, ...more: readonly string[]): string[] {
  return ["sweep", "short.yaml", "--models", ...models, "--workers", "1", "--out", out, ...more];
}

/** The text of every file of a sweep that is made from its records, by path. */
function derived(folder: string): Record<string, string> {
  const names = readdirSync(shop.path(folder), { recursive: true }) as string[];
  const made = names.filter((name) => /sweep\.\w+$|\.svg$|table1\.\w+$|trials\.csv$/.test(name)).sort();
  return Object.fromEntries(made.map((name) => [name, shop.read(folder, name)]));
}

beforeAll(async () => {
  writeFileSync(shop.path("short.yaml"), SWEEP);
  models = ["never-raise", "raise-when-low"].map((policy) => pacedPlayer(shop, policy, 0));
  whole = await shop.arena(...sweep("out"));
});

afterAll(() => {
  shop.remove();
});

describe("a sweep", () => {
  it("says what is to come, prints one table a setting and the differences, and ends well", () => {
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.stderr).toMatch(/^Sweep out: 3 settings, 10 trials to play\nSetting base \(1 of 3\)\n/);
    for (const name of ["base", "no-delay", "five"]) expect(whole.stdout).toContain(`Setting ${name}\n`);
    expect(whole.stdout).toContain("tool-budget-20: the same as base");
    expect(whole.stdout).toContain("no-delay (delay false)");
    expect(whole.stdout).toContain("mean over players");
    expect(whole.stderr).toContain("3 of 3 settings done, 10 of 10 trials scored; results in out");
  });

  it("leaves a folder of runs, its own files and its figures", () => {
    expect(readdirSync(shop.path("out")).sort()).toEqual(["base", "figures", "five", "no-delay", ...OWN].sort());
    expect(readdirSync(shop.path("out", "figures")).sort()).toEqual(FIGURES);
    expect(existsSync(shop.path("out", "no-delay", "table1.md"))).toBe(true);
    expect(shop.read("out", "sweep.md")).toContain("# Sweep short");
  });

  it("moves a player that never raises by exactly nothing when delay is off", () => {
    const lines = shop.read("out", "sweep.csv").trimEnd().split("\n");
    const [header = [], ...rows] = lines.map((text) => text.split(","));
    const found = rows.filter(
      (row) => row[header.indexOf("setting")] === "no-delay" && row[header.indexOf("model")] === "never-raise",
    );
    expect(found.map((row) => Number(row[header.indexOf("difference")]))).toEqual([0, 0, 0, 0]);
    expect(found.map((row) => Number(row[header.indexOf("pairs")]))).toEqual([2, 2, 2, 2]);
  });

  it("plays only the changed player where only players change", () => {
    expect(shop.read("out", "five", "trials.jsonl").trimEnd().split("\n")).toHaveLength(2);
    expect(shop.read("out", "five", "manifest.json")).toContain('"amountUsd": 5000000');
  });

  it("goes on where it stopped: again is nothing to do, and the same files", async () => {
    const before = derived("out");
    const again = await shop.arena(...sweep("out", "--json"));
    expect(again.code).toBe(0);
    const events = again.stdout
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as { event: string; todo?: number });
    expect(events[0]).toMatchObject({ event: "plan", folder: "out", planned: 10, todo: 0, usd: { low: 0, high: 0 } });
    expect(events.filter(({ event }) => event === "opened").map(({ todo }) => todo)).toEqual([0, 0, 0]);
    expect(events.at(-1)).toMatchObject({ event: "done", folder: "out" });
    expect(derived("out")).toEqual(before);
  });

  it("that is killed is reported as far as it came, and the same command brings it to the same end", async () => {
    const base = await shop.arena(...sweep("killed", "--only", "setting=base", "--quiet"));
    expect(base.stderr).toBe("1 of 3 settings done, 4 of 10 trials scored; results in killed\n");
    pacedPlayer(shop, "raise-when-low", ENDLESS_MS);
    const running = shop.start(...sweep("killed"));
    const lines = shop.path("killed", "no-delay", "trials.jsonl");
    await running.until(() => existsSync(lines) && readFileSync(lines, "utf8").split("\n").length === 3);
    running.child.kill("SIGKILL");
    await running.finished;
    const report = await shop.arena("report", "killed");
    expect(report, report.stderr).toMatchObject({ code: 0 });
    expect(report.stdout).toContain("Not begun yet: five.");
    pacedPlayer(shop, "raise-when-low", 0);
    expect(await shop.arena(...sweep("killed", "--quiet"))).toMatchObject({ code: 0, stdout: "" });
    expect(derived("killed")).toEqual(derived("out"));
  });

  it("stops at a cap of time with code 4, and the next settings wait", async () => {
    pacedPlayer(shop, "never-raise", ENDLESS_MS);
    const capped = await shop.arena(...sweep("slow", "--max-minutes", "0.02", "--quiet"));
    pacedPlayer(shop, "never-raise", 0);
    expect(capped.code).toBe(4);
    expect(capped.stderr).toMatch(/^0 of 3 settings done, .*--max-minutes 0.02 reached\): the same command goes on/);
    expect(readdirSync(shop.path("slow")).sort()).toEqual(["base", ...OWN]);
  });
});

describe("arena report and arena verify of a sweep", () => {
  it("make again from the records alone what it wrote, and prove it", async () => {
    const before = derived("out");
    for (const name of Object.keys(before)) rmSync(shop.path("out", name));
    const report = await shop.arena("report", "out");
    expect(report, report.stderr).toMatchObject({ code: 0 });
    expect(whole.stdout.trim()).toBe(report.stdout.trim());
    expect(derived("out")).toEqual(before);
    const verified = await shop.arena("verify", "out");
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout).toMatch(
      /^out\/base: 4 trials, .*\nout\/no-delay: 4 .*\nout\/five: 2 .*\nout: 3 of 3 runs verified\n$/,
    );
  });

  it("name the run that was changed, or the sweep's own file, with code 2", async () => {
    cpSync(shop.path("out"), shop.path("changed"), { recursive: true });
    const table = shop.path("changed", "sweep.csv");
    writeFileSync(table, readFileSync(table, "utf8").replace("never-raise", "always-raise"));
    const own = await shop.arena("verify", "changed");
    expect(own.code).toBe(2);
    expect(own.stdout).toMatch(/^sweep.csv: line \d+ is not what the records give; arena report changed /m);
    const record = shop.path("changed", "no-delay", "trials", "never-raise-s1-r0.jsonl");
    writeFileSync(
      record,
      readFileSync(record, "utf8").replace(/("event":"month","month":9,.*?"stateHash":").(.)/, "$1#$2"),
    );
    const changed = await shop.arena("verify", "changed", "--json");
    expect(changed.code).toBe(2);
    const { runs } = JSON.parse(changed.stdout) as { runs: { folder: string; differences: object[] }[] };
    expect(runs.map(({ folder, differences }) => [folder, differences.length])).toEqual([
      ["changed/base", 0],
      ["changed/no-delay", 1],
      ["changed/five", 0],
    ]);
  });

  it.each([
    [["report", "none"], "none is not a run or a sweep: it has no manifest.json and no plan.json"],
    [["causes", "out"], "out is a sweep, not a run\nhint: Name one of its runs: out/base, out/five, out/no-delay."],
  ])("are refused a folder that is neither: %j", async (words, message) => {
    const refused = await shop.arena(...words);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(message);
  });
});

it("a sweep's plan is printed without playing", async () => {
  const words = ["--models", ...models, "--seeds", "0-9", "--dry-run"];
  const plan = await shop.arena("sweep", "configs/sweeps/paper-figure3.yaml", ...words);
  expect(plan.code).toBe(0);
  const lines = plan.stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines[1]).toMatch(/^no-delay: protocol [0-9a-f]{16}, 2 players, 20 trials$/);
  expect(lines).toContain("tool-budget-20: the same as base, not played twice");
  expect(lines.at(-1)).toBe("total: 160 trials to play");
  expect(plan.stderr).toMatch(/^Folder: results\/paper-figure3-[0-9a-f]{8}\n$/);
  expect(existsSync(shop.path("results"))).toBe(false);
});
