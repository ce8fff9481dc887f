import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { linesOf, Workshop } from "../support/model-run.ts";
import type { Finished } from "../support/program.ts";

const NEVER_RAISE = new URL("../../configs/never-raise.yaml", import.meta.url).pathname;

describe("a recorded trial that a model takes over", () => {
  const workshop = new Workshop();
  let server: MockModel;
  let branched: Finished;

  beforeAll(async () => {
    server = await startMockModel({ brain: chatty });
    const model = workshop.player("heir", "anthropic", server.url);
    await workshop.arena(
      "run",
      "--models",
      NEVER_RAISE,
      "--seeds",
      "1",
      "--horizon",
      "24",
      "--workers",
      "1",
      "--out",
      "run",
    );
    branched = await workshop.arena(
      "branch",
      "run",
      "never-raise-s0-r0",
      "--at",
      "6",
      "--with",
      model,
      "--out",
      "branch",
    );
  });

  afterAll(async () => {
    await server.close();
    workshop.remove();
  });

  it("is played on from that month, its earlier months as recorded", () => {
    expect(branched).toMatchObject({ code: 0 });
    const [line] = linesOf(workshop, "branch");
    expect(line?.result.turns).toBe(server.log.paid.length);
    const actions = (run: string, trial: string) =>
      workshop
        .read(run, "trials", `${trial}.jsonl`)
        .split("\n")
        .filter((text) => text.startsWith('{"event":"month"'))
        .map((text) => (JSON.parse(text) as { stateHash: string }).stateHash);
    const [before, after] = [actions("run", "never-raise-s0-r0"), actions("branch", line?.trial.id ?? "")];
    expect(after.slice(0, 6)).toEqual(before.slice(0, 6));
    expect(after).not.toEqual(before);
  });

  it("verifies, and is shown in no table", async () => {
    const verified = await workshop.arena("verify", "branch", "--json");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(verified.stdout)).toMatchObject({
      folder: "branch",
      trials: 1,
      differences: [],
      refused: null,
      unfinished: 0,
    });
    const reported = await workshop.arena("report", "branch");
    expect(reported).toMatchObject({ code: 1, stdout: "" });
    expect(reported.stderr).toContain("is a branch of never-raise-s0-r0");
  });

  it("says what is missing where the model cannot be reached by name or key", async () => {
    const keyed = workshop.player("keyed", "openai-compatible", server.url);
    writeFileSync(keyed, readFileSync(keyed, "utf8").replace("}", ", apiKeyEnv: NO_SUCH_KEY }"));
    const refused = await workshop.arena("branch", "run", "never-raise-s0-r0", "--at", "6", "--with", keyed);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("NO_SUCH_KEY is not set");
  });
});
