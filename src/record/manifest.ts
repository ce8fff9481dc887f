// `manifest.json`: what a run is (its identity), what it plans, and the sessions that worked on it.
import { z } from "zod";

/** A player as a run knows it: its row in the table and its stamp. */
export const manifestPlayerSchema = z.strictObject({
  label: z.string(),
  category: z.string(),
  framework: z.string(),
  playerStamp: z.string(),
  /** Whether it always decides alike on a seed, so that it is played once a seed whatever the repeats. */
  deterministic: z.boolean(),
  /** The player's settings as validated, without secrets. */
  settings: z.record(z.string(), z.unknown()),
});

/** A player as a run knows it. */
export type ManifestPlayer = z.infer<typeof manifestPlayerSchema>;

/** One process that worked on the run. */
export const sessionSchema = z.strictObject({
  startedAt: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  dirty: z.boolean().nullable(),
  node: z.string(),
  platform: z.string(),
  host: z.string(),
  pid: z.number(),
  lockfileHash: z.string().nullable(),
  flags: z.array(z.string()),
  notes: z.array(z.string()),
});

/** One process that worked on the run. */
export type Session = z.infer<typeof sessionSchema>;

/** A run's identity, plan and sessions. */
export const manifestSchema = z.strictObject({
  format: z.string(),
  /** What must not change between sessions: another protocol is another table. */
  protocolStamp: z.string(),
  protocol: z.record(z.string(), z.unknown()),
  fingerprint: z.string(),
  dataHash: z.string(),
  toolHash: z.string(),
  /** Players in table order. */
  players: z.array(manifestPlayerSchema),
  seeds: z.array(z.number().int()),
  repeats: z.number().int().min(1),
  /** `[i, n]`, from 1, where the folder holds one shard of a run. */
  shard: z.tuple([z.number().int(), z.number().int()]).nullable(),
  /** Set where the folder is not a run of its own (a branch), which no table may show. */
  branchOf: z.string().nullable(),
  sessions: z.array(sessionSchema),
});

/** A run's identity, plan and sessions. */
export type Manifest = z.infer<typeof manifestSchema>;
