// A clairvoyant's file. The schema alone: what the oracle plans is found elsewhere, with the tape in hand, and played by
// the schedule agent.
import { z } from "zod";
import { rowShape } from "./player-row.ts";

/** The oracle's file. It has no settings: its objective belongs to the ruleset. */
export const oraclePlayerSchema = z.strictObject({
  ...rowShape,
  framework: z.literal("oracle"),
});
