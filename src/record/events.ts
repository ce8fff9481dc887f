// What happens in a trial, in order, one JSON line each. Messages are deltas: nothing is written twice.
import { z } from "zod";
import { outcomeSchema, trialIdSchema, trialResultSchema, usageSchema } from "./trial-line.ts";

const month = z.number().int().min(0);
const cents = z.number().int();

/** Clock values, which comparisons leave out: milliseconds since the epoch, and digests of bytes that hold such values. */
export const atSchema = z.strictObject({
  ms: z.number(),
  /** On `month` events: SHA-256 of the file's bytes after the previous digest's line began. */
  digest: z.exactOptional(z.string()),
});

const at = { at: atSchema };

/** A model's reply as the loop uses it; `echo` is the provider's own items, kept verbatim. */
const replySchema = z.record(z.string(), z.unknown());

/** Everything a trial's file can hold. */
export const trialEventSchema = z.discriminatedUnion("event", [
  z.strictObject({
    event: z.literal("started"),
    format: z.string(),
    trial: trialIdSchema,
    protocolStamp: z.string(),
    playerStamp: z.string(),
    ...at,
  }),
  /** The month's opening message, word for word. */
  z.strictObject({ event: z.literal("opening"), month, text: z.string(), ...at }),
  /** Words of the loop to the model that are neither openings nor tool results. */
  z.strictObject({ event: z.literal("message"), month, role: z.enum(["system", "user"]), text: z.string(), ...at }),
  /** The oldest months were left out of the conversation, since it had grown longer than the model takes. */
  z.strictObject({ event: z.literal("trimmed"), month, monthsKept: z.number().int().min(1), ...at }),
  /** One model reply: which request it answered, what it said and what it cost. */
  z.strictObject({
    event: z.literal("turn"),
    month,
    turn: z.number().int().min(1),
    requestHash: z.string(),
    reply: replySchema,
    usage: usageSchema.nullable(),
    ...at,
  }),
  z.strictObject({ event: z.literal("call"), month, name: z.string(), arguments: z.unknown(), ...at }),
  /** What the call answered, word for word. */
  z.strictObject({ event: z.literal("result"), month, text: z.string(), isError: z.boolean(), ...at }),
  /** The month's decision. */
  z.strictObject({
    event: z.literal("action"),
    month,
    action: z.enum(["book_closing", "fund_raising_request", "pass", "closing_and_request"]),
    result: z.enum(["done", "refused"]),
    forced: z.boolean(),
    instrument: z.exactOptional(z.enum(["equity", "debt"])),
    amountCents: z.exactOptional(cents),
    /** Why, in the player's own words, where it gave any. */
    why: z.exactOptional(z.string()),
    ...at,
  }),
  /** A request that came back at the start of `month` (or at once, without delay). */
  z.strictObject({
    event: z.literal("settlement"),
    month,
    instrument: z.enum(["equity", "debt"]),
    outcome: z.enum(["settled", "declined"]),
    requestedMonth: month,
    requestedCents: cents,
    amountCents: cents,
    sharePriceUsd: z.exactOptional(z.number()),
    shares: z.exactOptional(z.number()),
    ratePct: z.exactOptional(z.number()),
    ...at,
  }),
  /** The month has run: its state hash and its truth. */
  z.strictObject({
    event: z.literal("month"),
    month,
    stateHash: z.string(),
    truth: z.strictObject({
      cash: cents,
      loans: cents,
      debt: cents,
      equity: cents,
      revenue: cents,
      borrowers: z.number().int(),
    }),
    /** The last month whose books were readable in this month; null while nothing was closed. */
    closedThrough: z.number().int().nullable(),
    ...at,
  }),
  /** A limit that fired, by name. */
  z.strictObject({ event: z.literal("limit"), month, limit: z.string(), value: z.number(), ...at }),
  /** Something that went wrong outside the game. */
  z.strictObject({
    event: z.literal("error"),
    month,
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    ...at,
  }),
  z.strictObject({ event: z.literal("ended"), outcome: outcomeSchema, result: trialResultSchema, ...at }),
]);

/** Everything a trial's file can hold. */
export type TrialEvent = z.infer<typeof trialEventSchema>;

type WithoutAt<E> = E extends unknown ? Omit<E, "at"> : never;

/** An event before the recorder stamps it with the clock. */
export type UnstampedEvent = WithoutAt<TrialEvent>;
