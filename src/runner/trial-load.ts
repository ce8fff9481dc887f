// What a trial asks of a model, and what that costs.
import { costOf, type Prices, worstCostUsd } from "../llm/prices.ts";

/** Requests and tokens of one trial. */
export interface TrialLoad {
  readonly requests: number;
  /** Prompt tokens, cached ones included. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** The load of a part or a multiple of a trial. */
export function scaled(load: TrialLoad, factor: number): TrialLoad {
  return {
    requests: load.requests * factor,
    inputTokens: load.inputTokens * factor,
    cachedTokens: load.cachedTokens * factor,
    outputTokens: load.outputTokens * factor,
  };
}

/** The cost of a load, its requests taken as alike, since a tier is chosen by each request's own prompt. */
export function loadUsd(load: TrialLoad, prices: Prices): number {
  const { requests } = load;
  if (requests === 0) return 0;
  const inputTokens = load.inputTokens / requests;
  const outputTokens = load.outputTokens / requests;
  if (load.cachedTokens === 0) {
    // Nothing is read from a cache, but a provider may charge for having written it.
    return requests * (worstCostUsd({ inputTokens, outputTokens }, prices) ?? 0);
  }
  const usage = {
    input: inputTokens,
    cachedInput: load.cachedTokens / requests,
    cacheWrite: null,
    output: outputTokens,
    reasoning: null,
  };
  return requests * (costOf(usage, prices, { inputTokens, outputTokens })?.usd ?? 0);
}
