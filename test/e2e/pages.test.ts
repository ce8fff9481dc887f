// Report, export and leaderboard as a user types them, on a small real run.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runArena } from "../support/arena-process.ts";
import { runIn, scripted } from "../support/runs.ts";
import { folderOfFile } from "../support/temporary.ts";

const folder = folderOfFile();
const run = join(folder, "run");
const arena = (...words: string[]) => runArena(words, { cwd: folder });

beforeAll(async () => {
  await runIn(run, { players: [scripted("raise-when-low"), scripted("never-raise")] });
});

describe("arena report --format html,latex --reference", () => {
  test("writes one page, its figures and the LaTeX table", async () => {
    const { code, stdout, stderr } = await arena("report", "run", "--format", "html,latex,md", "--reference");
    expect(stderr).toMatch(/report\.html, table1\.tex, table1\.md, reference\.md, \d+ figures in figures\//);
    expect(stdout).toContain("measured on the authors' simulator");
    expect(code).toBe(0);
    const read = (...path: string[]): string => readFileSync(join(run, ...path), "utf8");
    expect(read("report.html")).toContain("raise-when-low");
    expect(read("table1.tex")).toContain("\\toprule");
    const figures = readdirSync(join(run, "figures"));
    expect(stderr).toContain(`${figures.length} figures`);
    expect(figures.every((name) => read("figures", name).startsWith("<svg "))).toBe(true);
  });
});

describe("arena export", () => {
  test("writes a trial as chat messages to standard output, and to a file the same", async () => {
    const { code, stdout } = await arena("export", "run", "raise-when-low-s0-r0");
    expect(code).toBe(0);
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { role: string; content: string });
    expect(messages[0]).toMatchObject({ role: "user", content: expect.stringContaining("Month 0") as string });
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(12);
    expect(messages.filter(({ role }) => role === "tool")).toHaveLength(
      messages.filter(({ role }) => role === "assistant").length,
    );
    await arena("export", "run", "raise-when-low-s0-r0", "--out", "trial.jsonl");
    expect(readFileSync(join(folder, "trial.jsonl"), "utf8")).toBe(stdout);
  });

  test("of a trial that is not there says where trials are", async () => {
    const { code, stderr } = await arena("export", "run", "nobody-s0-r0");
    expect(code).toBe(1);
    expect(stderr).toContain("run has no trial nobody-s0-r0");
    expect(stderr).toContain("run/trials");
  });
});

describe("arena leaderboard", () => {
  test("writes a page and its data, and needs no event file", async () => {
    const { code, stderr } = await arena("leaderboard", "run", "--out", "site");
    expect(stderr).toContain("1 runs, 2 players");
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "site", "index.html"), "utf8")).toContain("never-raise");
    const data = JSON.parse(readFileSync(join(folder, "site", "data.json"), "utf8")) as { protocols: unknown[] };
    expect(data.protocols).toHaveLength(1);
  });

  test("without --out or with a folder that is no run says what is missing", async () => {
    expect((await arena("leaderboard", "run")).stderr).toContain("--out");
    const { code, stderr } = await arena("leaderboard", "nowhere", "--out", "other");
    expect(stderr).toContain("nowhere is not a run");
    expect(code).toBe(1);
    expect(existsSync(join(folder, "other"))).toBe(false);
  });
});
