// A record stays small: a finished scripted trial under 60 kB gzipped, a talkative model's under 3 MB, and no growth with
// the square of the months.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPlayers } from "../../src/config/players.ts";
import { sha256Hex } from "../../src/std/hash.ts";
import { ROOT } from "../house/repository.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import type { Decision, View } from "../support/mock-model/view.ts";
import { Workshop } from "../support/model-run.ts";
import { eventsIn, runIn } from "../support/runs.ts";
import { folderOfFile } from "../support/temporary.ts";

const SEEDS = [0, 1];
/** For a machine with much else to do. */
const PATIENCE_MS = 120_000;

describe("the event file of a scripted player or the oracle", () => {
  const folder = folderOfFile();
  const players = loadPlayers(["configs/*.yaml", "configs/anchors/*.yaml"], ROOT).map(({ player }) => player);
  const trials = players.flatMap(({ label }) => SEEDS.map((seed) => `${label}-s${seed}-r0`));

  beforeAll(async () => {
    await runIn(folder, { players, seeds: SEEDS, protocol: { horizon: 132 } });
  }, PATIENCE_MS);

  test.each(trials)("is under 60 kB gzipped: %s", (trial) => {
    expect(eventsIn(folder, trial).at(-1)?.event).toBe("ended");
    expect(gzippedBytes(join(folder, "trials", `${trial}.jsonl`))).toBeLessThan(60_000);
  });

  test("takes no more in the last months than in the twentieth and those after it", () => {
    const lines = readFileSync(join(folder, "trials", "random-s0-r0.jsonl"), "utf8").split("\n");
    const bytesOf = (from: number, to: number): number =>
      lines
        .filter((line) => {
          const month = Number(/"month":(\d+)/.exec(line)?.[1] ?? -1);
          return month >= from && month < to;
        })
        .reduce((sum, line) => sum + line.length, 0);
    expect(bytesOf(112, 132)).toBeLessThan(2 * bytesOf(20, 40));
  });
});

describe("the event file of a model that looks, notes and talks at length, and sees six months again", () => {
  const workshop = new Workshop();
  let server: MockModel;

  beforeAll(async () => {
    server = await startMockModel({ brain: talkative });
    const model = workshop.player("talkative", "openai-responses", server.url, ["memory: { policy: window }"]);
    const run = await workshop.arena("run", "--models", model, "--seeds", "0-0", "--out", "run");
    expect(run).toMatchObject({ code: 0 });
  }, PATIENCE_MS);

  afterAll(async () => {
    await server.close();
    workshop.remove();
  });

  test("is under 3 MB gzipped", () => {
    const turns = eventsIn(workshop.path("run"), "talkative-s0-r0").filter(({ event }) => event === "turn");
    expect(turns.length).toBeGreaterThan(400);
    expect(gzippedBytes(workshop.path("run", "trials", "talkative-s0-r0.jsonl"))).toBeLessThan(3_000_000);
  });
});

/** The chatty policy with thoughts of 2,048 hex digits a turn: what packs as badly as a page of prose. */
function talkative(view: View): Decision {
  const { text, calls } = chatty(view);
  const said = view.messages.at(-1)?.text ?? "";
  const thoughts = Array.from({ length: 32 }, (_, index) => sha256Hex(`${index} ${said}`)).join("");
  return { text: `${text} ${thoughts}`, calls };
}

function gzippedBytes(path: string): number {
  return gzipSync(readFileSync(path)).length;
}
