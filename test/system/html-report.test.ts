// The HTML report and the leaderboard as a reader has them: one file, no network, any screen.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/repository.ts";
import { launchBrowser, openOffline, seriousViolations } from "../support/browser.ts";
import { describeWith } from "../support/requires.ts";

const PLAYERS = 30;
const SEEDS = 5;
const MEGABYTE = 1_000_000;

describeWith(["chromium"], "the pages", () => {
  const folder = mkdtempSync(join(tmpdir(), "arena-pages-"));
  const run = join(folder, "run");
  let browser: Browser;

  beforeAll(async () => {
    writePlayers(join(folder, "players"));
    arena("run", "--models", join(folder, "players", "*.yaml"), "--seeds", String(SEEDS), "--out", run, "--quiet");
    playedByModels(run);
    arena("report", run, "--format", "html", "--reference");
    arena("leaderboard", run, "--out", join(folder, "site"));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    // Undefined where what came before it failed.
    await (browser as Browser | undefined)?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const screens = [
    ["a desk", 1440, "light"],
    ["a phone at night", 390, "dark"],
    ["a desk at night", 1440, "dark"],
    ["a phone", 390, "light"],
  ] as const;
  // The leaderboard has the report's style, so half the screens show as much of it.
  const pages = [
    ["the report", join(run, "report.html"), screens],
    ["the leaderboard", join(folder, "site", "index.html"), screens.slice(0, 2)],
  ] as const;

  test("the report of 30 players on 5 seeds is below 5 MB", () => {
    expect(statSync(join(run, "report.html")).size).toBeLessThan(5 * MEGABYTE);
  });

  describe.each(pages)("%s", (name, file, shown) => {
    test.each(shown)(
      "on %s: no complaint, no serious violation, nothing wider than the screen",
      async (_, width, scheme) => {
        const url = pathToFileURL(file).href;
        const { page, complaints } = await openOffline(browser, url, {
          viewport: { width, height: 900 },
          colorScheme: scheme,
        });
        expect(await seriousViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        await keepScreenshot(page, `${name.replace("the ", "")}-${width}-${scheme}`);
        await page.context().close();
        expect(complaints).toEqual([]);
      },
    );
  });

  describe("the report's leaderboard", () => {
    const url = pathToFileURL(join(run, "report.html")).href;
    const names = ".board tbody tr:visible th a";

    test("is sorted by keyboard, either way, and tells a screen reader how", async () => {
      const { page } = await openOffline(browser, url);
      const months = page.locator(".board thead th").nth(3);
      await months.getByRole("button").focus();
      await page.keyboard.press("Enter");
      expect(await months.getAttribute("aria-sort")).toBe("descending");
      const best = await page.locator(names).first().textContent();
      await page.keyboard.press("Enter");
      expect(await months.getAttribute("aria-sort")).toBe("ascending");
      expect(await page.locator(names).last().textContent()).not.toBe(await page.locator(names).first().textContent());
      expect(best).not.toBeNull();
      await page.context().close();
    });

    test("is filtered by name, category and anchors, its cards with it, and says how many are left", async () => {
      const { page } = await openOffline(browser, url);
      const count = page.getByRole("status");
      expect(await count.textContent()).toBe(`${PLAYERS} players`);
      await page.getByLabel("Find a player").fill("player 07");
      expect(await page.locator(names).allTextContents()).toEqual(["Player 07"]);
      expect(await page.locator("[data-card]:visible").count()).toBe(1);
      expect(await count.textContent()).toBe(`1 of ${PLAYERS} players`);
      await page.getByLabel("Find a player").fill("");
      await page.getByLabel("Show anchors").uncheck();
      expect(await page.locator(names).count()).toBe(PLAYERS - ANCHOR_POLICIES.length);
      await page.getByLabel("Category").selectOption("Large");
      expect(await page.locator(names).count()).toBe(Math.ceil((PLAYERS - ANCHOR_POLICIES.length) / 2));
      await page.context().close();
    });

    test("changes its colours on request", async () => {
      const { page } = await openOffline(browser, url, { colorScheme: "light" });
      const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
      const before = await paper();
      await page.getByRole("button", { name: "Light / dark" }).click();
      expect(await paper()).not.toBe(before);
      await page.context().close();
    });

    test("is whole on paper and without a script", async () => {
      const { page } = await openOffline(browser, url, { javaScriptEnabled: false });
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(names).count()).toBe(PLAYERS);
      expect(await page.locator(".bar").isVisible()).toBe(false);
      expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
      await page.context().close();
    });
  });
});

const ANCHOR_POLICIES: readonly (readonly [label: string, policy: string])[] = [
  ["never-raise", "policy: never-raise"],
  ["raise-when-low", "policy: raise-when-low"],
  ["raise-under-25m", "policy: raise-when-low\nparams: { belowCashUsd: 25000000 }"],
  ["greedy-equity", "policy: raise-always"],
];

/** Thirty players that live and die in many ways. */
function writePlayers(folder: string): void {
  mkdirSync(folder);
  const write = (label: string, category: string, policy: string) =>
    writeFileSync(
      join(folder, `${label.toLowerCase().replace(" ", "-")}.yaml`),
      `label: ${label}\ncategory: ${category}\nframework: scripted\n${policy}\n`,
    );
  for (const [label, policy] of ANCHOR_POLICIES) write(label, "Scripted", policy);
  for (let number = 0; number < PLAYERS - ANCHOR_POLICIES.length; number += 1) {
    const amountUsd = (2 + ((number * 7) % 20)) * MEGABYTE;
    const policies = [
      `policy: raise-when-low\nparams: { amountUsd: ${amountUsd}, belowCashUsd: ${amountUsd} }`,
      `policy: random\nparams: { maxAmountUsd: ${amountUsd} }`,
      `policy: raise-always\nparams: { instrument: debt, amountUsd: ${amountUsd} }`,
      `policy: raise-once\nparams: { month: ${number * 2} }`,
    ];
    const label = `Player ${String(number).padStart(2, "0")}`;
    write(label, number % 2 === 0 ? "Large" : "Small", policies[number % policies.length] ?? "");
  }
}

/** Makes the run look as if models had played it: the report must show costs too. */
function playedByModels(run: string): void {
  const manifestFile = join(run, "manifest.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as {
    players: { framework: string; category: string }[];
  };
  for (const player of manifest.players) if (player.category !== "Scripted") player.framework = "react";
  writeFileSync(manifestFile, JSON.stringify(manifest));
  const trialsFile = join(run, "trials.jsonl");
  const lines = readFileSync(trialsFile, "utf8").trim().split("\n");
  const paid = lines.map((text, index) => {
    const line = JSON.parse(text) as { trial: { label: string }; result: object };
    const usage = {
      inputTokens: 1000 * index,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: 100 * index,
      reasoningTokens: null,
      costUsd: index / 100,
    };
    return line.trial.label.startsWith("Player") ? { ...line, result: { ...line.result, usage } } : line;
  });
  writeFileSync(trialsFile, paid.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function arena(...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "bin", "arena.js"), ...args], {
    encoding: "utf8",
    timeout: 120_000,
  });
  // Scripted players cannot fail, so anything but 0 is a defect; with what the command said of it.
  expect({ status, said: status === 0 ? "" : stderr }).toEqual({ status: 0, said: "" });
}

/** For people to look at: ARENA_SCREENSHOTS names the folder. */
async function keepScreenshot(page: { screenshot: (options: object) => Promise<unknown> }, name: string) {
  const folder = process.env["ARENA_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
