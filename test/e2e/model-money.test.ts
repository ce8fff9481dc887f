import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatty, greedyEquity } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { linesOf, Workshop } from "../support/model-run.ts";

const PRICES = "prices: { input: 100, output: 100 }";

describe("money and limits of a run", () => {
  let workshop: Workshop;
  const servers: MockModel[] = [];

  beforeEach(() => {
    workshop = new Workshop();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    workshop.remove();
  });

  async function server(options: Parameters<typeof startMockModel>[0]): Promise<MockModel> {
    const started = await startMockModel(options);
    servers.push(started);
    return started;
  }

  it("stops below the run's cap, exits with 4, and sends nothing afterwards", async () => {
    const one = await server({ brain: chatty, latencyMs: 5 });
    const file = workshop.player("dear", "openai-chat", one.url, [PRICES, "limits: { concurrency: 2 }"]);
    const run = await workshop.arena("run", "--models", file, "--seeds", "3", "--max-cost", "3", "--out", "run");
    expect(run).toMatchObject({ code: 4 });
    expect(run.stderr).toContain("cap of $3");
    const spent = one.log.paid.reduce((sum, request) => sum + (100 * (request.promptTokens + 100)) / 1e6, 0);
    // Within one worst-case request of the cap: about 2,000 tokens of prompt and 4,096 of reply.
    expect(spent).toBeLessThanOrEqual(3);
    expect(spent).toBeGreaterThan(3 - 3 * 0.7);
    const seen = one.log.entries.length;
    await new Promise((done) => setTimeout(done, 300));
    expect(one.log.entries).toHaveLength(seen);
  }, 60_000);

  it("goes on under a higher cap without paying again", async () => {
    const one = await server({ brain: chatty });
    const file = workshop.player("dear", "openai-chat", one.url, [PRICES]);
    const words = ["run", "--models", file, "--seeds", "1", "--horizon", "12", "--out", "run"];
    expect(await workshop.arena(...words, "--max-cost", "4")).toMatchObject({ code: 4 });
    expect(await workshop.arena(...words, "--max-cost", "100")).toMatchObject({ code: 0 });
    const [line] = linesOf(workshop, "run");
    expect(one.log.paid).toHaveLength(line?.result.turns ?? -1);
  }, 60_000);

  it("pauses an endpoint whose quota is used up within one request, while the others finish", async () => {
    const empty = await server({ brain: chatty, quotaAfter: 40 });
    const full = await server({ brain: greedyEquity });
    const files = [
      workshop.player("poor", "openai-chat", empty.url, ["limits: { concurrency: 1 }"]),
      workshop.player("rich", "openai-responses", full.url),
    ];
    const run = await workshop.arena("run", "--models", ...files, "--seeds", "2", "--out", "run");
    expect(run).toMatchObject({ code: 4 });
    expect(run.stderr).toMatch(/poor.*paused/);
    expect(linesOf(workshop, "run").map(({ trial }) => trial.id)).toEqual(
      expect.arrayContaining(["rich-s0-r0", "rich-s1-r0"]),
    );
    expect(empty.log.paid).toHaveLength(40);
    expect(empty.log.entries).toHaveLength(41);
  }, 60_000);

  it("stops a model at its own cap and lets the others go on", async () => {
    const one = await server({ brain: chatty });
    const two = await server({ brain: chatty });
    const files = [
      workshop.player("capped", "openai-chat", one.url, [PRICES, "limits: { modelCostUsd: 3 }"]),
      workshop.player("free", "anthropic", two.url),
    ];
    const run = await workshop.arena("run", "--models", ...files, "--seeds", "1", "--horizon", "24", "--out", "run");
    expect(run).toMatchObject({ code: 4 });
    expect(linesOf(workshop, "run").map(({ trial }) => trial.id)).toEqual(["free-s0-r0"]);
  }, 60_000);

  it("truncates a trial at its own cap, unscored", async () => {
    const one = await server({ brain: chatty });
    const file = workshop.player("short", "openai-chat", one.url, [PRICES, "limits: { trialCostUsd: 3 }"]);
    const run = await workshop.arena("run", "--models", file, "--seeds", "1", "--horizon", "24", "--out", "run");
    expect(run).toMatchObject({ code: 3 });
    expect(linesOf(workshop, "run")[0]?.result).toMatchObject({
      outcome: { kind: "truncated", limit: "trial-cost", value: 3 },
      scoreCents: null,
    });
  }, 60_000);

  it("stops a model whose key is refused in the provider's words, while the others go on", async () => {
    const locked = await server({ brain: chatty, apiKey: "another" });
    const open = await server({ brain: greedyEquity });
    const files = [
      workshop.player("locked", "openai-chat", locked.url),
      workshop.player("open", "openai-chat", open.url),
    ];
    const run = await workshop.arena("run", "--models", ...files, "--seeds", "3", "--horizon", "12", "--out", "run");
    expect(run).toMatchObject({ code: 3 });
    expect(run.stderr).toMatch(/locked.*401/);
    expect(linesOf(workshop, "run").map(({ trial }) => trial.label)).toEqual(["open", "open", "open"]);
  }, 60_000);
});
