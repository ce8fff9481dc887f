// The only door to undici: connections with a time limit for each of their parts, and failures that
// arrive as data. Node's own limit of 300 s for headers and body would end long calls; both are set here.
import { Agent, fetch as undiciFetch } from "undici";
import { type Failure, FailureCarrier, failureOf, type Timeouts } from "./failure.ts";
import type { HeaderMap } from "./pace.ts";

/** Connections of one model. */
export interface Transport {
  /** A fetch for SDKs. Throws a {@link FailureCarrier} for every answer that is no success. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Opens nothing yet; sockets are made by need and kept for the next request. */
export function openTransport(timeouts: Timeouts): Transport {
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
  });
  const send = undiciFetch as unknown as typeof globalThis.fetch;
  return {
    async fetch(input, init) {
      // A redirect would turn the POST into a GET; the address in the player's file is to be put right instead.
      const options = { ...init, dispatcher: agent, redirect: "manual" } as unknown as RequestInit;
      const response = await send(input, options).catch((error: unknown) => {
        throw carried(error, timeouts);
      });
      if (response.ok) return response;
      const body = await response.text().catch(() => "");
      const { status } = response;
      throw new FailureCarrier({ kind: "http", status, headers: headersOf(response), body });
    },
    async close() {
      await agent.destroy();
    },
  };
}

/** A response's headers as plain data. */
export function headersOf(response: Response): HeaderMap {
  return Object.fromEntries(response.headers);
}

function carried(error: unknown, timeouts: Timeouts): unknown {
  const failure: Failure | null = failureOf(error, timeouts);
  return failure === null ? error : new FailureCarrier(failure);
}
