// The commands that look at a run, as a user types them: what they print, where they write, how they exit.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";
import { runIn, scripted } from "../support/runs.ts";

const POLICIES = ["never-raise", "raise-always"];
const shop = new Workshop();
let players: string[] = [];

beforeAll(async () => {
  players = POLICIES.map((policy) => pacedPlayer(shop, policy, 0));
  const first = await shop.arena("run", "--models", ...players, "--seeds", "2", "--horizon", "30");
  expect(first, first.stderr).toMatchObject({ code: 0 });
});

afterAll(() => {
  shop.remove();
});

function newest(): string {
  return `results/${readdirSync(shop.path("results"))[0] ?? ""}`;
}

describe("a run without --out", () => {
  test("has a folder named after rules and players, which the same command goes on with", async () => {
    expect(newest()).toMatch(/^results\/[0-9a-f]{8}$/);
    const plan = await shop.arena("run", "--models", ...players, "--seeds", "3", "--horizon", "30", "--dry-run");
    expect(plan.stderr).toMatch(new RegExp(`^Folder: ${newest()};.* 6 trials:$`, "m"));
    expect(plan.stdout).toContain("raise-always: 3 trials, 1 to play");
  });

  test("and with --new has a numbered one", async () => {
    const fresh = await shop.arena("run", "--models", ...players, "--horizon", "30", "--new", "--dry-run");
    expect(fresh.stderr).toContain(`Folder: ${newest()}-2;`);
  });

  test("that contradicts its folder is refused with the difference", async () => {
    const other = await shop.arena("run", "--models", ...players, "--horizon", "31", "--out", newest());
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toContain("protocol horizon: 30 there, 31 asked for");
    expect(other.stderr).toContain("--new or --out");
  });
});

describe("arena verify", () => {
  test("names a changed record and a changed table, and exits with 2", async () => {
    const record = shop.path(newest(), "trials", "never-raise-s1-r0.jsonl");
    const table = shop.path(newest(), "trials.csv");
    const [text, csv] = [readFileSync(record, "utf8"), readFileSync(table, "utf8")];
    writeFileSync(record, text.replace(/("event":"month","month":9,"stateHash":")./, "$1#"));
    writeFileSync(table, csv.replace("never-raise", "always-raise"));
    const { code, stdout } = await shop.arena("verify", newest());
    writeFileSync(record, text);
    writeFileSync(table, csv);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^never-raise-s1-r0, month 9: line \d+: "month", stateHash: "#/m);
    expect(stdout).toMatch(/^trials.csv: line 2 is not what the records give; arena report /m);
    expect(stdout).toMatch(/^results\/\w+: 4 trials, \d+ months reconciled, 2 differences\n$/m);
  });
});

test("arena replay tells a trial of the newest run, shows where it differs, and exits with 2", async () => {
  const record = shop.path(newest(), "trials", "never-raise-s0-r0.jsonl");
  const text = readFileSync(record, "utf8");
  writeFileSync(record, text.replace(/("event":"month","month":4,.*?"revenue":)/, "$11"));
  const { code, stdout } = await shop.arena("replay", "never-raise:0");
  writeFileSync(record, text);
  expect(code).toBe(2);
  expect(stdout).toContain("Month 2 · Mar 2xx0");
  expect(stdout).not.toContain("Month 5 ·");
  expect(stdout).toMatch(/DIFFERENCE in month 4, line \d+ of the record: "month", truth.revenue/);
});

describe("arena report", () => {
  test("writes a run's tables anew, as they were", async () => {
    const paths = ["table1.csv", "table1.md", "trials.csv"].map((name) => shop.path(newest(), name));
    const before = paths.map((path) => readFileSync(path, "utf8"));
    for (const path of paths) rmSync(path);
    const { code, stdout, stderr } = await shop.arena("report");
    expect(code).toBe(0);
    expect(stderr).toContain(`Run: ${newest()}\n`);
    expect(stdout).toContain("raise-always");
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(before);
  });

  test("is refused in a format there is not", async () => {
    const refused = await shop.arena("report", "--format", "pdf");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Formats are");
  });
});

test("arena branch makes a folder of its own", async () => {
  const branched = await shop.arena("branch", newest(), "never-raise:0", "--at", "20", "--with", players[1] ?? "");
  expect(branched, branched.stderr).toMatchObject({ code: 0 });
  expect(branched.stdout).toMatch(/never-raise-s0-r0 as recorded: \w+ after \d+ months/);
  const folder = "results/branch-never-raise-s0-r0-m20-raise-always";
  expect(existsSync(shop.path(folder, "manifest.json"))).toBe(true);
  rmSync(shop.path(folder), { recursive: true });
});

describe("several runs", () => {
  beforeAll(async () => {
    const same = { players: POLICIES.map((policy) => scripted(policy)), seeds: [0, 1], protocol: { horizon: 30 } };
    for (const part of [1, 2]) await runIn(shop.path(`part${part}`), { ...same, shard: [part, 2] });
    await runIn(shop.path("short"), { ...same, seeds: [0], protocol: { horizon: 12 } });
  });

  test("that are shards are merged into the bytes of one run", async () => {
    const merged = await shop.arena("merge", "part1", "part2", "--out", "merged");
    expect(merged, merged.stderr).toMatchObject({ code: 0 });
    for (const name of ["table1.csv", "table1.md", "trials.csv"]) {
      expect(shop.read("merged", name)).toBe(shop.read(newest(), name));
    }
  });

  test("are reported where it is told, one table a protocol, and it says why", async () => {
    const words = ["report", newest(), "short", "--out", "joint", "--format", "csv"];
    const { code, stdout, stderr } = await shop.arena(...words);
    expect(code).toBe(0);
    expect(stdout).toContain("Played under another protocol than the first table (horizon 12, not 30)");
    expect(stderr).toContain("Written into joint: table1.csv, trials.csv");
    expect(readdirSync(shop.path("joint")).sort()).toEqual(["table1.csv", "trials.csv"]);
    expect(existsSync(shop.path("short", "table1.csv"))).toBe(false);
  });
});

test("commands without a run say that there is none", async () => {
  const empty = new Workshop();
  for (const words of [["verify"], ["replay", "never-raise:0"]]) {
    const { code, stderr } = await empty.arena(...words);
    expect([words[0], code]).toEqual([words[0], 1]);
    expect(stderr).toContain("error: there is no run in results/");
  }
  empty.remove();
});
