import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { Workshop } from "../support/model-run.ts";
import { linesIn } from "../support/runs.ts";

const NEVER_RAISE = new URL("../../configs/never-raise.yaml", import.meta.url).pathname;
const PRICES = "prices: { input: 100, output: 100 }";

describe("progress of model players", () => {
  let workshop: Workshop;
  let server: MockModel;

  beforeEach(async () => {
    workshop = new Workshop();
    server = await startMockModel({ brain: chatty });
  });

  afterEach(async () => {
    await server.close();
    workshop.remove();
  });

  /** What the records of a run say that it used. */
  function used(run: string) {
    const results = linesIn(workshop.path(run)).map(({ result }) => result);
    const total = (value: (one: (typeof results)[number]) => number | null | undefined): number =>
      results.reduce((sum, one) => sum + (value(one) ?? 0), 0);
    return {
      calls: total(({ turns }) => turns),
      tokens: total(({ usage }) => (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)),
      costUsd: total(({ usage }) => usage?.costUsd),
    };
  }

  it("tells programs at each trial's end what it used and which model served it", async () => {
    const file = workshop.player("gpt", "openai-chat", server.url, [PRICES]);
    const words = ["run", "--models", file, "--seeds", "2", "--horizon", "6", "--out", "run", "--json", "--yes"];
    const { stdout } = await workshop.arena(...words);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const ends = events.filter(({ event }) => event === "finished");
    const total = (key: string): number => ends.reduce((sum, one) => sum + Number(one[key]), 0);
    const { calls, tokens, costUsd } = used("run");
    expect(ends).toHaveLength(2);
    expect([total("calls"), total("tokens")]).toEqual([calls, tokens]);
    expect(total("cost_usd")).toBeCloseTo(costUsd, 9);
    expect(ends.map((one) => one["served_model"])).toEqual(["mock-model", "mock-model"]);
  });

  it("counts in a resumed run what earlier sessions used, once", async () => {
    const file = workshop.player("gpt", "openai-chat", server.url, [PRICES]);
    const words = ["run", "--models", file, "--seeds", "2", "--horizon", "12", "--out", "run"];
    expect(await workshop.arena(...words, "--max-cost", "4")).toMatchObject({ code: 4 });
    const repliesBefore = server.log.paid.length;
    const resumed = await workshop.arena(...words, "--max-cost", "100");
    const { calls, tokens, costUsd } = used("run");
    expect(repliesBefore).toBeGreaterThan(0);
    expect(calls).toBe(server.log.paid.length);
    expect(resumed.stderr).toContain(
      `gpt: 2/2, 2 survived, 0 bankrupt; 24 months, ${calls} calls, ${Math.round(tokens / 1000)}k tokens, $${costUsd.toFixed(2)}\n`,
    );
  });

  it("says free of what costs nothing, and nothing of what has no price", async () => {
    const free = workshop.player("own", "openai-chat", server.url);
    const run = await workshop.arena("run", "--models", free, "--seeds", "1", "--horizon", "3", "--out", "run");
    expect(run.stderr).toMatch(/^own: 1\/1, .* calls, .* tokens, free$/m);
    const scripted = await workshop.arena("run", "--models", NEVER_RAISE, "--seeds", "1", "--horizon", "3");
    expect(scripted.stderr).toMatch(/^never-raise: 1\/1, 1 survived, 0 bankrupt$/m);
  });
});
