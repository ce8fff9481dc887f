// What model players need from outside their files: keys from the environment, prices from tables.
import type { ReactPlayer } from "../agents/react/player.ts";
import type { Player } from "../config/player.ts";
import { loadPriceTable } from "../config/prices.ts";
import { apiKeyEnvOf, baseURLOf } from "../llm/endpoint.ts";
import { genaiPrices } from "../llm/genai-prices.ts";
import { type FoundPrices, findPrices, type Prices } from "../llm/prices.ts";
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
  const { name, key, problem } = keyFor(player);
  if (problem !== null) return `endpoint.apiKeyEnv: ${problem}`;
  const found = pricesFor(player);
  if (found === null && !allowUnpriced) {
    return `prices: none are known for ${player.model}; add prices: { input: …, output: … } to the file, or pass --allow-unpriced`;
  }
  return { apiKey: key, prices: found?.prices ?? null, endpoint: endpointOf(baseURLOf(player), name) };
}

/** A player's key as the environment has it. Never show it. */
export interface FoundKey {
  /** The variable that should hold it; null where the player's file names none. */
  readonly name: string | null;
  readonly key: string | null;
  /** Why there is no usable key, and the cure. */
  readonly problem: string | null;
}

/** Looks for a player's key. */
export function keyFor(player: ReactPlayer): FoundKey {
  const name = apiKeyEnvOf(player);
  if (name === null) return { name, key: null, problem: null };
  const key = environmentValue(name) ?? null;
  if (key === null) return { name, key, problem: `${name} is not set; put it into the environment or into .env` };
  const problem = `${name} holds a blank, a line break or another character that no key has; set it anew`;
  return isHeaderText(key) ? { name, key, problem: null } : { name, key: null, problem };
}

/** Looks for a player's prices; null where nobody knows them. */
export function pricesFor(player: ReactPlayer): FoundPrices | null {
  const { model, prices: own } = player;
  return findPrices({ model, baseURL: baseURLOf(player), own, table: loadPriceTable(), library: genaiPrices });
}

/** What a header can carry; a key copied with its line end would fail in the middle of a request. */
function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Paths of one server share its limits: OpenAI's two formats, say. */
function endpointOf(baseURL: string, keyName: string | null): string {
  const origin = URL.canParse(baseURL) ? new URL(baseURL).origin : baseURL;
  return keyName === null ? origin : `${origin} (${keyName})`;
}
