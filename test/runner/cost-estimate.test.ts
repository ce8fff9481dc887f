// What a run is expected to ask for and cost: stated guesses at first, then what finished trials used.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Player, playerSchema } from "../../src/config/player.ts";
import { PAPER_PROTOCOL } from "../../src/env/protocol.ts";
import type { Prices } from "../../src/llm/prices.ts";
import { RECORD_FORMAT } from "../../src/record/format.ts";
import { writeSweepPlan } from "../../src/record/sweep-folder.ts";
import type { TrialLine, TrialResult } from "../../src/record/trial-line.ts";
import { type CostEstimate, estimateCost, estimateEach, totalEstimate } from "../../src/runner/cost-estimate.ts";
import { planTrials } from "../../src/runner/plan.ts";
import type { RunRequest } from "../../src/runner/run-request.ts";
import { playerStamp } from "../../src/runner/stamps.ts";
import { bankrupt, line, manifest } from "../report/sample-runs.ts";

const RATES: Prices = { input: 1, cachedInput: 0.1, output: 10, tiers: [] };

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "arena-cost-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function model(fields: Readonly<Record<string, unknown>> = {}): Player {
  const endpoint = { baseURL: "http://models.invalid/v1" };
  const rest = { category: "Mock", framework: "react", provider: "openai-compatible", model: "m", endpoint };
  return playerSchema.parse({ label: "M", ...rest, ...fields });
}

const SCRIPTED = playerSchema.parse({ label: "S", category: "Scripted", framework: "scripted", policy: "never-raise" });

function request(
  players: readonly Player[],
  prices: Prices | null = RATES,
  more: Partial<RunRequest> = {},
): RunRequest {
  const ready = players.filter(({ framework }) => framework === "react");
  return {
    players,
    protocol: PAPER_PROTOCOL,
    seeds: [0, 1, 2, 3, 4],
    repeats: 1,
    folder: join(folder, "run"),
    shard: null,
    only: {},
    workers: 1,
    models: new Map(ready.map(({ label }) => [label, { apiKey: null, prices, endpoint: "e" }])),
    blocked: new Map(),
    caps: {},
    flags: [],
    ...more,
  };
}

function estimate(asked: RunRequest): CostEstimate {
  return estimateCost(asked, join(folder, "results"));
}

