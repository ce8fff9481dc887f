// The paper's Figure 3 on the scripted players and 100 seeds: what each constraint does, as `arena sweep` tells it.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/config/data.ts";
import { FIGURES, type Figure } from "../../src/report/scored-trials.ts";
import type { Delta, PlayerDeltas } from "../../src/report/sweep.ts";
import { Workshop } from "../support/model-run.ts";

interface Written {
  readonly settings: readonly {
    readonly name: string;
    readonly players: readonly PlayerDeltas[];
    readonly allPlayers: PlayerDeltas | null;
  }[];
}

const CONFIGS = join(packageRoot(), "configs");
const UNMOVED = ["no-exclusivity", "tool-budget-5", "tool-budget-10", "tool-budget-15", "tool-budget-25"];
const MINUTES = 60_000;

const workshop = new Workshop();
let sweep: Written;

beforeAll(async () => {
  const file = join(CONFIGS, "sweeps/paper-figure3.yaml");
  const run = await workshop.arena(
    "sweep",
    file,
    "--models",
    join(CONFIGS, "*.yaml"),
    "--seeds",
    "0-99",
    "--out",
    "out",
  );
  expect(run).toMatchObject({ code: 0 });
  sweep = JSON.parse(workshop.read("out", "sweep.json")) as Written;
  const folder = process.env["ARENA_EVIDENCE_DIR"];
  if (folder === undefined || folder === "") return;
  mkdirSync(folder, { recursive: true });
  copyFileSync(workshop.path("out", "sweep.md"), join(folder, "figure3.md"));
}, 30 * MINUTES);

afterAll(() => {
  workshop.remove();
});

function delta(setting: string, player: string | null, figure: Figure): Delta {
  const found = sweep.settings.find(({ name }) => name === setting);
  const row = player === null ? found?.allPlayers : found?.players.find(({ label }) => label === player);
  const one = row?.deltas.find((each) => each.figure === figure);
  if (one === undefined) throw new Error(`no ${figure} of ${player ?? "all players"} under ${setting}`);
  return one;
}

test("no delay lifts raise-when-low to at least 97 %", () => {
  expect(delta("no-delay", "raise-when-low", "survival").setting).toBeGreaterThanOrEqual(97);
});

test.each(UNMOVED)("%s moves raise-when-low by exactly nothing", (setting) => {
  for (const figure of FIGURES) {
    expect(delta(setting, "raise-when-low", figure).paired).toMatchObject({
      difference: 0,
      low: 0,
      high: 0,
      pairs: 100,
    });
  }
});

test.each(["no-delay", "no-noise", ...UNMOVED])("%s has an interval for attentive-cfo", (setting) => {
  for (const figure of FIGURES) {
    const { difference, low, high, pairs } = delta(setting, "attentive-cfo", figure).paired;
    expect(pairs).toBe(100);
    expect(low).toBeLessThanOrEqual(difference ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(difference ?? Number.NaN);
  }
});

test.each(FIGURES)("noise moves the mean over players less than delay: %s", (figure) => {
  const moved = (setting: string) => Math.abs(delta(setting, null, figure).paired.difference ?? Number.NaN);
  expect(moved("no-noise")).toBeLessThan(moved("no-delay"));
});
