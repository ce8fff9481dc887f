// The only door to undici: connections with a time limit for each of their parts, and failures that
// arrive as data. Node's own limit of 300 s for headers and body would end long calls; both are set here.
import { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";
import { FailureCarrier, failureOf, type Timeouts } from "./failure.ts";
import type { HeaderMap } from "./pace.ts";

/** Connections of one model. */
export interface Transport {
  /** A fetch for SDKs. Throws a {@link FailureCarrier} for every answer that is no success. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/**
 * Opens nothing yet; sockets are made by need and kept for the next request. Built on undici's `request`: what its
 * `fetch` does for browsers costs more than all the rest of a call. Redirects are not followed, since that would turn
 * the POST into a GET; the address in the player's file is to be put right instead.
 */
export function openTransport(timeouts: Timeouts): Transport {
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
  });
  return {
    async fetch(url, init) {
      try {
        return await responseOf(await request(addressOf(url), { ...requestOf(init), dispatcher: agent }));
      } catch (error) {
        const failure = failureOf(error, timeouts);
        throw failure === null ? error : new FailureCarrier(failure);
      }
    },
    async close() {
      await agent.destroy();
    },
  };
}

/** SDKs give addresses as text; the type allows more. */
function addressOf(url: string | URL | Request): string {
  return typeof url === "string" ? url : url instanceof URL ? url.href : url.url;
}

function requestOf(init: RequestInit = {}): Pick<Dispatcher.RequestOptions, "method" | "headers" | "body" | "signal"> {
  const { method = "GET", headers, body, signal } = init;
  if (typeof body !== "string") throw new TypeError("only text is sent to a model");
  return {
    method: method as Dispatcher.HttpMethod,
    // What is asked for in plain text comes in plain text.
    headers: [...new Headers(headers), ["accept-encoding", "identity"]].flat(),
    body,
    signal: signal ?? null,
  };
}

/** A success as SDKs expect it. A stream stays one; anything else is read whole. */
async function responseOf({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const fields = new Headers(Object.entries(headers).flatMap(([name, value]) => pairsOf(name, value)));
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && fields.get("content-type")?.includes("event-stream") === true) {
    return new Response(Readable.toWeb(body) as ReadableStream, { status, headers: fields });
  }
  const text = isSuccess ? await body.text() : await body.text().catch(() => "");
  if (isSuccess) return new Response(text === "" ? null : text, { status, headers: fields });
  throw new FailureCarrier({ kind: "http", status, headers: Object.fromEntries(fields), body: text });
}

function pairsOf(name: string, value: string | string[] | undefined): [string, string][] {
  return [value ?? []].flat().map((one) => [name, one]);
}

/** A response's headers as plain data. */
export function headersOf(response: Response): HeaderMap {
  return Object.fromEntries(response.headers);
}
