// The texts of the repository hold for every reader: they name no machine, no mirror and no unfinished business.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, repositoryFiles } from "./repository.ts";

// Written in pieces, so that this file does not break its own rules.
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "a host of a package registry",
    new RegExp(
      ["registry\\.(?:npmjs|yarnpkg)", "npm\\.pkg\\.github", "pypi\\.org", "(?:deb|security)\\.debian\\.org"].join("|"),
    ),
  ],
  ["a path of one machine", new RegExp(["(?<![\\w.-])/(?:work|home/\\w+|Users/\\w+)/", "\\.\\./shared\\b"].join("|"))],
  [
    "unfinished business without a link to its issue",
    new RegExp(`\\b(?:${["TO", "DO|FIX", "ME|XX", "X"].join("")})\\b(?!.*(?:#\\d|/issues/\\d))`),
  ],
];

describe("the repository names", () => {
  const texts = repositoryFiles().map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);

  test.each(FORBIDDEN)("nowhere %s", (_what, pattern) => {
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.flatMap(([file, text]) => linesWith(pattern, file, text))).toEqual([]);
  });
});

describe("the patterns find", () => {
  test.each<[text: string, found: boolean]>([
    ["https://registry.npm~js.org/zod", true],
    ["see /wo~rk/main/src", true],
    ["src/work/order.ts", false],
    ["read ../sha~red/design", true],
    ["// TO~DO: later", true],
    ["// TO~DO(#12): later", false],
    ["// FIX~ME later", true],
    ["a todo list", false],
  ])("in %j without the tilde: %s", (text, found) => {
    expect(FORBIDDEN.some(([, pattern]) => pattern.test(text.replace("~", "")))).toBe(found);
  });
});

function linesWith(pattern: RegExp, file: string, text: string): string[] {
  // Bytes that are no text (an image, an archive) have no lines.
  if (text.includes("\0")) return [];
  return text
    .split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : []));
}
