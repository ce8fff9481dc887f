// A record stays small: a finished scripted trial under 60 kB gzipped, and no growth with the square of the months.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { runIn, scripted } from "../support/runs.ts";
import { folderOfFile } from "../support/temporary.ts";

const folder = folderOfFile();
const POLICIES = ["never-raise", "raise-once", "raise-always", "raise-when-low", "random"];

beforeAll(async () => {
  await runIn(folder, { players: POLICIES.map((policy) => scripted(policy)), seeds: [0], protocol: { horizon: 132 } });
});

test.each(POLICIES)("a finished trial of %s is under 60 kB gzipped", (policy) => {
  const bytes = readFileSync(join(folder, "trials", `${policy}-s0-r0.jsonl`));
  expect(gzipSync(bytes).length).toBeLessThan(60_000);
});

test("the last months take no more than the twentieth and those after it", () => {
  const lines = readFileSync(join(folder, "trials", "random-s0-r0.jsonl"), "utf8").split("\n");
  const bytesOf = (from: number, to: number): number =>
    lines
      .filter((line) => {
        const month = Number(/"month":(\d+)/.exec(line)?.[1] ?? -1);
        return month >= from && month < to;
      })
      .reduce((sum, line) => sum + line.length, 0);
  expect(bytesOf(112, 132)).toBeLessThan(2 * bytesOf(20, 40));
});
