// Sessions of a run as a user has them: interrupted, refused, resumed, piped, and told with the right exit code.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { pacedPlayer } from "../support/killed-run.ts";
import { type Finished, Workshop } from "../support/model-run.ts";
import { factsOf } from "../support/runs.ts";

const SLOW = { timeout: 90_000 };

function workshop(): Workshop {
  const shop = new Workshop();
  onTestFinished(() => {
    shop.remove();
  });
  return shop;
}

/** Words of a run that takes seconds: two paced players on two seeds. */
function pacedRun(shop: Workshop, paceMs = 25): string[] {
  const files = ["raise-always", "random"].map((policy) => pacedPlayer(shop, policy, paceMs));
  return ["run", "--models", ...files, "--seeds", "2", "--horizon", "40", "--out", "run"];
}

/** Resolves when a started run has its trials under way. */
async function underWay(shop: Workshop, run = "run"): Promise<void> {
  while (!existsSync(shop.path(run, "trials")) || readdirSync(shop.path(run, "trials")).length === 0) await wait(10);
}

function jsonLines({ stdout }: Finished): Record<string, unknown>[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("a run that is interrupted", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "by %s stops, says so, and goes on with the same command",
    SLOW,
    async (signal) => {
      const shop = workshop();
      const words = pacedRun(shop);
      const { child, finished } = shop.start(...words);
      await underWay(shop);
      child.kill(signal);
      const stopped = await finished;
      expect(stopped, stopped.stderr).toMatchObject({ code: 130 });
      expect(stopped.stderr).toContain("no trial starts any more");
      expect(stopped.stderr).toContain("interrupted: the same command goes on");
      expect(await shop.arena(...words)).toMatchObject({ code: 0 });
      await shop.arena(...words.slice(0, -1), "whole");
      expect(factsOf(shop.path("run"))).toEqual(factsOf(shop.path("whole")));
    },
  );

  test("twice ends at once and leaves the folder free", SLOW, async () => {
    const shop = workshop();
    const words = pacedRun(shop, 5000);
    const { child, finished } = shop.start(...words);
    await underWay(shop);
    child.kill("SIGINT");
    await wait(100);
    child.kill("SIGINT");
    expect(await finished).toMatchObject({ code: 130 });
    expect(existsSync(shop.path("run", ".lock"))).toBe(false);
  });

  test("by --max-minutes is suspended with exit code 4", SLOW, async () => {
    const shop = workshop();
    const words = pacedRun(shop, 300);
    const stopped = await shop.arena(...words, "--max-minutes", "0.03");
    expect(stopped, stopped.stderr).toMatchObject({ code: 4 });
    expect(stopped.stderr).toContain("--max-minutes 0.03 reached");
  });
});

describe("a folder in use", () => {
  test("is refused to a second process, by name, and the first goes on unharmed", SLOW, async () => {
    const shop = workshop();
    // Slow enough to outlast the start of any second process.
    const words = pacedRun(shop, 1000);
    const { child, finished } = shop.start(...words);
    await underWay(shop);
    const second = await shop.arena(...words);
    expect(second, second.stderr).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toContain(`error: run is in use by process ${child.pid}`);
    expect(second.stderr).toContain("--out or --new");
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    expect(await finished).toMatchObject({ code: 130 });
    expect(await shop.arena("verify", "run")).toMatchObject({ code: 0 });
  });

  test("is taken over at once when its process was killed", SLOW, async () => {
    const shop = workshop();
    const words = pacedRun(shop);
    const { child, finished } = shop.start(...words);
    await underWay(shop);
    child.kill("SIGKILL");
    await finished;
    expect(existsSync(shop.path("run", ".lock"))).toBe(true);
    expect(await shop.arena(...words)).toMatchObject({ code: 0 });
  });
});

test("a run whose lock is taken from it stops writing and says so", SLOW, async () => {
  const shop = workshop();
  const { finished } = shop.start(...pacedRun(shop, 500));
  await underWay(shop);
  // As another machine does that has not heard of this process for long.
  rmSync(shop.path("run", ".lock"), { recursive: true });
  mkdirSync(shop.path("run", ".lock"));
  writeFileSync(shop.path("run", ".lock-owner.json"), JSON.stringify({ host: "elsewhere", pid: 4711 }));
  const stopped = await finished;
  expect(stopped, stopped.stderr).toMatchObject({ code: 3 });
  expect(stopped.stderr).toContain("the lock on run was lost: process 4711 on elsewhere may be at work there");
  expect(existsSync(shop.path("run", ".lock"))).toBe(true);
});

describe("output", () => {
  test("with --json is one event a line on stdout and nothing else", SLOW, async () => {
    const shop = workshop();
    const finished = await shop.arena(...pacedRun(shop, 0), "--json");
    const events = jsonLines(finished);
    expect(finished.code).toBe(0);
    expect(events[0]).toMatchObject({ event: "opened", planned: 4, todo: 4 });
    expect(events.filter(({ event }) => event === "finished")).toHaveLength(4);
    expect(events.at(-1)).toMatchObject({ event: "done", planned: 4, scored: 4, failed: 0, stop: null });
    expect(finished.stderr).toContain("4 of 4 trials scored");
  });

  test("with --json of an error or a plan stays clean", SLOW, async () => {
    const shop = workshop();
    const wrong = await shop.arena("run", "--models", "none.yaml", "--json");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(jsonLines(await shop.arena(...pacedRun(shop), "--dry-run", "--json"))).toHaveLength(1);
  });

  test("with --quiet is the last line", SLOW, async () => {
    const shop = workshop();
    expect(await shop.arena(...pacedRun(shop, 0), "--quiet")).toEqual({
      code: 0,
      stdout: "",
      stderr: "4 of 4 trials scored; results in run\n",
    });
  });

  test("to a reader that has gone stops no run", SLOW, async () => {
    const shop = workshop();
    const { child, finished } = shop.start(...pacedRun(shop, 5), "--json");
    child.stdout?.destroy();
    expect(await finished).toMatchObject({ code: 0 });
    expect(shop.read("run", "table1.csv")).toContain("raise-always");
  });
});

describe("a run that cannot begin says why:", () => {
  test("its folder is a file", SLOW, async () => {
    const shop = workshop();
    writeFileSync(shop.path("run"), "mine");
    const finished = await shop.arena(...pacedRun(shop));
    expect(finished).toMatchObject({ code: 1, stdout: "" });
    expect(finished.stderr).toContain("error: the results folder run cannot be made: a file is in its place");
    expect(finished.stderr).not.toContain("bug");
  });

  test("its manifest is damaged, or of another format", SLOW, async () => {
    const shop = workshop();
    mkdirSync(shop.path("run"));
    for (const [text, words] of [
      ['{"format":', "manifest.json: not JSON"],
      ['{"format":"99"}', 'of format "99"'],
    ] as const) {
      writeFileSync(shop.path("run", "manifest.json"), text);
      const finished = await shop.arena(...pacedRun(shop));
      expect(finished).toMatchObject({ code: 1, stdout: "" });
      expect(finished.stderr).toContain(words);
    }
  });
});
