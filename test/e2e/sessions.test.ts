// Sessions of a run as a user has them: interrupted, refused, resumed, piped, and told with the right exit code.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ArenaProcess } from "../support/arena-process.ts";
import { ENDLESS_MS, pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";
import type { Finished } from "../support/program.ts";
import { factsOf } from "../support/runs.ts";

function workshop(): Workshop {
  const shop = new Workshop();
  onTestFinished(() => {
    shop.remove();
  });
  return shop;
}

/** Words of a run of two players on two seeds: one plays, the other keeps the run from ending. */
function endlessRun(shop: Workshop): string[] {
  const files = [pacedPlayer(shop, "random", 10), pacedPlayer(shop, "raise-always", ENDLESS_MS)];
  return ["run", "--models", ...files, "--seeds", "2", "--horizon", "40", "--workers", "1", "--out", "run"];
}

function jsonLines({ stdout }: Finished): Record<string, unknown>[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("a run of many sessions", () => {
  const shop = new Workshop();
  let words: string[] = [];

  beforeAll(() => {
    words = endlessRun(shop);
  });

  afterAll(() => {
    shop.remove();
  });

  const isLocked = (): boolean => existsSync(shop.path("run", ".lock"));

  /** A session that has begun to play. */
  async function session(): Promise<ArenaProcess> {
    const running = shop.start(...words);
    await running.plays();
    return running;
  }

  test("is stopped by no reader that has gone, and interrupted by SIGTERM in the middle of a trial", async () => {
    const running = shop.start(...words, "--json");
    running.child.stdout?.destroy();
    const record = shop.path("run", "trials", "random-s0-r0.jsonl");
    await running.until(() => existsSync(record) && readFileSync(record, "utf8").includes('"event":"month","month":2'));
    running.child.kill("SIGTERM");
    const stopped = await running.finished;
    expect(stopped, stopped.stderr).toMatchObject({ code: 130 });
    expect(stopped.stderr).toContain("no trial starts any more");
    expect(stopped.stderr).toContain("interrupted: the same command goes on");
  });

  test("is refused to a second process, by name, goes on unharmed, and is interrupted by SIGINT", async () => {
    const running = await session();
    const second = await shop.arena(...words);
    expect(second, second.stderr).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toContain(`error: run is in use by process ${running.child.pid}`);
    expect(second.stderr).toContain("--out or --new");
    expect(running.child.exitCode).toBeNull();
    running.child.kill("SIGINT");
    const stopped = await running.finished;
    expect(stopped, stopped.stderr).toMatchObject({ code: 130 });
    expect(stopped.stderr).toContain("interrupted: the same command goes on");
  });

  test("is interrupted twice, ends at once, and leaves the folder free", async () => {
    const running = await session();
    running.child.kill("SIGINT");
    await running.says("Once more stops at once");
    running.child.kill("SIGINT");
    expect(await running.finished).toMatchObject({ code: 130 });
    expect(isLocked()).toBe(false);
  });

  test("goes on to its end with the same command, and with --quiet says the last line alone", async () => {
    pacedPlayer(shop, "raise-always", 0);
    expect(await shop.arena(...words, "--quiet")).toEqual({
      code: 0,
      stdout: "",
      stderr: "4 of 4 trials scored; results in run\n",
    });
  });

  test("leaves what one does that was never stopped, and tells programs one event a line", async () => {
    const whole = await shop.arena(...words.slice(0, -1), "whole", "--json");
    const events = jsonLines(whole);
    expect(whole.code).toBe(0);
    expect(events[0]).toMatchObject({ event: "opened", planned: 4, todo: 4 });
    expect(events.filter(({ event }) => event === "finished")).toHaveLength(4);
    expect(events.at(-1)).toMatchObject({ event: "done", planned: 4, scored: 4, failed: 0, stop: null });
    expect(whole.stderr).toContain("4 of 4 trials scored");
    expect(shop.read("run", "table1.csv")).toBe(shop.read("whole", "table1.csv"));
    expect(factsOf(shop.path("run"))).toEqual(factsOf(shop.path("whole")));
  });
});

test("a run whose lock is taken from it stops writing and says so", async () => {
  const shop = workshop();
  const running = shop.start(...endlessRun(shop));
  await running.plays();
  // As another machine does that has not heard of this process for long; its name first, since a beat may come between.
  writeFileSync(shop.path("run", ".lock-owner.json"), JSON.stringify({ host: "elsewhere", pid: 4711 }));
  rmSync(shop.path("run", ".lock"), { recursive: true });
  mkdirSync(shop.path("run", ".lock"));
  const stopped = await running.finished;
  expect(stopped, stopped.stderr).toMatchObject({ code: 3 });
  expect(stopped.stderr).toContain("the lock on run was lost: process 4711 on elsewhere may be at work there");
  expect(existsSync(shop.path("run", ".lock"))).toBe(true);
});

test("a run that finds a file in place of its folder says so, does not begin, and leaves programs a clean stdout", async () => {
  const shop = workshop();
  writeFileSync(shop.path("run"), "mine");
  const finished = await shop.arena(...endlessRun(shop), "--json");
  expect(finished).toMatchObject({ code: 1, stdout: "" });
  expect(finished.stderr).toContain("error: the results folder run cannot be made: a file is in its place");
  expect(finished.stderr).not.toContain("bug");
});