/** A finished trial of a player in a run of its own. */
function played(
  player: Player,
  results: readonly Partial<TrialResult>[],
  place = "results/earlier",
  horizon = 132,
): void {
  const run = join(folder, place);
  mkdirSync(join(run, "trials"), { recursive: true });
  const lines = results.map((result, seed): TrialLine => {
    const [trial] = planTrials({ players: [{ label: player.label, deterministic: false }], seeds: [seed], repeats: 1 });
    const told = line({ playerStamp: playerStamp(player) }, { servedModel: null, oddities: {}, ...result });
    return { ...told, format: RECORD_FORMAT, trial: trial ?? told.trial };
  });
  const told = { ...manifest([], { protocol: { horizon } }), format: RECORD_FORMAT };
  writeFileSync(join(run, "manifest.json"), JSON.stringify(told));
  writeFileSync(join(run, "trials.jsonl"), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

function used(turns: number, inputTokens: number, outputTokens: number): Partial<TrialResult> {
  const unknown = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null, costUsd: null };
  return { turns, usage: { inputTokens, outputTokens, ...unknown } };
}

describe("a run that nobody has measured", () => {
  it("is taken at 2 to 8 replies a month, over 30 months to the horizon", () => {
    const { requests, players } = estimate(request([model()]));
    expect(requests).toEqual({ low: 5 * 30 * 2, high: 5 * 132 * 8 });
    expect(players[0]?.basis).toEqual({ kind: "assumed" });
  });

  it("asks with a prompt of which the bytes are counted: about 2,000 tokens at least", () => {
    const { inputTokens, requests } = estimate(request([model()]));
    expect(inputTokens.low / requests.low).toBeGreaterThan(1900);
    expect(inputTokens.low / requests.low).toBeLessThan(2600);
    expect(inputTokens.high / requests.high).toBeGreaterThan(inputTokens.low / requests.low);
  });

  it("costs by its prices, from half a prompt cached to nothing cached", () => {
    const { lowUsd, highUsd, inputTokens, outputTokens } = estimate(request([model()]));
    expect(lowUsd).toBeCloseTo((inputTokens.low * (0.5 + 0.05) + outputTokens.low * 10) / 1e6, 4);
    expect(highUsd).toBeCloseTo((inputTokens.high + outputTokens.high * 10) / 1e6, 4);
  });

  it.each<[string, Readonly<Record<string, unknown>>, (more: CostEstimate, less: CostEstimate) => boolean]>([
    [
      "a longer memory asks for more",
      { memory: { policy: "full" } },
      (a, b) => a.inputTokens.high > 5 * b.inputTokens.high,
    ],
    [
      "a window for less than all",
      { memory: { policy: "window" } },
      (a, b) => a.inputTokens.high > 2 * b.inputTokens.high,
    ],
    [
      "thinking writes more",
      { sampling: { reasoning: { effort: "high" } } },
      (a, b) => a.outputTokens.low > 2 * b.outputTokens.low,
    ],
    [
      "short replies write less",
      { sampling: { maxOutputTokens: 10 } },
      (a, b) => a.outputTokens.high < b.outputTokens.high,
    ],
    ["few turns ask less often", { limits: { turnsPerMonth: 3 } }, (a, b) => a.requests.high < b.requests.high],
    ["a trial's cap holds", { limits: { trialCostUsd: 0.01 } }, (a) => a.highUsd === 0.05],
    ["the model's cap holds", { limits: { modelCostUsd: 0.01 } }, (a) => a.highUsd === 0.01],
  ])("%s", (_what, fields, holds) => {
    expect(holds(estimate(request([model(fields)])), estimate(request([model()])))).toBe(true);
  });

  it("is never dearer than the run's own cap", () => {
    expect(estimate(request([model()], RATES, { caps: { usd: 0.02 } }))).toMatchObject({ lowUsd: 0.02, highUsd: 0.02 });
  });

  it("is shorter under a shorter horizon, and counts only what its filters and its shard let through", () => {
    const protocol = { ...PAPER_PROTOCOL, horizon: 12 };
    expect(estimate(request([model()], RATES, { protocol })).requests).toEqual({ low: 5 * 24, high: 5 * 96 });
    expect(estimate(request([model()], RATES, { only: { seeds: [3] } })).players[0]?.trials).toBe(1);
    const shards = [1, 2].map(
      (index) => estimate(request([model()], RATES, { shard: [index, 2] })).players[0]?.trials ?? 0,
    );
    expect(shards.reduce((sum, count) => sum + count)).toBe(5);
  });
});

describe("what costs nothing", () => {
  it("is a player without a model", () => {
    expect(estimate(request([SCRIPTED]))).toMatchObject({ lowUsd: 0, highUsd: 0, unpriced: [], basis: ["no-model"] });
  });

  it("is a model that is free, whatever it asks for", () => {
    const free = estimate(request([model()], "free"));
    expect(free).toMatchObject({ lowUsd: 0, highUsd: 0, unpriced: [] });
    expect(free.requests.high).toBeGreaterThan(0);
  });

  it("is a model that cannot be played", () => {
    const blocked = estimate(request([model()], RATES, { models: new Map(), blocked: new Map([["M", "no key"]]) }));
    expect(blocked).toMatchObject({ highUsd: 0, requests: { low: 0, high: 0 }, unpriced: [] });
  });
});

it("a model of unknown prices costs an unknown amount, which no sum hides", () => {
  const known = model({ label: "K" });
  const asked = request([model(), known]);
  const models = new Map([...asked.models, ["M", { apiKey: null, prices: null, endpoint: "e" }]] as const);
  const { players, unpriced, highUsd } = estimate({ ...asked, models });
  expect(unpriced).toEqual(["M"]);
  expect(players[0]?.usd).toBeNull();
  expect(highUsd).toBe(players[1]?.usd?.high);
});

describe("a player that has been measured", () => {
  it("is expected to use what its trials used, from the cheapest to the dearest", () => {
    played(model(), [used(100, 1e6, 1e4), used(200, 2e6, 1e4), used(300, 3e6, 1e4)]);
    const { players, requests, inputTokens, lowUsd, highUsd } = estimate(request([model()]));
    expect(players[0]?.basis).toEqual({ kind: "measured", trials: 3 });
    expect(requests).toEqual({ low: 500, high: 1500 });
    expect(inputTokens).toEqual({ low: 5e6, high: 15e6 });
    expect(lowUsd).toBeCloseTo(5 * (1 + 0.1), 6);
    expect(highUsd).toBeCloseTo(5 * (3 + 0.1), 6);
  });

  it("is given a margin where there are few of them", () => {
    played(model(), [used(100, 1e6, 1e4)]);
    expect(estimate(request([model()])).requests).toEqual({ low: 250, high: 1000 });
  });

  it("is known by its stamp, not by its label", () => {
    played(model({ model: "other" }), [used(100, 1e6, 1e4)]);
    expect(estimate(request([model()])).basis).toEqual(["assumed"]);
    played(model({ label: "Another name" }), [used(100, 1e6, 1e4)]);
    expect(estimate(request([model()])).basis).toEqual(["measured"]);
  });

  it("costs the tier that its own prompts fall into", () => {
    const tiers = [{ aboveInputTokens: 5000, input: 3, output: 10 }];
    played(model(), [used(100, 1e6, 0), used(100, 1e6, 0), used(100, 1e6, 0)]);
    expect(estimate(request([model()], { ...RATES, tiers })).highUsd).toBeCloseTo(5 * 3, 6);
  });

  it("may live on where it survived a shorter horizon, and stops where a shorter one is asked for", () => {
    const survived = { months: 24, monthsActed: 24, ...used(24, 24_000, 0) };
    played(model(), [survived, survived, survived], "results/pilot", 24);
    expect(estimate(request([model()])).requests).toEqual({ low: 5 * 24, high: 5 * 132 });
    const protocol = { ...PAPER_PROTOCOL, horizon: 12 };
    expect(estimate(request([model()], RATES, { protocol })).requests).toEqual({ low: 5 * 12, high: 5 * 12 });
  });

  it("does not live on where it went bankrupt", () => {
    const dead = { ...bankrupt(23), ...used(24, 24_000, 0) };
    played(model(), [dead, dead, dead], "results/pilot", 36);
    expect(estimate(request([model()])).requests).toEqual({ low: 5 * 24, high: 5 * 24 });
  });

  it("teaches nothing where its tokens are unknown, or its run cannot be read", () => {
    played(model(), [{ turns: 9, usage: null }]);
    mkdirSync(join(folder, "results/broken"));
    writeFileSync(join(folder, "results/broken/manifest.json"), "{");
    expect(estimate(request([model()])).basis).toEqual(["assumed"]);
  });
});

it("finished trials of the folder itself are not played again", () => {
  played(model(), [used(100, 1e6, 1e4), used(100, 1e6, 1e4), used(100, 1e6, 1e4)], "run");
  const { players, requests } = estimate(request([model()]));
  expect(players[0]).toMatchObject({ trials: 2, basis: { kind: "measured", trials: 3 } });
  expect(requests).toEqual({ low: 200, high: 200 });
});

describe("several runs under one cap", () => {
  const results = () => join(folder, "results");

  it("are the sum of each, and never dearer than the cap", () => {
    const runs = [request([model()]), request([model()], RATES, { seeds: [0], folder: join(folder, "other") })];
    const [first, second] = estimateEach(runs, results());
    const { lowUsd, highUsd, requests } = totalEstimate(estimateEach(runs, results()), undefined);
    expect(lowUsd).toBeCloseTo((first?.lowUsd ?? 0) + (second?.lowUsd ?? 0), 6);
    expect(highUsd).toBeCloseTo((first?.highUsd ?? 0) + (second?.highUsd ?? 0), 6);
    expect(requests).toEqual({ low: 6 * 30 * 2, high: 6 * 132 * 8 });
    expect(totalEstimate(estimateEach(runs, results()), 0.02)).toMatchObject({ lowUsd: 0.02, highUsd: 0.02 });
  });

  it("take measurements from each other", () => {
    played(model(), [used(100, 1e6, 1e4), used(100, 1e6, 1e4), used(100, 1e6, 1e4)], "run");
    const runs = [request([model()]), request([model()], RATES, { folder: join(folder, "other") })];
    expect(estimateEach(runs, results()).map(({ basis }) => basis)).toEqual([["measured"], ["measured"]]);
  });
});

it("the runs of a sweep in results/ are measurements like others", () => {
  played(model(), [used(100, 1e6, 1e4)], "results/a-sweep/base");
  expect(estimate(request([model()])).basis).toEqual(["assumed"]);
  const settings = [{ name: "base", changes: "", sameAs: null }];
  writeSweepPlan(join(folder, "results/a-sweep"), { name: "a-sweep", about: null, settings });
  expect(estimate(request([model()])).basis).toEqual(["measured"]);
});
