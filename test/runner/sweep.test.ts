import { describe, expect, test } from "vitest";
import { type Player, playerSchema } from "../../src/config/player.ts";
import { type Sweep, sweepSchema } from "../../src/config/sweep.ts";
import { PAPER_PROTOCOL } from "../../src/env/protocol.ts";
import type { RunSummary } from "../../src/runner/run-request.ts";
import { planSweep, playSweep } from "../../src/runner/sweep.ts";

const never = playerSchema.parse({ label: "never", framework: "scripted", policy: "never-raise" });
const low = playerSchema.parse({ label: "low", framework: "scripted", policy: "raise-when-low" });

function sweepOf(file: object): Sweep {
  return sweepSchema.parse({ name: "s", ...file });
}

function plan(file: object, players: readonly Player[] = [never, low]) {
  return planSweep({ sweep: sweepOf(file), players, protocol: PAPER_PROTOCOL, folder: "out" });
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
  const done: RunSummary = { folder: "f", planned: 1, lines: [], suspended: 0, stop: null, stoppedPlayers: [] };
  const stopped: RunSummary = { ...done, stop: { kind: "interrupted", reason: "interrupted" } };
  const settings = plan({
    settings: [{ protocol: { toolBudget: 20 } }, { protocol: { delay: false } }, { protocol: { noise: false } }],
  });

  test("goes through the settings in order and plays none twice", async () => {
    const played: string[] = [];
    const { runs, stop } = await playSweep(settings, ({ name }) => {
      played.push(name);
      return Promise.resolve(done);
    });
    expect(played).toEqual(["base", "no-delay", "no-noise"]);
    expect([...runs.keys()]).toEqual(["base", "tool-budget-20", "no-delay", "no-noise"]);
    expect(stop).toBeNull();
  });

  test("ends with the first that is stopped", async () => {
    const { runs, stop } = await playSweep(settings, ({ name }) =>
      Promise.resolve(name === "no-delay" ? stopped : done),
    );
    expect([...runs.keys()]).toEqual(["base", "tool-budget-20", "no-delay"]);
    expect(stop).toEqual(stopped.stop);
  });
});
