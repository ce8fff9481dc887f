// A model player's file.
import { z } from "zod";
import { contradictions, modelShape } from "../../llm/settings.ts";
import { rowShape } from "../player-row.ts";
import { promptSchema } from "./prompt.ts";

const memorySchema = z.discriminatedUnion("policy", [
  /** The conversation restarts each month; only notes carry over. */
  z.strictObject({ policy: z.literal("monthly-reset") }),
  /** The last months are seen again. */
  z.strictObject({ policy: z.literal("window"), months: z.int().min(1).max(131).default(6) }),
  /** Everything is seen again. */
  z.strictObject({ policy: z.literal("full") }),
]);

/** A model driven by the built-in loop. */
export const reactPlayerSchema = z
  .strictObject({
    ...rowShape,
    framework: z.literal("react"),
    ...modelShape,
    memory: memorySchema.prefault({ policy: "monthly-reset" }),
    prompt: promptSchema.prefault({}),
  })
  .superRefine((player, context) => {
    for (const { path, message } of contradictions(player)) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });

/** A model player's settings. */
export type ReactPlayer = z.infer<typeof reactPlayerSchema>;
