// docs/records.md tells the truth: its examples are valid, and one of them is what a run writes today.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { trialEventSchema } from "../../src/record/events.ts";
import { RECORD_FORMAT } from "../../src/record/format.ts";
import { manifestSchema } from "../../src/record/manifest.ts";
import { trialLineSchema } from "../../src/record/trial-line.ts";
import { ROOT } from "../house/repository.ts";
import { eventsIn, runIn, scripted } from "../support/runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const DOC = readFileSync(join(ROOT, "docs/records.md"), "utf8");

/** The lines of the examples marked so. */
function examples(mark: string): string[] {
  const blocks = [...DOC.matchAll(/^```(\S+ [^\n]*)\n(.*?)^```$/gms)];
  return blocks
    .filter(([, info = ""]) => info.startsWith(mark))
    .flatMap(([, , body = ""]) => body.trimEnd().split("\n"));
}

describe("the page on records", () => {
  const events = examples("jsonl events").map((line) => trialEventSchema.parse(JSON.parse(line)));

  test("has an example of every event", () => {
    const kinds = trialEventSchema.options.map((option) => option.shape.event.value);
    expect([...new Set(events.map(({ event }) => event))].sort()).toEqual([...kinds].sort());
  });

  test("has a valid line and a valid manifest of today's format", () => {
    const lines = examples("jsonl lines").map((line) => trialLineSchema.parse(JSON.parse(line)));
    const manifest = manifestSchema.parse(JSON.parse(examples("json manifest").join("\n")));
    expect([manifest.format, ...lines.map(({ format }) => format)]).toEqual([RECORD_FORMAT, RECORD_FORMAT]);
    expect(DOC).toContain(`The format is \`${RECORD_FORMAT}\``);
  });

  test("names every field", () => {
    const named = new Set([...DOC.matchAll(/`([\w.]+)`/g)].flatMap(([, name = ""]) => name.split(".")));
    const schemas = [...trialEventSchema.options, trialLineSchema, trialLineSchema.shape.result];
    const fields = schemas.flatMap((schema) => Object.keys((schema as z.ZodObject).shape));
    expect(fields.length).toBeGreaterThan(60);
    expect([...new Set(fields)].filter((field) => !named.has(field) && field !== "event")).toEqual([]);
  });

  test("shows what the trial it names writes today", async () => {
    const folder = temporaryFolder();
    await runIn(folder, { players: [scripted("raise-when-low")], seeds: [0], protocol: { horizon: 132 } });
    const written = eventsIn(folder, "raise-when-low-s0-r0").map(plain);
    const shown = examples("jsonl events raise-when-low:0").map((line) => plain(JSON.parse(line)));
    expect(shown.length).toBeGreaterThan(5);
    for (const line of shown) expect(written).toContain(line);
  });
});

/** Without the clock and without the stamps, which change with every release. */
function plain(event: unknown): string {
  return JSON.stringify(event, (key, value: unknown) =>
    ["at", "protocolStamp", "playerStamp", "stateHash"].includes(key) ? undefined : value,
  );
}
