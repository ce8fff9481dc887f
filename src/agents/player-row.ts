import { z } from "zod";

/** What every player's file says of its row in the table. */
export const rowShape = {
  /** The row's name and identity. */
  label: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}|]*$/u, "must be one line without |"),
  /** The group the row stands in. */
  category: z.string().min(1).max(100).default("Uncategorised"),
};
