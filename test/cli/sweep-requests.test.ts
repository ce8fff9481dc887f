// Which runs a sweep asks for, and what is refused before anything is begun.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepPlanText } from "../../src/cli/sweep-plan-text.ts";
import { requestedSweep, type SweepFlags } from "../../src/cli/sweep-requests.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { createRunFolder, writeManifest } from "../../src/record/run-folder.ts";
import { writeSweepPlan } from "../../src/record/sweep-folder.ts";
import { estimateEach, totalEstimate } from "../../src/runner/cost-estimate.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const files = folderOfFile();
let out = "";

beforeAll(() => {
  const scripted = "category: S\nframework: scripted\npolicy: never-raise\n";
  const model = "category: M\nframework: react\nprovider: openai-compatible\nmodel: m\n";
  const endpoint = 'endpoint: { baseURL: "http://models.invalid/v1" }\nprices: { input: 1, output: 1 }\n';
  writeFileSync(join(files, "never.yaml"), `label: never\n${scripted}`);
  writeFileSync(join(files, "model.yaml"), `label: model\n${model}${endpoint}`);
  writeFileSync(
    join(files, "keyless.yaml"),
    `label: keyless\n${model}${endpoint.replace("}", ", apiKeyEnv: NO_SUCH_KEY }")}`,
  );
  writeFileSync(
    join(files, "sweep.yaml"),
    `name: s
seeds: 2
settings:
  - protocol: { delay: false }
  - protocol: { toolBudget: 20 }
  - { name: dearer, player: { prices: { input: 10, output: 10 } } }
`,
  );
});

beforeEach(() => {
  out = join(temporaryFolder(), "out");
});

function ask(flags: Partial<SweepFlags> = {}, protocol: Partial<Protocol> = {}) {
  const rest = { delay: true, noise: true, exclusivity: true, toolBudget: 20, horizon: 132, ruleset: "paper" } as const;
  const models = ["never.yaml", "model.yaml"].map((name) => join(files, name));
  const all: SweepFlags = { ...rest, models, out, workers: 1, ...flags };
  return requestedSweep({ file: join(files, "sweep.yaml"), flags: all, protocol, argv: [] });
}

function planOf(flags: Partial<SweepFlags> = {}): string[] {
  const requested = ask(flags);
  const settings = estimateEach(
    requested.chosen.map(({ request }) => request),
    join(files, "none"),
  );
  return sweepPlanText(requested, { settings, total: totalEstimate(settings, flags.maxCost) });
}

test("every setting has a run of its own but one that is the same as an earlier one", () => {
  const { requests, chosen } = ask();
  expect(requests.map(({ setting }) => setting.name)).toEqual(["base", "no-delay", "dearer"]);
  expect(chosen.map(({ request }) => request)).toEqual(requests.map(({ request }) => request));
  expect(ask()).toEqual(ask());
});

test("a model is paid for at the prices its setting gives it", () => {
  const [base, , dearer] = ask().chosen;
  expect(base?.request.models.get("model")?.prices).toMatchObject({ input: 1, output: 1 });
  expect(dearer?.request.models.get("model")?.prices).toMatchObject({ input: 10, output: 10 });
});

test.each<[only: string[], chosen: Record<string, string[]>]>([
  [["setting=no-delay"], { "no-delay": ["never", "model"] }],
  [["setting=tool-budget-20,seed=1"], { base: ["never", "model"] }],
  [["model=never"], { base: ["never"], "no-delay": ["never"] }],
  [["setting=dearer,model=model"], { dearer: ["model"] }],
])("--only %j leaves %j", (only, left) => {
  const chosen = ask({ only }).chosen.map(({ setting, request }) => [
    setting.name,
    request.only.models ?? request.players.map(({ label }) => label),
  ]);
  expect(Object.fromEntries(chosen)).toEqual(left);
});

describe("the plan", () => {
  test("has a line a setting, the total of all of them under their one cap, and what it rests on", () => {
    const [base, delay, same, dearer, total, , ...assumed] = planOf({ maxCost: 0.5 });
    const asked = String.raw`[\d,.kM]+ to [\d,.kM]+ requests, .* tokens; \$[\d,.]+ to \$[\d,.]+`;
    expect(base).toMatch(new RegExp(`^base: protocol [0-9a-f]{16}, 2 players, 4 trials; ${asked}$`));
    expect(delay).toMatch(new RegExp(`^no-delay: .*${asked}$`));
    expect(same).toBe("tool-budget-20: the same as base, not played twice");
    expect(dearer).toMatch(new RegExp(`^dearer: protocol [0-9a-f]{16}, 1 player, 2 trials; ${asked}$`));
    expect(total).toMatch(/^total: 10 trials to play; .* tokens; \$0\.50, capped at \$0\.50$/);
    expect(assumed[0]).toBe("Assumed where nothing was measured:");
  });

  test("says once who cannot be played", () => {
    const lines = planOf({ models: ["never.yaml", "model.yaml", "keyless.yaml"].map((name) => join(files, name)) });
    const blocked = lines.filter((text) => text.includes("cannot be played"));
    expect(blocked).toEqual([
      expect.stringMatching(/^keyless: cannot be played: .*keyless.yaml: .*NO_SUCH_KEY is not set/),
    ]);
  });
});

describe("nothing is begun where", () => {
  test.each<[what: string, flags: Partial<SweepFlags>, words: RegExp]>([
    ["a setting is misspelt", { only: ["setting=no-dlay"] }, /no setting called "no-dlay"; did you mean 'no-delay'/],
    ["a player is unknown", { only: ["model=nevr"] }, /no player is called "nevr"; did you mean 'never'/],
    ["nothing is left", { only: ["model=never,setting=dearer"] }, /leaves nothing: never does not play under dearer/],
    ["a seed is not asked for", { only: ["seed=7"] }, /seed 7 is not among the seeds/],
  ])("%s", (_what, flags, words) => {
    expect(() => ask(flags)).toThrow(words);
    expect(existsSync(out)).toBe(false);
  });

  test("no model has its key", () => {
    expect(() => ask({ models: [join(files, "keyless.yaml")] })).toThrow(
      /keyless.yaml: endpoint.apiKeyEnv: NO_SUCH_KEY/,
    );
  });

  test("the folder of a later setting holds another run", () => {
    const { manifest } = ask().requests[1] ?? {};
    if (manifest === undefined) throw new Error("the sweep has a second setting");
    createRunFolder(join(out, "no-delay"));
    writeManifest(join(out, "no-delay"), manifest);
    expect(() => ask()).not.toThrow();
    expect(() => ask({}, { horizon: 12 })).toThrow(
      /no-delay holds another run:\n {2}protocol horizon: 132 there, 12 asked/,
    );
  });

  test("the folder is a run, or another sweep's", () => {
    const [first] = ask().requests;
    if (first === undefined) throw new Error("the sweep has a base");
    createRunFolder(out);
    writeManifest(out, first.manifest);
    expect(() => ask()).toThrow(/out holds a run, and a sweep is a folder of runs/);
    const other = join(temporaryFolder(), "other");
    mkdirSync(other);
    writeSweepPlan(other, { name: "o", about: null, settings: [{ name: "base", changes: "", sameAs: null }] });
    expect(() => ask({ out: other })).toThrow(/other holds another sweep, o/);
  });
});
