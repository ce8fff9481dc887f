// The command of the nightly workflow, as the workflow gives it: small, and from end to end.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/repository.ts";
import { ENDLESS_MS } from "../support/killed-run.ts";
import { type Finished, Program } from "../support/program.ts";

const folder = mkdtempSync(join(tmpdir(), "arena-nightly-"));
const nightly = join(folder, "nightly");
const model = join(folder, "model.yaml");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function night(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return started(process.execPath, ["--import", "tsx", "scripts/nightly.ts", ...words], environment);
}

function started(program: string, words: readonly string[], more: Readonly<Record<string, string>>): Promise<Finished> {
  const same = ["--folder", nightly, "--models", model, "--seeds", "0-7", "--", "--workers", "1", "--horizon", "66"];
  return new Program(program, [...words, ...same], { cwd: ROOT, env: { ...process.env, CI: "true", ...more } })
    .finished;
}

function writeModel(policy: string): void {
  writeFileSync(model, `label: the-model\ncategory: Scripted\nframework: scripted\n${policy}\n`);
}

function read(...path: readonly string[]): string {
  return readFileSync(join(nightly, ...path), "utf8");
}

describe("a night", { concurrent: false }, () => {
  test("with no shard played has nothing to conclude", async () => {
    const { code, stderr } = await night(["conclude"]);
    expect(stderr).toContain("No shard was played");
    expect(code).toBe(1);
  });

  test("cut short, as npm runs it, ends well and leaves the shard unfinished", async () => {
    writeModel(`policy: raise-when-low\nparams: { belowCashUsd: 25000000 }\npaceMs: ${ENDLESS_MS}`);
    const words = ["run", "--silent", "nightly", "--", "play"];
    const { code, stderr } = await started("npm", words, { NIGHTLY_SHARD: "1/2", NIGHTLY_MAX_MINUTES: "0.005" });
    expect(stderr).toContain("the next night goes on with it");
    expect(code).toBe(0);
    expect(readdirSync(join(nightly, "shards"))).toEqual(["1-of-2"]);
  });

  test("goes on with it, plays all shards, and makes run, report, leaderboard and history", async () => {
    writeModel("policy: raise-when-low\nparams: { belowCashUsd: 25000000 }");
    const { code, stderr } = await night(["--shards", "2"]);
    expect(stderr).toContain("nothing to gate against");
    expect(code).toBe(0);
    expect(read("run", "trials.csv").trim().split("\n")).toHaveLength(9);
    expect(read("run", "table1.tex")).toContain("the-model");
    expect(read("site", "report.html")).toContain("the-model");
    expect(read("site", "index.html")).toContain("the-model");
    expect(readdirSync(join(nightly, "history"))).toHaveLength(1);
    expect(existsSync(join(nightly, "gate.xml"))).toBe(false);
  });

  test("fails the night after, when the same label plays worse, and remembers both nights", async () => {
    writeModel("policy: never-raise");
    const { code, stderr } = await night(["--shards", "1"]);
    expect(stderr).toContain("--baseline");
    expect(code).toBe(2);
    expect(read("gate.xml")).toContain("<failure");
    expect(readdirSync(join(nightly, "history"))).toHaveLength(2);
    const data = JSON.parse(read("site", "data.json")) as { protocols: { players: { points: unknown[] }[] }[] };
    expect(data.protocols.map(({ players }) => players.map(({ points }) => points.length))).toEqual([[2]]);
  });
});
