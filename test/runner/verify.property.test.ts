// With one byte of a record changed, anywhere in it, verifying names the trial and the month.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { protocolSchema } from "../../src/env/protocol.ts";
import type { Manifest } from "../../src/record/manifest.ts";
import { readManifest } from "../../src/record/run-folder.ts";
import { planOf } from "../../src/runner/open-run.ts";
import type { PlannedTrial } from "../../src/runner/plan.ts";
import { type Difference, verifyTrial } from "../../src/runner/verify-trial.ts";
import { linesIn, runIn, scripted } from "../support/runs.ts";
import { SCENARIO } from "../support/scenario.ts";
import { folderOfFile } from "../support/temporary.ts";

const original = folderOfFile();
const copy = folderOfFile();
const ID = "random-s3-r0";
const RECORD = join("trials", `${ID}.jsonl`);
let bytes: Buffer;
let manifest: Manifest;
let trial: PlannedTrial;

beforeAll(async () => {
  await runIn(original, { players: [scripted("random")], seeds: [3], protocol: { horizon: 5 } });
  mkdirSync(join(copy, "trials"), { recursive: true });
  cpSync(join(original, "trials.jsonl"), join(copy, "trials.jsonl"));
  bytes = readFileSync(join(original, RECORD));
  manifest = readManifest(original);
  trial = planOf(manifest)[0] as PlannedTrial;
});

async function differencesWith(content: Buffer): Promise<readonly Difference[]> {
  writeFileSync(join(copy, RECORD), content);
  const protocol = protocolSchema.parse(manifest.protocol);
  const { differences } = await verifyTrial({
    folder: copy,
    manifest,
    protocol,
    scenario: SCENARIO,
    trial,
    lines: linesIn(copy),
  });
  return differences;
}

/** The month of the event that a byte stands in: of what has none, the month beside it. */
function monthAt(position: number): number {
  const lines = bytes.toString("utf8").split("\n");
  const line = bytes.subarray(0, position).toString("utf8").split("\n").length - 1;
  const months = lines.slice(0, line + 1).map((text) => /"month":(\d+)/.exec(text)?.[1]);
  return Number(months.findLast((month) => month !== undefined) ?? 0);
}

test("nothing is found in the record as it is", async () => {
  expect(await differencesWith(bytes)).toEqual([]);
  expect(bytes.toString("utf8")).toMatch(/^[ -~\n]*$/);
});

test("a changed byte is found, with trial and month", async () => {
  const position = fc.nat().map((n) => n % bytes.length);
  await fc.assert(
    fc.asyncProperty(position, fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const content = Buffer.from(bytes);
      content[at] = (content[at] ?? 0) ^ flip;
      const differences = await differencesWith(content);
      expect(differences[0]?.where).toBe(ID);
      // The digest of a month covers the line of the month before it, which cannot hold its own.
      const named = differences.flatMap(({ month, what }) => [month, ...numbersIn(what)]);
      expect(named).toContain(monthAt(at));
    }),
    { numRuns: 400 },
  );
});

test("a byte taken out or put in is found", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(" ", "\n", "0", '"', ""), async (n, text) => {
      const at = n % bytes.length;
      const rest = text === "" ? bytes.subarray(at + 1) : bytes.subarray(at);
      const content = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), rest]);
      expect((await differencesWith(content))[0]?.where).toBe(ID);
    }),
    { numRuns: 150 },
  );
});

function numbersIn(words: string): number[] {
  return [...words.matchAll(/month (\d+)/g)].map((match) => Number(match[1]));
}
