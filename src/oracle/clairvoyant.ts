// The oracle: what a player could have done who knew the tape. It plans a whole play before its first month, and its
// agent then only carries the plan out at the desk, so that its trial is recorded and checked like any other.
import { type Cents, formatUsd } from "../std/money.ts";
import type { Play } from "./foresight.ts";
import { highestScore } from "./highest-score.ts";
import { leastMoney } from "./least-money.ts";
import type { OraclePlan } from "./plan.ts";

/** Raised when plans change for the same play: it is part of the player's stamp. */
export const ORACLE_VERSION = 1;

/** What the oracle asks for each time in `paper`: as much as the scripted baselines. */
export const PAPER_REQUEST_CENTS: Cents = 2_000_000_000;

/**
 * The plan for a play. In `paper`, where a request can be for anything, every request is for 20 million dollars and the
 * least money raised that survives is best; in `hardened` amounts are free and the highest score is best.
 */
export function clairvoyantPlan(play: Play): OraclePlan {
  return play.rules.ruleset === "paper" ? leastMoney(play, PAPER_REQUEST_CENTS) : highestScore(play);
}

/** One sentence for the record: the objective, what the plan reaches and what bounds it. */
export function planInWords({ objective, valueCents, boundCents }: OraclePlan): string {
  if (valueCents === null || boundCents === null) return "knows the tape and no way to survive";
  const value = `$${formatUsd(valueCents)}`;
  if (objective === "least-raised") return `knows the tape: ${value} is the least money raised that survives, by proof`;
  return `knows the tape: will score ${value}, where no plan can score more than $${formatUsd(boundCents)}`;
}
