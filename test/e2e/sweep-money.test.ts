// A sweep's caps are one purse for all its settings and sessions, and what it may cost is told before it begins.
import { existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { linesOf, Workshop } from "../support/model-run.ts";

const CAP = 6;
/** What the first session gets before its account is empty: one trial and a half of some twelve replies each. */
const QUOTA = 18;

const shop = new Workshop();
const servers: MockModel[] = [];

beforeAll(async () => {
  for (const quotaAfter of [QUOTA, Number.POSITIVE_INFINITY]) {
    servers.push(await startMockModel({ brain: chatty, quotaAfter }));
  }
  writeFileSync(shop.path("delay.yaml"), "name: delay\nsettings:\n  - protocol: { delay: false }\n");
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  shop.remove();
});

/** `arena sweep` of one dear model, which the nth server answers. */
function sweep(nth: number, ...more: readonly string[]): string[] {
  const lines = ["prices: { input: 100, output: 100 }", "limits: { concurrency: 1 }"];
  const player = shop.player("dear", "openai-chat", servers[nth]?.url ?? "", lines);
  return ["sweep", "delay.yaml", "--models", player, "--workers", "1", ...more];
}

it("a sweep of cheap runs that is dear as a whole is not begun without a word", async () => {
  const refused = await shop.arena(...sweep(0, "--seeds", "1", "--horizon", "6", "--out", "asked"));
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^Sweep asked: 2 settings, 2 trials to play; .* tokens; \$[\d.]+ to \$[\d.]+\n/);
  expect(refused.stderr).toMatch(/this sweep may cost \$[\d.]+ to \$[\d.]+, more than the \$50 .*\nhint: Pass --yes/);
  expect(existsSync(shop.path("asked"))).toBe(false);
});

describe("one purse", () => {
  const words = ["--seeds", "2", "--horizon", "3", "--out", "purse", "--quiet"];
  const play = (nth: number, ...more: readonly string[]) => shop.arena(...sweep(nth, ...words, ...more));
  const paid = () => servers.flatMap(({ log }) => log.paid);
  const paidUsd = () => paid().reduce((sum, { promptTokens }) => sum + (100 * (promptTokens + 100)) / 1e6, 0);

  it("counts what another setting's unfinished trials have cost, in an earlier session", async () => {
    expect(await play(0, "--yes", "--only", "setting=base")).toMatchObject({ code: 4 });
    expect(linesOf(shop, "purse/base")).toHaveLength(1);
    expect(paid()).toHaveLength(QUOTA);
    const capped = await play(1, "--max-cost", `${CAP}`, "--only", "setting=no-delay");
    expect(capped).toMatchObject({ code: 4 });
    expect(capped.stderr).toContain("suspended (the cap of $6 is reached): the same command with a higher cap goes on");
    expect(paid().length).toBeGreaterThan(QUOTA);
    // Within one worst-case request of the cap: about 2,000 tokens of prompt and 4,096 of reply.
    expect(paidUsd()).toBeLessThanOrEqual(CAP);
    expect(paidUsd()).toBeGreaterThan(CAP - 0.7);
  });

  it("is empty for every setting in the next session too, until it is made larger", async () => {
    const seen = paid().length;
    expect(await play(1, "--max-cost", `${CAP}`)).toMatchObject({ code: 4 });
    expect(paid()).toHaveLength(seen);
    expect(await play(1, "--max-cost", "100")).toMatchObject({ code: 0 });
    const runs = ["base", "no-delay"].map((run) => ({ run, lines: linesOf(shop, `purse/${run}`) }));
    for (const { run, lines } of runs) {
      expect(lines).toHaveLength(2);
      // Each reply is counted once, whichever session it came in.
      const costUsd = lines.reduce((sum, { result }) => sum + (result.usage?.costUsd ?? 0), 0);
      expect(shop.read("purse", run, "manifest.json")).toContain(`spent by the end: $${costUsd.toFixed(4)}`);
    }
    const turns = runs.flatMap(({ lines }) => lines.map(({ result }) => result.turns));
    expect(paid()).toHaveLength(turns.reduce((sum, count) => sum + count));
  });
});
