// What model players need from outside their files: keys from the environment, prices from tables.
import type { ReactPlayer } from "../agents/react/player.ts";
import type { Player } from "../config/player.ts";
import { loadPriceTable } from "../config/prices.ts";
import { apiKeyEnvOf, baseURLOf } from "../llm/create.ts";
import { genaiPrices } from "../llm/genai-prices.ts";
import { findPrices, type Prices } from "../llm/prices.ts";
import { environmentValue } from "../std/host.ts";

/** A model player ready to be played. */
export interface ReadyModel {
  readonly apiKey: string | null;
  readonly prices: Prices | null;
  /** Server and the name of the key: what shares one limiter. Holds no secret. */
  readonly endpoint: string;
}

/** Models that can be played and, by label, why others cannot. */
export interface ModelAccessList {
  readonly ready: ReadonlyMap<string, ReadyModel>;
  readonly blocked: ReadonlyMap<string, string>;
}

/** Looks up keys and prices of all model players. */
export function modelAccess(players: readonly Player[], allowUnpriced: boolean): ModelAccessList {
  const ready = new Map<string, ReadyModel>();
  const blocked = new Map<string, string>();
  for (const player of players) {
    if (player.framework !== "react") continue;
    const access = accessOf(player, allowUnpriced);
    if (typeof access === "string") blocked.set(player.label, access);
    else ready.set(player.label, access);
  }
  return { ready, blocked };
}

/** A model's key and prices, or what is missing and how to cure it. */
function accessOf(player: ReactPlayer, allowUnpriced: boolean): ReadyModel | string {
  if (player.provider === "cassette") return { apiKey: null, prices: "free", endpoint: "cassette" };
  const keyName = apiKeyEnvOf(player);
  const apiKey = keyName === null ? null : (environmentValue(keyName) ?? null);
  if (keyName !== null && apiKey === null) {
    return `endpoint.apiKeyEnv: ${keyName} is not set; put it into the environment or into .env`;
  }
  const baseURL = baseURLOf(player);
  const found = findPrices({
    model: player.model,
    baseURL,
    own: player.prices,
    table: loadPriceTable(),
    library: genaiPrices,
  });
  if (found === null && !allowUnpriced) {
    return `prices: none are known for ${player.model}; add prices: { input: …, output: … } to the file, or pass --allow-unpriced`;
  }
  return { apiKey, prices: found?.prices ?? null, endpoint: endpointOf(baseURL, keyName) };
}

/** Paths of one server share its limits: OpenAI's two formats, say. */
function endpointOf(baseURL: string, keyName: string | null): string {
  const origin = URL.canParse(baseURL) ? new URL(baseURL).origin : baseURL;
  return keyName === null ? origin : `${origin} (${keyName})`;
}
