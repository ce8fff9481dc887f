// The commands that look at a run, as a user types them: what they print, where they write, how they exit.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";

const SLOW = { timeout: 60_000 };
const shop = new Workshop();
let players: string[] = [];

beforeAll(async () => {
  players = ["never-raise", "raise-always"].map((policy) => pacedPlayer(shop, policy, 0));
  const first = await shop.arena("run", "--models", ...players, "--seeds", "2", "--horizon", "30");
  expect(first, first.stderr).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => {
  shop.remove();
});

function newest(): string {
  return `results/${readdirSync(shop.path("results"))[0] ?? ""}`;
}

describe("a run without --out", () => {
  test("has a folder named after rules and players, which the same command goes on with", SLOW, async () => {
    expect(newest()).toMatch(/^results\/[0-9a-f]{8}$/);
    const again = await shop.arena("run", "--models", ...players, "--seeds", "3", "--horizon", "30");
    expect(again.stderr).toContain(`run ${newest()}: 6 trials planned, 2 to play`);
    expect(readdirSync(shop.path("results"))).toHaveLength(1);
  });

  test("and with --new has a numbered one", SLOW, async () => {
    const fresh = await shop.arena("run", "--models", ...players, "--seeds", "1", "--horizon", "30", "--new");
    expect(fresh.stderr).toContain(`run ${newest()}-2: 2 trials planned, 2 to play`);
    rmSync(shop.path(`${newest()}-2`), { recursive: true });
  });

  test("that contradicts its folder is refused with the difference", SLOW, async () => {
    const other = await shop.arena("run", "--models", ...players, "--horizon", "31", "--out", newest());
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toContain("protocol horizon: 30 there, 31 asked for");
    expect(other.stderr).toContain("--new or --out");
  });
});

describe("arena verify", () => {
  test("of the newest run counts trials and months", SLOW, async () => {
    const { code, stdout, stderr } = await shop.arena("verify");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^results\/\w+: \d+ trials, \d+ months reconciled, 0 differences\n$/);
    expect(stderr).toBe(`Run: ${newest()}\n`);
  });

  test("names a changed record and a changed table, and exits with 2", SLOW, async () => {
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
    expect(stdout).toContain("2 differences");
  });

  test("with --json gives the same as data", SLOW, async () => {
    const { stdout } = await shop.arena("verify", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ folder: newest(), differences: [], refused: null, unfinished: 0 });
  });
});

describe("arena report", () => {
  test("writes a run's tables anew, as they were", SLOW, async () => {
    const paths = ["table1.csv", "table1.md", "trials.csv"].map((name) => shop.path(newest(), name));
    const before = paths.map((path) => readFileSync(path, "utf8"));
    for (const path of paths) rmSync(path);
    const { code, stdout } = await shop.arena("report");
    expect(code).toBe(0);
    expect(stdout).toContain("raise-always");
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(before);
  });

  test("of several runs writes only where it is told, one table a protocol, and says why", SLOW, async () => {
    await shop.arena("run", "--models", ...players, "--seeds", "1", "--horizon", "12", "--out", "short");
    const { code, stdout } = await shop.arena("report", newest(), "short");
    expect(code).toBe(0);
    expect(stdout).toContain("Played under another protocol than the first table (horizon 12, not 30)");
    const written = await shop.arena("report", newest(), "short", "--out", "joint", "--format", "csv");
    expect(written.stderr).toContain("Written into joint: table1.csv, trials.csv");
    expect(readdirSync(shop.path("joint")).sort()).toEqual(["table1.csv", "trials.csv"]);
  });

  test.each([
    [["report", "none"], "none is not a run"],
    [["report", "--format", "pdf"], "Formats are"],
  ])("%j is refused", SLOW, async (words, message) => {
    const refused = await shop.arena(...words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(message);
  });
});

describe("arena replay", () => {
  test("tells a trial of the newest run", SLOW, async () => {
    const { code, stdout } = await shop.arena("replay", "raise-always:0", "--to-month", "2");
    expect(code).toBe(0);
    expect(stdout).toContain("Month 2 · Mar 2xx0");
    expect(stdout).not.toContain("Month 3 ·");
    expect(stdout).toMatch(/3 months played again/);
  });

  test("suggests the trial that was meant", SLOW, async () => {
    const { code, stderr } = await shop.arena("replay", newest(), "raise-allways:0");
    expect(code).toBe(1);
    expect(stderr).toContain("did you mean 'raise-always:0'?");
  });

  test("shows a difference and exits with 2", SLOW, async () => {
    const record = shop.path(newest(), "trials", "never-raise-s0-r0.jsonl");
    const text = readFileSync(record, "utf8");
    writeFileSync(record, text.replace(/("event":"month","month":4,.*?"revenue":)/, "$11"));
    const { code, stdout } = await shop.arena("replay", "never-raise:0");
    writeFileSync(record, text);
    expect(code).toBe(2);
    expect(stdout).toMatch(/DIFFERENCE in month 4, line \d+ of the record: "month", truth.revenue/);
  });
});

describe("arena branch and merge", () => {
  test("make a folder of their own", SLOW, async () => {
    const branched = await shop.arena("branch", newest(), "never-raise:0", "--at", "20", "--with", players[1] ?? "");
    expect(branched, branched.stderr).toMatchObject({ code: 0 });
    expect(branched.stdout).toMatch(/never-raise-s0-r0 as recorded: \w+ after \d+ months/);
    const folder = "results/branch-never-raise-s0-r0-m20-raise-always";
    expect(existsSync(shop.path(folder, "manifest.json"))).toBe(true);
    expect(await shop.arena("verify", folder)).toMatchObject({ code: 0 });
    const reported = await shop.arena("report", folder);
    expect(reported.code).toBe(1);
    expect(reported.stderr).toContain("is a branch of never-raise-s0-r0");
    rmSync(shop.path(folder), { recursive: true });
  });

  test("merge shards into the bytes of one run", SLOW, async () => {
    const words = ["run", "--models", ...players, "--seeds", "3", "--horizon", "12"];
    await shop.arena(...words, "--out", "whole");
    for (const part of ["1", "2"]) await shop.arena(...words, "--shard", `${part}/2`, "--out", `part${part}`);
    const merged = await shop.arena("merge", "part1", "part2", "--out", "merged");
    expect(merged, merged.stderr).toMatchObject({ code: 0 });
    for (const name of ["table1.csv", "table1.md", "trials.csv"]) {
      expect(shop.read("merged", name)).toBe(shop.read("whole", name));
    }
    expect(await shop.arena("verify", "merged")).toMatchObject({ code: 0 });
    expect((await shop.arena("merge", "part1", newest(), "--out", "mixed")).stderr).toContain(
      "are no parts of one run",
    );
  });
});

test("commands without a run say that there is none", SLOW, async () => {
  const empty = new Workshop();
  for (const words of [["verify"], ["report"], ["replay", "never-raise:0"]]) {
    const { code, stderr } = await empty.arena(...words);
    expect([words[0], code]).toEqual([words[0], 1]);
    expect(stderr).toContain("error: there is no run in results/");
  }
  empty.remove();
});
