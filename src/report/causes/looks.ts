// Look-ups by what they look at, and the two kinds the paper tells apart.

/** Answered look-ups of a trial by what they looked at. */
export interface Looks {
  readonly cash: number;
  readonly projection: number;
  readonly documents: number;
  readonly market: number;
}

/** *External* look-ups: market data and financial documents. */
export function externalLooks({ market, documents }: Looks): number {
  return market + documents;
}

/** *Internal* look-ups: cash and projections. */
export function internalLooks({ cash, projection }: Looks): number {
  return cash + projection;
}
