import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changePlayer } from "../../src/config/change-player.ts";
import { packageRoot } from "../../src/config/data.ts";
import { type Player, playerSchema } from "../../src/config/player.ts";
import { settingName } from "../../src/config/setting-name.ts";
import { expandSweep, loadSweep, sweepSchema } from "../../src/config/sweep.ts";
import { parseYaml } from "../../src/config/yaml.ts";

function parse(text: string) {
  return parseYaml(text, "sweep.yaml", sweepSchema);
}

const FOLDER = join(packageRoot(), "configs/sweeps");

test.each(readdirSync(FOLDER))("the package's own %s is valid", (name) => {
  expect(expandSweep(loadSweep(join(FOLDER, name)))[0]?.name).toBe("base");
});

test("the paper's Figure 3 takes one constraint away at a time, and has five budgets", () => {
  const settings = expandSweep(loadSweep(join(FOLDER, "paper-figure3.yaml")));
  const budgets = [5, 10, 15, 20, 25].map((toolBudget) => ({ toolBudget }));
  expect(settings.map(({ protocol }) => protocol)).toEqual([
    {},
    { delay: false },
    { noise: false },
    { exclusivity: false },
    ...budgets,
  ]);
});

describe("expansion", () => {
  test("a list keeps its order and its names; a grid goes in the order of the protocol's fields", () => {
    const sweep = parse(`
name: both
settings:
  - { name: quiet, protocol: { noise: false, delay: false } }
  - protocol: { ruleset: hardened }
grid:
  protocol: { toolBudget: [5, 10], delay: [true, false] }
  player: { memory: [{ policy: full }] }
`);
    expect(expandSweep(sweep).map(({ name }) => name)).toEqual([
      "base",
      "quiet",
      "ruleset-hardened",
      "delay_tool-budget-5_memory-policy-full",
      "delay_tool-budget-10_memory-policy-full",
      "no-delay_tool-budget-5_memory-policy-full",
      "no-delay_tool-budget-10_memory-policy-full",
    ]);
    expect(expandSweep(sweep)).toEqual(expandSweep(sweep));
  });

  test("two settings of one name are refused", () => {
    const sweep = parse(
      "name: x\nsettings:\n  - protocol: { noise: false }\n  - { name: no-noise, protocol: { delay: false } }\n",
    );
    expect(() => expandSweep(sweep)).toThrow('two settings of the sweep are named "no-noise"');
  });

  test.each<[protocol: object, player: object, name: string]>([
    [{ toolBudget: 5 }, {}, "tool-budget-5"],
    [{ delay: false, noise: true }, {}, "no-delay_noise"],
    [{}, { memory: { policy: "window", months: 6 } }, "memory-policy-window-months-6"],
    [{}, { sampling: { temperature: 0.7 } }, "sampling-temperature-0.7"],
    [{}, { prompt: "Ünusual / name" }, "prompt-nusual-name"],
    [{}, { prompt: { addition: "A text ".repeat(50) } }, "prompt-addition-a-text-a-text-a-text-a-text-a-te-5f7487"],
    [{}, {}, "unchanged"],
  ])("%j and %j are called %s", (protocol, player, name) => {
    expect(settingName({ ...protocol }, { ...player })).toBe(name);
  });
});

describe("what is wrong is told with its place", () => {
  test.each<[what: string, text: string, message: string]>([
    [
      "an unknown rule",
      "name: x\nsettings:\n  - protocol: { dealy: false }\n",
      "sweep.yaml:3:17: settings[0].protocol: unknown key 'dealy'",
    ],
    [
      "a bad value",
      "name: x\nsettings:\n  - protocol: { toolBudget: many }\n",
      "sweep.yaml:3:29: settings[0].protocol.toolBudget: expected a number",
    ],
    ["a bad value in a grid", "name: x\ngrid:\n  protocol: { ruleset: [paper, harsh] }\n", "sweep.yaml:3:32: "],
    [
      "a label as a field",
      "name: x\nsettings:\n  - player: { label: y }\n",
      "sweep.yaml:3:15: the key 'label' is not allowed",
    ],
    ["neither list nor grid", "name: x\n", "sweep.yaml:1:1: a sweep needs 'settings' (a list) or a 'grid'"],
    ["a name that is no folder", "name: ../x\nsettings: [{}]\n", "sweep.yaml:1:7: name: must be lower-case letters"],
    [
      "an unknown key",
      "name: x\nsettings: [{}]\nmodel: y\n",
      "sweep.yaml:3:1: unknown key 'model'; did you mean 'models'?",
    ],
  ])("%s", (_what, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe("a changed player", () => {
  const low = playerSchema.parse({
    label: "low",
    framework: "scripted",
    policy: "raise-when-low",
    params: { amountUsd: 2e7 },
  });
  const model = playerSchema.parse({
    label: "model",
    framework: "react",
    provider: "openai-chat",
    model: "m",
    memory: { policy: "window", months: 6 },
  });

  test("a mapping is merged key by key", () => {
    expect(changePlayer(low, { params: { amountUsd: 5e6 } })).toMatchObject({
      params: { amountUsd: 5e6, belowCashUsd: 1.5e7 },
    });
  });

  test("where the merged one is not valid, the new mapping takes the old one's place", () => {
    expect(changePlayer(model, { memory: { policy: "full" } })).toMatchObject({
      label: "model",
      memory: { policy: "full" },
    });
  });

  test.each<[what: string, player: Player, change: Record<string, unknown>]>([
    ["a scripted player has no memory", low, { memory: { policy: "full" } }],
    [
      "a player that never raises has no amount",
      playerSchema.parse({ label: "n", framework: "scripted", policy: "never-raise" }),
      { params: { amountUsd: 1 } },
    ],
  ])("%s", (_what, player, change) => {
    expect(changePlayer(player, change)).toBeNull();
  });

  test("a field it has with a value it cannot have is an error", () => {
    expect(() => changePlayer(low, { params: { amountUsd: "much" } })).toThrow(
      "player \"low\": params.amountUsd: expected a number, found the text 'much'",
    );
  });
});
