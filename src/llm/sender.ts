// What a provider's door offers to the rest: send a body, get the answer as a body or as events.

import { tryParseJson } from "../std/json.ts";
import { malformed } from "./failure.ts";
import { headersOf } from "./http.ts";
import type { HeaderMap } from "./pace.ts";
import type { WireObject } from "./wire.ts";

/** Sends a request's body and returns the answer, not yet read to its end where it is a stream. */
export type Sender = (body: WireObject, signal: AbortSignal) => Promise<Answer>;

/** A successful answer: its headers, and either a whole body or a stream of events. */
export interface Answer {
  readonly headers: HeaderMap;
  readonly content: { readonly body: unknown } | { readonly events: AsyncIterable<unknown> };
}

/** What an SDK's client is made of. */
export interface SenderOptions {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** The SDK's own limit, set so high that ours always comes first. */
  readonly sdkTimeoutMs: number;
}

/** Goes by what came, not by what was asked for: servers answer a stream request with a plain error body. */
export async function readAnswer(
  response: Response,
  eventsOf: (response: Response) => AsyncIterable<unknown>,
): Promise<Answer> {
  const headers = headersOf(response);
  if (headers["content-type"]?.includes("event-stream")) return { headers, content: { events: eventsOf(response) } };
  const text = await response.text();
  const body = tryParseJson(text);
  if (body === undefined) throw malformed(`an answer that is no JSON: ${text.slice(0, 300)}`);
  return { headers, content: { body } };
}
