// The only door to @pydantic/genai-prices: its bundled table, never its download.
import { calcPrice, type ModelPrice } from "@pydantic/genai-prices";
import type { PriceLibrary, Rates } from "./prices.ts";

/** The library's rates for a model at an address; null for what it does not know. */
export const genaiPrices: PriceLibrary = (model, baseURL) => {
  const found = calcPrice({ input_tokens: 0 }, model, { providerApiUrl: baseURL });
  return found === null ? null : ratesOf(found.model_price);
};

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
