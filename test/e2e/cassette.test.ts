import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import { linesOf, Workshop } from "../support/model-run.ts";

describe("a cassette of a run", () => {
  const workshop = new Workshop();
  let server: MockModel;

  beforeEach(async () => {
    server = await startMockModel({ brain: chatty });
  });

  afterEach(async () => {
    await server.close();
    workshop.remove();
  });

  it("plays every trial again without a model, to the same hashes", async () => {
    const file = workshop.player("live", "anthropic", server.url);
    const words = ["--seeds", "0,1", "--horizon", "8", "--workers", "1"];
    expect(await workshop.arena("run", "--models", file, ...words, "--out", "live")).toMatchObject({ code: 0 });
    expect(await workshop.arena("export", "live", "--cassette", "live", "--out", "tape.jsonl")).toMatchObject({
      code: 0,
    });
    const asked = server.log.entries.length;
    const player = [
      "label: played",
      "framework: react",
      "provider: cassette",
      "model: any",
      "cassette: { file: tape.jsonl }",
      "",
    ];
    writeFileSync(workshop.path("played.yaml"), player.join("\n"));
    const played = await workshop.arena("run", "--models", "played.yaml", ...words, "--out", "played");
    expect(played).toMatchObject({ code: 0 });
    const hashes = (run: string) =>
      linesOf(workshop, run)
        .map(({ trial, result }) => `${trial.seed} ${result.stateHash}`)
        .sort();
    expect(hashes("played")).toEqual(hashes("live"));
    expect(server.log.entries).toHaveLength(asked);
  });
});
