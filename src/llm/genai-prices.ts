// The only door to @pydantic/genai-prices: its bundled table, never its download.
import { calcPrice, type ModelPrice } from "@pydantic/genai-prices";
import { type Clock, systemClock } from "../std/clock.ts";
import type { PriceLibrary, Rates } from "./prices.ts";

/** The library's rates for a model at an address, today; null for what it does not know. */
export const genaiPrices: PriceLibrary = (model, baseURL) => libraryRates(model, baseURL, systemClock);

const HALF_HOUR_MS = 30 * 60_000;
const HALF_HOURS_A_DAY = 48;

/**
 * The rates of the clock's day. Some providers charge less at certain hours; a run goes on through all of them, and its
 * caps must hold at the dearest, so that one is taken.
 */
export function libraryRates(model: string, baseURL: string, clock: Clock): Rates | null {
  const startMs = Math.floor(clock() / HALF_HOUR_MS) * HALF_HOUR_MS;
  let dearest: Rates | null = null;
  for (let step = 0; step < HALF_HOURS_A_DAY; step += 1) {
    const timestamp = new Date(startMs + step * HALF_HOUR_MS);
    const found = calcPrice({ input_tokens: 0 }, model, { providerApiUrl: baseURL, timestamp });
    if (found === null) return null;
    const rates = ratesOf(found.model_price);
    if (rates !== null && (dearest === null || rates.input + rates.output > dearest.input + dearest.output)) {
      dearest = rates;
    }
  }
  return dearest;
}

type Price = ModelPrice[string];

function ratesOf(price: ModelPrice): Rates | null {
  const input = price["input_mtok"];
  const output = price["output_mtok"];
  if (input === undefined || output === undefined) return null;
  const fields = { input, output, cachedInput: price["cache_read_mtok"], cacheWrite: price["cache_write_mtok"] };
  const starts = new Set<number>();
  for (const field of Object.values(fields)) {
    if (typeof field === "object") for (const tier of field.tiers) starts.add(tier.start);
  }
  const at = (tokens: number) => ({
    input: valueAt(input, tokens),
    output: valueAt(output, tokens),
    ...(fields.cachedInput === undefined ? {} : { cachedInput: valueAt(fields.cachedInput, tokens) }),
    ...(fields.cacheWrite === undefined ? {} : { cacheWrite: valueAt(fields.cacheWrite, tokens) }),
  });
  const tiers = [...starts].sort((a, b) => a - b).map((start) => ({ aboveInputTokens: start, ...at(start + 1) }));
  return { ...at(0), tiers };
}

function valueAt(price: NonNullable<Price>, tokens: number): number {
  if (typeof price === "number") return price;
  let value = price.base;
  for (const tier of price.tiers) if (tokens > tier.start) value = tier.price;
  return value;
}
