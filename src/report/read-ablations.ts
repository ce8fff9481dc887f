// Reads `sweep.json`, which a sweep leaves beside its runs, for the figures of a report.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import type { Ablations } from "./charts/ablations.ts";
import { FIGURES } from "./scored-trials.ts";

/** The sweep that a folder is, or that a run's folder lies in; null where there is none. */
export function readAblations(folder: string): Ablations | null {
  const file = [folder, dirname(folder)].map((place) => join(place, "sweep.json")).find((path) => existsSync(path));
  if (file === undefined) return null;
  const parsed = ablationsSchema.safeParse(tryParseJson(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${file}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`, {
    hint: "The file was changed or is another version's: run the sweep again, or move the file away.",
  });
}

const amount = z.number().nullable();

const pairedSchema = z.object({
  difference: amount,
  low: amount,
  high: amount,
  p: amount,
  sd: amount,
  pairs: z.number(),
  estimator: z.enum(["student-t", "bootstrap-bca", "no-spread", "one-seed", "no-data"]),
  level: z.number(),
  streamSeed: z.union([z.number(), z.string()]),
  resamples: amount,
});

const playerSchema = z.object({
  label: z.string(),
  deltas: z.array(
    z.object({
      figure: z.enum(FIGURES),
      base: amount,
      setting: amount,
      paired: pairedSchema,
      p: amount,
      pHolm: amount,
    }),
  ),
});

/** Only what the figures need; the file says more. */
const ablationsSchema: z.ZodType<Ablations> = z.object({
  name: z.string(),
  level: z.number(),
  streamSeed: z.union([z.number(), z.string()]),
  settings: z.array(
    z.object({
      name: z.string(),
      changes: z.string(),
      sameAs: z.string().nullable(),
      players: z.array(playerSchema),
      allPlayers: playerSchema.nullable(),
    }),
  ),
});
