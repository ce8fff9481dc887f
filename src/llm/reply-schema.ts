// The shape of a recorded reply as it stands in a file, checked when it is read back.
import { z } from "zod";
import { REPAIRS, type RecordedReply } from "./model.ts";

const count = z.int().nonnegative().nullable();
const object = z.record(z.string(), z.json());

/** A recorded reply. */
export const recordedReplySchema: z.ZodType<RecordedReply> = z.strictObject({
  text: z.string(),
  toolCalls: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      arguments: object.nullable(),
      argumentsError: z.string().nullable(),
      argumentsText: z.string(),
    }),
  ),
  echo: z.strictObject({ format: z.enum(["chat", "responses", "anthropic"]), items: z.array(z.json()) }).nullable(),
  finish: z.enum(["calls", "stop", "length", "refusal", "filter", "pause", "other"]),
  usage: z.strictObject({ input: count, cachedInput: count, cacheWrite: count, output: count, reasoning: count }),
  servedModel: z.string().nullable(),
  responseId: z.string().nullable(),
  repairs: z.array(z.enum(REPAIRS)),
});
