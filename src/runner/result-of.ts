import type { Spent } from "../agents/agent.ts";
import type { Episode } from "../env/episode.ts";
import { crisesSurvived, fundingTotals, survivorScore } from "../env/truth.ts";
import type { Outcome, TrialResult } from "../record/trial-line.ts";

/** The results of a trial that ended after `months`, from its episode and what its agent spent. */
export function resultOf(
  episode: Episode,
  outcome: Outcome,
  months: number,
  spent: Spent | undefined,
  stateHash: string,
): TrialResult {
  const { company, counts, protocol } = episode;
  const survived = outcome.kind === "completed" && outcome.ending === "survived";
  const score = survived ? survivorScore(episode) : null;
  return {
    outcome,
    months,
    monthsActed: outcome.kind === "completed" && !survived ? months + 1 : months,
    scoreCents: outcome.kind === "completed" ? (score?.total ?? 0) : null,
    trailingRevenueCents: score?.trailingRevenue ?? null,
    finalCashCents: company.cash,
    notesOutstandingCents: company.notesOutstanding,
    ...fundingTotals(company),
    toolCalls: counts.toolCalls,
    refusedCalls: counts.refusedCalls,
    closings: counts.closings,
    requests: counts.requests,
    refusedRequests: counts.refusedRequests,
    forcedPasses: counts.forcedPasses,
    noteCalls: counts.notes,
    turns: spent?.turns ?? 0,
    usage: spent?.usage ?? null,
    servedModel: spent?.servedModel ?? null,
    ...severalOf(spent?.servedModels ?? {}),
    oddities: { ...spent?.oddities },
    crises: outcome.kind === "completed" ? crisesSurvived(months, protocol.horizon) : [null, null, null],
    stateHash,
  };
}

/** Said only where there is more to say than the one name. */
function severalOf(servedModels: Spent["servedModels"]): Pick<TrialResult, "servedModels"> {
  return Object.keys(servedModels).length > 1 ? { servedModels } : {};
}
