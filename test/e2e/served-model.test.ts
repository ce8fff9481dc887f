import { readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { sha256Hex } from "../../src/std/hash.ts";
import { greedyEquity } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { Workshop } from "../support/model-run.ts";
import type { Finished } from "../support/program.ts";
import { factsOf, linesIn } from "../support/runs.ts";

const ONE_BY_ONE = ["limits: { concurrency: 1 }"];
/** What the greedy policy asks for in twelve months: one reply a month. */
const TURNS = 12;

describe("a provider that puts another model behind a name", () => {
  let workshop: Workshop;
  const servers: MockModel[] = [];

  beforeEach(() => {
    workshop = new Workshop();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    workshop.remove();
  });

  /** A player at a server that answers so often as one model, then as the next. */
  async function player(renamedAfter: number): Promise<string> {
    const server = await startMockModel({ brain: greedyEquity, renamedAfter });
    servers.push(server);
    return workshop.player("gpt", "openai-chat", server.url, ONE_BY_ONE);
  }

  const play = (file: string, out: string, ...more: readonly string[]): Promise<Finished> =>
    workshop.arena("run", "--models", file, "--horizon", String(TURNS), "--out", out, ...more);

  const linesOf = (out: string): TrialLine[] => linesIn(workshop.path(out));
  const servedOf = (out: string) => linesOf(out).map(({ result }) => result.servedModels ?? result.servedModel);

  it("between two trials splits the label in two rows and warns, also where only the last line is asked for", async () => {
    const run = await play(await player(TURNS), "run", "--seeds", "2", "--quiet");
    expect(run).toMatchObject({ code: 0 });
    const warning = `"gpt" was served by 2 models: mock-model in 1 trial, mock-model-next in 1 trial.`;
    expect(run.stderr.trimEnd().split("\n").slice(-2)).toEqual([
      `warning: ${warning}`,
      "2 of 2 trials scored; results in run",
    ]);
    expect(run.stderr).toContain("warning: gpt-s1-r0 was served by mock-model-next, gpt so far by mock-model\n");
    expect(workshop.read("run", "table1.md")).toContain(`Warning: ${warning}`);
    const rows = workshop.read("run", "table1.csv").trimEnd().split("\n");
    expect(rows).toHaveLength(3);
    expect(linesOf("run").map(({ result }) => result)).not.toContainEqual(
      expect.objectContaining({ servedModels: expect.anything() as unknown }),
    );
  });

  it("within a trial is counted in its line, told to programs, and proved by its replies", async () => {
    const run = await play(await player(5), "run", "--seeds", "1", "--json");
    const warning = `"gpt" was served by 2 models: mock-model and mock-model-next within 1 trial.`;
    expect(servedOf("run")).toEqual([{ "mock-model": 5, "mock-model-next": TURNS - 5 }]);
    const events = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.find(({ event }) => event === "finished")).toMatchObject({
      served_model: "mock-model; mock-model-next",
    });
    expect(events.at(-1)).toMatchObject({ event: "done", warnings: [warning] });
    expect(await workshop.arena("verify", "run")).toMatchObject({ code: 0 });

    // A record that does not count them is no worse for it.
    const [record, lines] = [workshop.path("run", "trials", "gpt-s0-r0.jsonl"), workshop.path("run", "trials.jsonl")];
    const uncounted = (file: string): string => readFileSync(file, "utf8").replace(/"servedModels":\{[^}]*\},/, "");
    writeFileSync(record, uncounted(record));
    const seal = { bytes: statSync(record).size, digest: sha256Hex(readFileSync(record)) };
    const line = JSON.parse(uncounted(lines)) as TrialLine;
    writeFileSync(lines, `${JSON.stringify({ ...line, at: { ...line.at, ...seal } })}\n`);
    expect(servedOf("run")).toEqual(["mock-model-next"]);
    const report = await workshop.arena("report", "run");
    expect(report.stdout).not.toContain("was served by");
    expect(await workshop.arena("verify", "run")).toMatchObject({ code: 0 });
  });

  it("between two sessions of a trial leaves the record that one session leaves", async () => {
    const stopped = await play(await player(Infinity), "parts", "--seeds", "1", "--max-tokens", "16000");
    expect(stopped).toMatchObject({ code: 4 });
    const before = servers.at(-1)?.log.paid.length ?? 0;
    expect(before).toBeGreaterThan(0);
    await play(await player(0), "parts", "--seeds", "1");
    await play(await player(before), "whole", "--seeds", "1");
    expect(servedOf("parts")).toEqual([{ "mock-model": before, "mock-model-next": TURNS - before }]);
    expect(factsOf(workshop.path("parts"))).toEqual(factsOf(workshop.path("whole")));
    expect(await workshop.arena("verify", "parts")).toMatchObject({ code: 0 });
  });

  it("between two settings of a sweep is told at its end, since it is no effect of the setting", async () => {
    const file = await player(TURNS);
    const sweep = workshop.path("sweep.yaml");
    writeFileSync(
      sweep,
      "name: memory\nsettings:\n  - player: { memory: { policy: monthly-reset } }\n  - player: { memory: { policy: full } }\n",
    );
    const words = ["--seeds", "1", "--horizon", String(TURNS), "--out", "sweep", "--quiet"];
    const { stderr } = await workshop.arena("sweep", sweep, "--models", file, ...words);
    expect(stderr.trimEnd().split("\n").at(-2)).toMatch(
      /^warning: "gpt" was served by 2 models: mock-model in 1 trial/,
    );
  });
});
