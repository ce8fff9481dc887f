import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatty, greedyEquity } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { linesOf, Workshop } from "../support/model-run.ts";

const PRICES = "prices: { input: 100, output: 100 }";
const SMALL = ["--horizon", "12", "--workers", "1", "--out", "run"];

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

  it("stop it below its cap with exit code 4, and a higher cap lets it go on without paying again", async () => {
    const one = await server({ brain: chatty, latencyMs: 5 });
    const file = workshop.player("dear", "openai-chat", one.url, [PRICES, "limits: { concurrency: 2 }"]);
    const words = ["run", "--models", file, "--seeds", "2", ...SMALL];
    const capped = await workshop.arena(...words, "--max-cost", "3");
    expect(capped).toMatchObject({ code: 4 });
    expect(capped.stderr).toContain("cap of $3");
    const spent = one.log.paid.reduce((sum, request) => sum + (100 * (request.promptTokens + 100)) / 1e6, 0);
    // Within one worst-case request of the cap: about 2,000 tokens of prompt and 4,096 of reply.
    expect(spent).toBeLessThanOrEqual(3);
    expect(spent).toBeGreaterThan(3 - 3 * 0.7);
    // What was asked for was waited for: no request was on its way when the process ended.
    expect(one.log.entries).toHaveLength(one.log.paid.length);

    expect(await workshop.arena(...words, "--max-cost", "100")).toMatchObject({ code: 0 });
    const turns = linesOf(workshop, "run").map(({ result }) => result.turns);
    expect(turns).toHaveLength(2);
    expect(one.log.paid).toHaveLength((turns[0] ?? 0) + (turns[1] ?? 0));
  });

  it("pause an endpoint whose quota is used up within one request, stop a model at its own cap, and leave others alone", async () => {
    const empty = await server({ brain: chatty, quotaAfter: 40 });
    const dear = await server({ brain: chatty });
    const full = await server({ brain: greedyEquity });
    const files = [
      workshop.player("poor", "openai-chat", empty.url, ["limits: { concurrency: 1 }"]),
      workshop.player("capped", "openai-chat", dear.url, [PRICES, "limits: { modelCostUsd: 3 }"]),
      workshop.player("rich", "openai-responses", full.url),
    ];
    const run = await workshop.arena("run", "--models", ...files, "--seeds", "2", ...SMALL);
    expect(run).toMatchObject({ code: 4 });
    expect(run.stderr).toMatch(/poor.*paused/);
    expect(run.stderr).toMatch(/capped.*cap of \$3/);
    expect(
      linesOf(workshop, "run")
        .map(({ trial }) => trial.id)
        .toSorted(),
    ).toEqual(["rich-s0-r0", "rich-s1-r0"]);
    expect(empty.log.paid).toHaveLength(40);
    expect(empty.log.entries).toHaveLength(41);
  });

  it("truncate a trial at its own cap, unscored, stop a model whose key is refused, and leave others alone", async () => {
    const dear = await server({ brain: chatty });
    const locked = await server({ brain: chatty, apiKey: "another" });
    const open = await server({ brain: greedyEquity });
    const files = [
      workshop.player("short", "openai-chat", dear.url, [PRICES, "limits: { trialCostUsd: 3 }"]),
      workshop.player("locked", "openai-chat", locked.url),
      workshop.player("open", "anthropic", open.url),
    ];
    const run = await workshop.arena("run", "--models", ...files, "--seeds", "2", ...SMALL);
    expect(run).toMatchObject({ code: 3 });
    expect(run.stderr).toMatch(/locked.*401/);
    const lines = linesOf(workshop, "run");
    expect(lines.map(({ trial }) => trial.label).toSorted()).toEqual(["open", "open", "short", "short"]);
    for (const { trial, result } of lines) {
      if (trial.label === "open") expect(result.outcome.kind).toBe("completed");
      else
        expect(result).toMatchObject({
          outcome: { kind: "truncated", limit: "trial-cost", value: 3 },
          scoreCents: null,
        });
    }
  });
});
