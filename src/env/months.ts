// The arguments that name months, alike for every tool that takes them.
import { z } from "zod";

// No upper bound: a bound in a schema would tell how long the game lasts.
const monthIndex = z.number().int().min(0);

/** Optional `from_month` and `to_month`, both included. */
export const monthRangeFields = {
  from_month: z.exactOptional(monthIndex).describe("First month to read, as an index. Default: the last 12 readable."),
  to_month: z.exactOptional(monthIndex).describe("Last month to read, as an index. Default: the last readable month."),
};
