// The rules one table is played under. Two runs with different protocols never share a table.
import { z } from "zod";

/** Options of a protocol; every field has the paper's setting as its default. */
export const protocolSchema = z.strictObject({
  /** `paper` as published; `hardened` caps what the market fills and subtracts notes outstanding from the score. */
  ruleset: z.enum(["paper", "hardened"]).default("paper"),
  /** With delay a request settles 1 to 6 months later; without, in the month it is made. */
  delay: z.boolean().default(true),
  /** Without noise the four normals of a month (margins, growth, collections) are 0. */
  noise: z.boolean().default(true),
  /** With exclusivity a month has one action; without, one closing and one request, each at once. */
  exclusivity: z.boolean().default(true),
  /** Answered information calls a month; 0 refuses them all. */
  toolBudget: z.number().int().min(0).max(1000).default(20),
  /** Months after which the episode ends, 1 to 132. */
  horizon: z.number().int().min(1).max(132).default(132),
  /** Whether the agent is told the horizon. */
  discloseHorizon: z.boolean().default(false),
});

/** The rules one table is played under. */
export type Protocol = z.infer<typeof protocolSchema>;

/** The paper's protocol. */
export const PAPER_PROTOCOL: Protocol = protocolSchema.parse({});
