// The command of the nightly workflow, as the workflow gives it: small, and from end to end.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/repository.ts";

const folder = mkdtempSync(join(tmpdir(), "arena-nightly-"));
const nightly = join(folder, "nightly");
const model = join(folder, "model.yaml");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function night(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(
    "npm",
    ["run", "--silent", "nightly", "--", ...args, "--folder", nightly, "--models", model, "--seeds", "0-7"],
    { cwd: ROOT, encoding: "utf8", timeout: 100_000, env: { ...process.env, CI: "true", ...environment } },
  );
  return { status, stderr };
}

function writeModel(policy: string): void {
  writeFileSync(model, `label: the-model\ncategory: Scripted\nframework: scripted\n${policy}\n`);
}

function read(...path: readonly string[]): string {
  return readFileSync(join(nightly, ...path), "utf8");
}

describe("npm run nightly", { concurrent: false, timeout: 200_000 }, () => {
  test("with no shard played has nothing to conclude", () => {
    const { status, stderr } = night(["conclude"]);
    expect(stderr).toContain("No shard was played");
    expect(status).toBe(1);
  });

  test("cut short ends well and leaves the shard unfinished", () => {
    writeModel("policy: raise-when-low\nparams: { belowCashUsd: 25000000 }\npaceMs: 20");
    const { status, stderr } = night(["play"], { NIGHTLY_SHARD: "1/2", NIGHTLY_MAX_MINUTES: "0.005" });
    expect(stderr).toContain("the next night goes on with it");
    expect(status).toBe(0);
    expect(readdirSync(join(nightly, "shards"))).toEqual(["1-of-2"]);
  });

  test("goes on with it, plays all shards, and makes run, report, leaderboard and history", () => {
    writeModel("policy: raise-when-low\nparams: { belowCashUsd: 25000000 }");
    const { status, stderr } = night(["--shards", "2"]);
    expect(stderr).toContain("nothing to gate against");
    expect(status).toBe(0);
    expect(read("run", "trials.csv").trim().split("\n")).toHaveLength(9);
    expect(read("run", "table1.tex")).toContain("the-model");
    expect(read("site", "report.html")).toContain("the-model");
    expect(read("site", "index.html")).toContain("the-model");
    expect(readdirSync(join(nightly, "history"))).toHaveLength(1);
    expect(existsSync(join(nightly, "gate.xml"))).toBe(false);
  });

  test("fails the night after, when the same label plays worse, and remembers both nights", () => {
    writeModel("policy: never-raise");
    const { status, stderr } = night(["--shards", "1"]);
    expect(stderr).toContain("--baseline");
    expect(status).toBe(2);
    expect(read("gate.xml")).toContain("<failure");
    expect(readdirSync(join(nightly, "history"))).toHaveLength(2);
    const data = JSON.parse(read("site", "data.json")) as { protocols: { players: { points: unknown[] }[] }[] };
    expect(data.protocols.map(({ players }) => players.map(({ points }) => points.length))).toEqual([[2]]);
  });
});
