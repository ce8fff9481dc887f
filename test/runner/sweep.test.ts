import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Player, playerSchema } from "../../src/config/player.ts";
import { type Sweep, sweepSchema } from "../../src/config/sweep.ts";
import { PAPER_PROTOCOL, type Protocol } from "../../src/env/protocol.ts";
import { createRunFolder, writeManifest } from "../../src/record/run-folder.ts";
import { writeSweepPlan } from "../../src/record/sweep-folder.ts";
import type { Amount } from "../../src/runner/budget.ts";
import type { RunSummary } from "../../src/runner/run-request.ts";
import { planSweep, playSweep } from "../../src/runner/sweep.ts";
import { line, manifest } from "../report/sample-runs.ts";
import { runIn } from "../support/runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const never = playerSchema.parse({ label: "never", framework: "scripted", policy: "never-raise" });
const low = playerSchema.parse({ label: "low", framework: "scripted", policy: "raise-when-low" });

function sweepOf(file: object): Sweep {
  return sweepSchema.parse({ name: "s", ...file });
}

function plan(file: object, players: readonly Player[] = [never, low], protocol: Partial<Protocol> = {}) {
  return planSweep({ sweep: sweepOf(file), players, protocol, folder: "out" });
}

describe("the plan", () => {
  test("is one run folder a setting, the base first", () => {
    const settings = plan({ settings: [{ protocol: { delay: false } }] });
    expect(settings.map(({ name, folder }) => [name, folder])).toEqual([
      ["base", "out/base"],
      ["no-delay", "out/no-delay"],
    ]);
    expect(settings[1]?.protocol).toEqual({ ...PAPER_PROTOCOL, delay: false });
    expect(settings[1]?.players).toEqual([never, low]);
  });

  test("a setting that is the base again is not played again", () => {
    const [, again] = plan({ settings: [{ protocol: { toolBudget: 20 } }] });
    expect(again).toMatchObject({ name: "tool-budget-20", sameAs: "base", folder: "out/base" });
  });

  test("the sweep's base changes every setting", () => {
    const [base, setting] = plan({ base: { protocol: { noise: false } }, settings: [{ protocol: { delay: false } }] });
    expect(base?.protocol).toMatchObject({ noise: false, delay: true });
    expect(setting?.protocol).toMatchObject({ noise: false, delay: false });
  });

  test("what the command line says goes before the sweep's base, and a setting before both", () => {
    const file = { base: { protocol: { horizon: 60, noise: false } }, settings: [{ protocol: { horizon: 12 } }] };
    const [base, setting] = plan(file, [never], { horizon: 24 });
    expect(base?.protocol).toEqual({ ...PAPER_PROTOCOL, horizon: 24, noise: false });
    expect(setting?.protocol).toMatchObject({ horizon: 12, noise: false });
  });

  test("a change of players alone leaves out those it does not change", () => {
    const [, setting] = plan({ settings: [{ player: { params: { belowCashUsd: 2e7 } } }] });
    expect(setting?.players).toMatchObject([{ label: "low", params: { belowCashUsd: 2e7 } }]);
  });

  test("a change of rules and players keeps everybody", () => {
    const [, setting] = plan({ settings: [{ protocol: { delay: false }, player: { params: { belowCashUsd: 2e7 } } }] });
    expect(setting?.players.map(({ label }) => label)).toEqual(["never", "low"]);
  });

  test("a field that nobody has is an error", () => {
    expect(() => plan({ settings: [{ player: { memory: { policy: "full" } } }] })).toThrow(
      'setting "memory-policy-full" changes memory, which no player of the sweep has',
    );
  });
});

describe("the play", () => {
  const nothing: Amount = { usd: 0, tokens: 0 };
  const done: RunSummary = {
    ...{ folder: "f", planned: 1, lines: [], suspended: 0, stop: null, stoppedPlayers: [] },
    spent: nothing,
  };
  const stopped: RunSummary = { ...done, stop: { kind: "interrupted", reason: "interrupted" } };
  const settings = plan({
    settings: [{ protocol: { toolBudget: 20 } }, { protocol: { delay: false } }, { protocol: { noise: false } }],
  });
  const own = settings.filter(({ sameAs }) => sameAs === null).map((setting) => ({ setting }));

  test("goes through the settings in order and ends with the first that is stopped", async () => {
    const whole = await playSweep(settings, own, () => Promise.resolve(done));
    expect([...whole.keys()]).toEqual(["base", "no-delay", "no-noise"]);
    const part = await playSweep(settings, own, ({ setting }) =>
      Promise.resolve(setting.name === "no-delay" ? stopped : done),
    );
    expect([...part]).toEqual([
      ["base", done],
      ["no-delay", stopped],
    ]);
  });

  test("tells each setting what all the others have spent, in earlier sessions too", async () => {
    const folder = temporaryFolder();
    const inFolder = own.map(({ setting }) => ({ setting: { ...setting, folder: join(folder, setting.name) } }));
    const usage = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null };
    const used = { turns: 1, usage: { ...usage, inputTokens: 70, outputTokens: 30, costUsd: 5 } };
    for (const { setting } of inFolder) {
      createRunFolder(setting.folder);
      writeManifest(setting.folder, manifest([]));
      writeFileSync(join(setting.folder, "trials.jsonl"), `${JSON.stringify(line({}, used))}\n`);
    }
    const told: Amount[] = [];
    await playSweep(
      inFolder.map(({ setting }) => setting),
      inFolder,
      (_one, spentElsewhere) => {
        told.push(spentElsewhere);
        // What a run has spent in all: its records, and two dollars now.
        return Promise.resolve({ ...done, spent: { usd: 7, tokens: 150 } });
      },
    );
    expect(told).toEqual([
      { usd: 10, tokens: 200 },
      { usd: 12, tokens: 250 },
      { usd: 14, tokens: 300 },
    ]);
  });
});

test("a run is not played into a sweep's own folder", async () => {
  const folder = temporaryFolder();
  writeSweepPlan(folder, { name: "s", about: null, settings: [{ name: "base", changes: "", sameAs: null }] });
  await expect(runIn(folder)).rejects.toThrow(/holds a sweep/);
  expect(readdirSync(folder)).toEqual(["plan.json"]);
});
