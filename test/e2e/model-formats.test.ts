import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greedyEquity } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { type LineView, linesOf, Workshop } from "../support/model-run.ts";
import type { Finished } from "../support/program.ts";

const FORMATS = ["openai-chat", "openai-responses", "anthropic", "openai-compatible"] as const;

describe("a greedy model played through each wire format", () => {
  const workshop = new Workshop();
  let server: MockModel;
  let run: Finished;
  let lines: LineView[];

  beforeAll(async () => {
    server = await startMockModel({ brain: greedyEquity });
    const models = FORMATS.map((format) => workshop.player(format, format, server.url));
    const scripted = new URL("../../configs/greedy-equity.yaml", import.meta.url).pathname;
    run = await workshop.arena("run", "--models", ...models, scripted, "--seeds", "0,1", "--out", "run");
    lines = run.code === 0 ? linesOf(workshop, "run") : [];
  });

  afterAll(async () => {
    await server.close();
    workshop.remove();
  });

  it("finishes every trial", () => {
    expect(run).toMatchObject({ code: 0 });
    expect(lines).toHaveLength(10);
  });

  it.each(FORMATS)("gives, seed for seed, the state hashes and score of the scripted policy: %s", (format) => {
    for (const seed of [0, 1]) {
      const of = (label: string) => lines.find(({ trial }) => trial.label === label && trial.seed === seed)?.result;
      const { months, scoreCents, stateHash } = of("greedy-equity") ?? { months: 0, scoreCents: 0, stateHash: "" };
      expect(stateHash).not.toBe("");
      expect(of(format)).toMatchObject({ months, scoreCents, stateHash });
    }
  });

  it.each(FORMATS)("takes the same decisions, month by month: %s", (format) => {
    expect(decisions(workshop, `${format}-s0-r0`)).toEqual(decisions(workshop, "greedy-equity-s0-r0"));
  });

  it("pays for each turn once", () => {
    const turns = lines.reduce((sum, line) => sum + line.result.turns, 0);
    expect(server.log.paid).toHaveLength(turns);
  });
});

function decisions(workshop: Workshop, trial: string): unknown[] {
  return workshop
    .read("run", "trials", `${trial}.jsonl`)
    .split("\n")
    .filter((line) => line.startsWith('{"event":"action"'))
    .map((line) => {
      const { month, action, instrument, amountCents } = JSON.parse(line) as Record<string, unknown>;
      return { month, action, instrument, amountCents };
    });
}
