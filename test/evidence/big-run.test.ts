// A run of 10,000 trials from its records to Table 1: under 5 seconds and 300 MB.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readManifest, writeManifest } from "../../src/record/run-folder.ts";
import { Workshop } from "../support/model-run.ts";
import { linesIn, runIn } from "../support/runs.ts";

const SEEDS = 3334;
const MAX_SECONDS = 5;
const MAX_MEGABYTES = 300;

test("10,002 trials are reported in time and memory", { timeout: 120_000 }, async () => {
  const shop = new Workshop();
  try {
    await multiply(shop, SEEDS);
    const probe = shop.path("probe.mjs");
    const told = shop.path("peak.txt");
    const words = `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS)))`;
    writeFileSync(
      probe,
      `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${words};\n`,
    );
    const startedMs = performance.now();
    const environment = { NODE_OPTIONS: `--import ${pathToFileURL(probe).href}` };
    const finished = await shop.startWith(environment, "report", "run").finished;
    const seconds = (performance.now() - startedMs) / 1000;
    const megabytes = Number(readFileSync(told, "utf8")) / 1024;
    expect(finished, finished.stderr).toMatchObject({ code: 0 });
    expect(shop.read("run", "trials.csv").split("\n")).toHaveLength(3 * SEEDS + 2);
    const row = `| ${3 * SEEDS} | ${seconds.toFixed(2)} s (${(seconds / MAX_SECONDS).toFixed(2)} of ${MAX_SECONDS}) | ${megabytes.toFixed(0)} MB (${(megabytes / MAX_MEGABYTES).toFixed(2)} of ${MAX_MEGABYTES}) |`;
    console.log(row);
    writeEvidence(row);
    expect(seconds).toBeLessThan(MAX_SECONDS);
    expect(megabytes).toBeLessThan(MAX_MEGABYTES);
  } finally {
    shop.remove();
  }
});

/** A run of three players on many seeds, its lines made from those of one seed. */
async function multiply(shop: Workshop, seeds: number): Promise<void> {
  const folder = shop.path("run");
  await runIn(folder, { seeds: [0], protocol: { horizon: 132 } });
  const lines = linesIn(folder).flatMap((line) =>
    Array.from({ length: seeds }, (_, seed) => {
      const trial = { ...line.trial, seed, id: line.trial.id.replace("-s0-", `-s${seed}-`) };
      const result = { ...line.result, finalCashCents: line.result.finalCashCents + seed * 1_000_003 };
      return `${JSON.stringify({ ...line, trial, result })}\n`;
    }),
  );
  writeFileSync(join(folder, "trials.jsonl"), lines.join(""));
  writeManifest(folder, { ...readManifest(folder), seeds: Array.from({ length: seeds }, (_, seed) => seed) });
}

function writeEvidence(row: string): void {
  const folder = process.env["ARENA_EVIDENCE_DIR"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "big-run.md"),
    `| trials | time to Table 1 | peak memory |\n| ---: | ---: | ---: |\n${row}\n`,
  );
}
