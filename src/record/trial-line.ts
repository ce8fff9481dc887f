// One line of `trials.jsonl`: all that a table needs to know of a finished trial.
import { z } from "zod";

const cents = z.number().int();
const count = z.number().int().min(0);

/** Tokens and money a trial's model used; null where the provider did not say. */
export const usageSchema = z.strictObject({
  inputTokens: z.number().nullable(),
  cachedInputTokens: z.number().nullable(),
  cacheWriteTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  reasoningTokens: z.number().nullable(),
  costUsd: z.number().nullable(),
});

/** How a trial ended. Only `completed` trials are scored; a failure is never a bankruptcy. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("completed"), ending: z.enum(["survived", "bankrupt"]) }),
  z.strictObject({ kind: z.literal("truncated"), limit: z.string(), value: z.number() }),
  z.strictObject({ kind: z.literal("failed"), code: z.string(), message: z.string() }),
]);

/** How a trial ended. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** What identifies a trial within a run. */
export const trialIdSchema = z.strictObject({
  /** `<slug>-s<seed>-r<repeat>`: the name of its event file. */
  id: z.string(),
  label: z.string(),
  seed: z.number().int(),
  repeat: count,
});

/** The results of a trial; money in integer cents. */
export const trialResultSchema = z.strictObject({
  outcome: outcomeSchema,
  /** Months survived; of a trial that is not scored, months done. */
  months: count,
  /** Months in which the player acted, the fatal one included. */
  monthsActed: count,
  /** 0 for a bankrupt company; null where the trial is not scored. */
  scoreCents: cents.nullable(),
  trailingRevenueCents: cents.nullable(),
  finalCashCents: cents,
  notesOutstandingCents: cents,
  /** Settled equity and debt. */
  raisedCents: cents,
  equityRounds: count,
  debtRounds: count,
  /** Answered information calls. */
  toolCalls: count,
  refusedCalls: count,
  closings: count,
  /** Requests carried out, met or not. */
  requests: count,
  /** Requests refused because one was pending; they are no actions. */
  refusedRequests: count,
  forcedPasses: count,
  noteCalls: count,
  /** Model replies; 0 for players without a model. */
  turns: count,
  usage: usageSchema.nullable(),
  /** The model's name as its provider gave it last; null for players without a model. */
  servedModel: z.string().nullable(),
  /** Replies by the model's name as the provider gave it; only where it gave more than one. */
  servedModels: z.exactOptional(z.record(z.string(), count)),
  /** How often each oddity of replies (broken arguments, cut or empty replies …) was met. */
  oddities: z.record(z.string(), z.number().int()),
  /** Whether each crisis was survived; null where the horizon ends before it. */
  crises: z.tuple([z.boolean().nullable(), z.boolean().nullable(), z.boolean().nullable()]),
  /** The state hash after the last month that ran; empty when none did. */
  stateHash: z.string(),
});

/** The results of a trial. */
export type TrialResult = z.infer<typeof trialResultSchema>;

/** One line of `trials.jsonl`. The newest line of an id counts. */
export const trialLineSchema = z.strictObject({
  format: z.string(),
  trial: trialIdSchema,
  /** How often the trial has been taken up, from 1. */
  attempt: z.number().int().min(1),
  protocolStamp: z.string(),
  playerStamp: z.string(),
  result: trialResultSchema,
  /** What comparisons leave out: the clock of its last event, and size and digest of its event file. */
  at: z.strictObject({ ms: z.number(), bytes: count, digest: z.string() }),
});

/** One line of `trials.jsonl`. */
export type TrialLine = z.infer<typeof trialLineSchema>;

/** The word for an outcome in tables: `survived`, `bankrupt`, `truncated` or `failed`. */
export function outcomeWord(outcome: Outcome): "survived" | "bankrupt" | "truncated" | "failed" {
  return outcome.kind === "completed" ? outcome.ending : outcome.kind;
}

/** The models that answered in a trial, by name; none where its provider named none. */
export function servedIn({ servedModel, servedModels }: TrialResult): readonly string[] {
  if (servedModels !== undefined) return Object.keys(servedModels).sort();
  return servedModel === null ? [] : [servedModel];
}
