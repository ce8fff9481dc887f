// Opens pages in Debian's chromium with the network off, and keeps everything a page complains about.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { present } from "../../src/std/assert.ts";
import { chromiumPath } from "./requires.ts";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts the browser; close it in the end. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: present(chromiumPath(), "chromium is there"),
    args: ARGUMENTS,
    timeout: 30_000,
  });
}

/** A page with what it complained about so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and requests for anything but the page itself. */
  readonly complaints: readonly string[];
}

/** Opens a file with the network off. */
export async function openOffline(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ offline: true, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(url, { timeout: 30_000 });
  return { page, complaints };
}

/** The serious and critical violations that axe finds in a page, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }
    const inPage = globalThis as unknown as { axe: { run: () => Promise<{ violations: readonly Violation[] }> } };
    const { violations } = await inPage.axe.run();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return serious.map(
      ({ id, nodes }) => `${id}: ${String(nodes.length)} times, first ${nodes[0]?.html.slice(0, 200) ?? ""}`,
    );
  });
}
