// Prices and what a request costs. Dollars here are fractions of a cent, so they stay floating point;
// they are sums of measured products, never a ledger.
import { z } from "zod";
import type { Usage } from "./model.ts";

const usdPerMillion = z.number().nonnegative();

const rates = {
  /** Dollars per million prompt tokens. */
  input: usdPerMillion,
  /** Prompt tokens read from the provider's cache; without it they cost as much as fresh ones. */
  cachedInput: z.exactOptional(usdPerMillion),
  /** Prompt tokens written to the provider's cache; without it they cost as much as fresh ones. */
  cacheWrite: z.exactOptional(usdPerMillion),
  /** Generated tokens, reasoning included. */
  output: usdPerMillion,
};

const tierSchema = z.strictObject({
  /** The tier holds for requests with more prompt tokens than this. */
  aboveInputTokens: z.int().positive(),
  ...rates,
});

/** Dollars per million tokens, with other rates for long prompts where the provider has them. */
export const ratesSchema = z.strictObject({ ...rates, tiers: z.array(tierSchema).default([]) });

/** What a player file may say about prices. */
export const pricesSchema = z.union([z.literal("free"), ratesSchema]);

/** One model's line of a price table. */
export const pricedModelSchema = z.strictObject({
  /** The model's id as it is sent to the provider. */
  model: z.string().min(1),
  /** The host that charges it; a line without one holds wherever the model is served. */
  host: z.exactOptional(z.string().min(1)),
  prices: pricesSchema,
  /** Where the numbers come from, and the day they were read. */
  source: z.exactOptional(z.string()),
  date: z.exactOptional(z.iso.date()),
});

/** A table of prices, looked up where the player's own file says nothing. */
export const priceTableSchema = z.array(pricedModelSchema);

export type Rates = z.output<typeof ratesSchema>;
export type Prices = z.output<typeof pricesSchema>;
export type PriceTable = z.output<typeof priceTableSchema>;

/** Prices with the place they were found in. */
export interface FoundPrices {
  readonly prices: Prices;
  readonly from: "player" | "table" | "genai-prices" | "loopback";
}

/** Looks a model up in a library of prices; the only such library has a door of its own. */
export type PriceLibrary = (model: string, baseURL: string) => Rates | null;

/** Where to look for a model's prices. */
export interface PriceQuestion {
  readonly model: string;
  readonly baseURL: string;
  readonly own: Prices | undefined;
  readonly table: PriceTable;
  readonly library: PriceLibrary;
}

/** The player's own prices, then the table's, then the library's; a server on this machine is free. */
export function findPrices(question: PriceQuestion): FoundPrices | null {
  if (question.own !== undefined) return { prices: question.own, from: "player" };
  const row = tableRow(question);
  if (row !== undefined) return { prices: row.prices, from: "table" };
  if (isLoopback(question.baseURL)) return { prices: "free", from: "loopback" };
  const known = question.library(question.model, question.baseURL);
  return known === null ? null : { prices: known, from: "genai-prices" };
}

function tableRow({ table, model, baseURL }: PriceQuestion): PriceTable[number] | undefined {
  const rows = table.filter((row) => row.model === model);
  const host = hostOf(baseURL);
  return rows.find((row) => row.host === host) ?? rows.find((row) => row.host === undefined);
}

/** Whether an address is this machine's own. */
export function isLoopback(baseURL: string): boolean {
  const host = hostOf(baseURL);
  return host === "localhost" || host.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(host) || host === "[::1]";
}

function hostOf(baseURL: string): string {
  return URL.canParse(baseURL) ? new URL(baseURL).hostname : "";
}

/** What a request cost. `estimated` when the provider did not say how many tokens it counted. */
export interface Cost {
  readonly usd: number;
  readonly estimated: boolean;
}

/** The most tokens that a request can have used, for where the provider is silent. */
export interface WorstCase {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * The cost of one request, by the tier its own prompt falls into: tiers cannot be applied to sums.
 * Null where the prices are unknown. Tokens the provider did not report are taken at their worst.
 */
export function costOf(usage: Usage, prices: Prices | null, worst: WorstCase): Cost | null {
  if (prices === null) return null;
  const estimated = usage.input === null || usage.output === null;
  if (prices === "free") return { usd: 0, estimated };
  const input = usage.input ?? worst.inputTokens;
  const cached = Math.min(usage.cachedInput ?? 0, input);
  const written = Math.min(usage.cacheWrite ?? 0, input - cached);
  const rate = ratesFor(prices, input);
  const micros =
    (input - cached - written) * rate.input +
    cached * (rate.cachedInput ?? rate.input) +
    written * (rate.cacheWrite ?? rate.input) +
    (usage.output ?? worst.outputTokens) * rate.output;
  return { usd: micros / 1e6, estimated };
}

/** The most that a request can cost, before it is sent; null where the prices are unknown. */
export function worstCostUsd(worst: WorstCase, prices: Prices | null): number | null {
  if (prices === null) return null;
  if (prices === "free") return 0;
  // The estimate of the prompt may be off, so the dearest rate that it can reach is taken.
  const rate = ratesFor(prices, worst.inputTokens);
  const inputRate = Math.max(rate.input, rate.cacheWrite ?? 0);
  return (worst.inputTokens * inputRate + worst.outputTokens * rate.output) / 1e6;
}

function ratesFor(prices: Rates, inputTokens: number): Omit<Rates, "tiers"> {
  let found: Omit<Rates, "tiers"> = prices;
  let above = 0;
  for (const tier of prices.tiers) {
    if (inputTokens > tier.aboveInputTokens && tier.aboveInputTokens >= above) {
      found = tier;
      above = tier.aboveInputTokens;
    }
  }
  return found;
}
