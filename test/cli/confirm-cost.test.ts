import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Beginning, confirmCost } from "../../src/cli/confirm-cost.ts";
import { playerSchema } from "../../src/config/player.ts";
import { PAPER_PROTOCOL } from "../../src/env/protocol.ts";
import type { Prices } from "../../src/llm/prices.ts";
import { estimateCost, estimateEach, totalEstimate } from "../../src/runner/cost-estimate.ts";
import type { RunRequest } from "../../src/runner/run-request.ts";

const PLAYER = playerSchema.parse({
  label: "M",
  category: "Mock",
  framework: "react",
  provider: "openai-compatible",
  model: "m",
  endpoint: { baseURL: "http://models.invalid/v1" },
});
const DEAR: Prices = { input: 100, output: 100, tiers: [] };
const CHEAP: Prices = { input: 0.1, output: 0.1, tiers: [] };

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "arena-confirm-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function request(prices: Prices | null, more: Partial<RunRequest> = {}): RunRequest {
  return {
    players: [PLAYER],
    protocol: PAPER_PROTOCOL,
    seeds: [0],
    repeats: 1,
    folder: join(folder, "run"),
    shard: null,
    only: {},
    workers: 1,
    models: new Map([["M", { apiKey: null, prices, endpoint: "e" }]]),
    blocked: new Map(),
    caps: {},
    flags: [],
    ...more,
  };
}

function begin(asked: RunRequest, more: Partial<Beginning> = {}): Beginning {
  return { what: "run", estimate: () => estimateCost(asked), capUsd: undefined, saidYes: false, ...more };
}

function answering(answer: string): { readonly asked: string[]; readonly ask: (question: string) => Promise<string> } {
  const asked: string[] = [];
  return {
    asked,
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
  };
}

describe("a run that may cost much", () => {
  it.each([
    ["y", true],
    [" Yes ", true],
    ["", false],
    ["n", false],
    ["yup", false],
  ])("is asked about on a terminal, and %j begins it: %s", async (answer, begins) => {
    const { asked, ask } = answering(answer);
    expect(await confirmCost(begin(request(DEAR)), ask)).toBe(begins);
    expect(asked).toEqual([expect.stringMatching(/^This run may cost \$\d.* to \$\d.*\. Begin\? \(y\/N\) $/)]);
  });

  it("is refused without a terminal", async () => {
    await expect(confirmCost(begin(request(DEAR)), null)).rejects.toThrow(/more than the \$50/);
  });

  it("is not asked about where --yes or a cap has answered", async () => {
    expect(await confirmCost(begin(request(DEAR), { saidYes: true }), null)).toBe(true);
    expect(await confirmCost(begin(request(DEAR), { capUsd: 500 }), null)).toBe(true);
  });
});

it("a sweep is asked about as a whole, where no single run of it would be", async () => {
  const protocol = { ...PAPER_PROTOCOL, horizon: 6 };
  const runs = ["a", "b"].map((name) => request(DEAR, { protocol, folder: join(folder, name) }));
  for (const one of runs) expect(await confirmCost(begin(one), null)).toBe(true);
  const estimate = () => totalEstimate(estimateEach(runs), undefined);
  const sweep: Beginning = { what: "sweep", estimate, capUsd: undefined, saidYes: false };
  await expect(confirmCost(sweep, null)).rejects.toThrow(/^this sweep may cost \$.*more than the \$50/);
  const { asked, ask } = answering("y");
  expect(await confirmCost(sweep, ask)).toBe(true);
  expect(asked).toEqual([expect.stringMatching(/^This sweep may cost \$/)]);
});

it.each<[string, Prices | null]>([
  ["cheap", CHEAP],
  ["free", "free"],
  ["allowed to be unpriced", null],
])("a run that is %s is not asked about", async (_what, prices) => {
  expect(await confirmCost(begin(request(prices)), null)).toBe(true);
});

it("nor is one without a model", async () => {
  const scripted = playerSchema.parse({ label: "S", category: "S", framework: "scripted", policy: "never-raise" });
  expect(await confirmCost(begin(request(null, { players: [scripted], models: new Map() })), null)).toBe(true);
});
