import type { Cents } from "../std/money.ts";
import type { PlannedRequest } from "./rehearsal.ts";

/** A plan for a play and how good it is. */
export interface OraclePlan {
  readonly requests: readonly PlannedRequest[];
  /** What it is to be best in: the least money raised that survives, or the highest score. */
  readonly objective: "least-raised" | "highest-score";
  /** What it reaches; null where no plan that survives was found. */
  readonly valueCents: Cents | null;
  /** What no plan can better, by proof; null where nothing is known. */
  readonly boundCents: Cents | null;
}
