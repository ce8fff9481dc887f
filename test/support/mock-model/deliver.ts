// How an answer travels: whole or as a stream, in time or never, complete or cut.
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { TransportFault } from "./faults.ts";
import type { MockDialect, MockFormat } from "./format.ts";
import type { Refusal } from "./refusals.ts";
import { encodeEvent, type StreamEvent } from "./sse.ts";

/** An answer ready to go. */
export interface Delivery {
  readonly format: MockFormat;
  readonly dialect: MockDialect;
  readonly whole: unknown;
  /** Null where the client did not ask for a stream. */
  readonly events: readonly StreamEvent[] | null;
  readonly fault: TransportFault | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the answer; true when all of it went out. */
export async function deliver(response: ServerResponse, delivery: Delivery): Promise<boolean> {
  const { fault, events } = delivery;
  switch (fault) {
    case "reset":
      response.socket?.resetAndDestroy();
      return false;
    case "close_early":
      response.socket?.destroy();
      return false;
    case "stall_first_byte":
      return await closedByClient(response);
    case "not_json":
      return endWith(response, 200, "application/json", "<html>a page of a proxy</html>");
    case "error_body_200":
      return endWith(
        response,
        200,
        "application/json",
        JSON.stringify({
          error: { code: 502, message: "Provider returned error", metadata: { raw: "upstream is gone" } },
        }),
      );
    case "empty_choices":
      return endWith(response, 200, "application/json", JSON.stringify({ id: "gen-1", choices: [], usage: null }));
    default:
      return events === null ? await sendWhole(response, delivery) : await sendStream(response, delivery, events);
  }
}

/** Sends a refusal in the format's own words. */
export function refuse(response: ServerResponse, refusal: Refusal, format: MockFormat, dialect: MockDialect): void {
  const type = refusal.body === undefined ? "application/json" : "text/html";
  const body = refusal.body ?? JSON.stringify(format.error(refusal, dialect));
  for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
  endWith(response, refusal.status, type, body);
}

function endWith(response: ServerResponse, status: number, type: string, body: string): boolean {
  response.writeHead(status, { "content-type": type });
  response.end(body);
  return false;
}

async function sendWhole(
  response: ServerResponse,
  { whole, fault, headers, format, dialect }: Delivery,
): Promise<boolean> {
  const inStream = streamError(fault);
  if (inStream !== null) {
    // Without a stream to put it in, such an error comes as a plain one.
    refuse(response, { ...inStream, status: inStream.code === "insufficient_quota" ? 429 : 500 }, format, dialect);
    return false;
  }
  const body = Buffer.from(JSON.stringify(whole));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length, ...headers });
  const half = body.subarray(0, Math.floor(body.length / 2));
  switch (fault) {
    case "close_mid_body":
    case "end_mid_stream":
      response.write(half, () => response.socket?.destroy());
      return false;
    case "stall_idle":
      response.write(half);
      return await closedByClient(response);
    case "trickle":
      return await trickle(
        response,
        [...body].map((byte) => Buffer.of(byte)),
      );
    default:
      response.end(body);
      return true;
  }
}

async function sendStream(
  response: ServerResponse,
  { fault, headers, format }: Delivery,
  events: readonly StreamEvent[],
): Promise<boolean> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
  const inStream = streamError(fault);
  const half = events
    .slice(0, Math.ceil(events.length / 2))
    .map(encodeEvent)
    .join("");
  if (inStream !== null) {
    response.end(half + encodeEvent(format.errorEvent(inStream)));
    return false;
  }
  switch (fault) {
    case "close_mid_body":
      response.write(half, () => response.socket?.destroy());
      return false;
    case "end_mid_stream":
      response.end(half);
      return false;
    case "stall_idle":
      response.write(half);
      return await closedByClient(response);
    case "trickle":
      return await trickle(
        response,
        Array.from({ length: 1000 }, () => Buffer.from(": still here\n\n")),
      );
    default:
      // One write for all: what the client sees does not depend on it, and a thousand trials share two cores.
      response.end(events.map(encodeEvent).join(""));
      return true;
  }
}

function streamError(fault: TransportFault | null) {
  switch (fault) {
    case "error_in_stream":
      return { status: 500, code: "server_error", message: "The model produced invalid content" };
    case "overloaded_in_stream":
      return { status: 529, code: "overloaded_error", message: "Overloaded" };
    case "quota_in_stream":
      return { status: 429, code: "insufficient_quota", message: "You exceeded your current quota" };
    default:
      return null;
  }
}

/** Sends a little at a time, often enough that no idle limit sees it, and never ends. */
async function trickle(response: ServerResponse, parts: readonly Buffer[]): Promise<boolean> {
  for (const part of parts) {
    if (response.destroyed) return false;
    response.write(part);
    await sleep(50);
  }
  return await closedByClient(response);
}

async function closedByClient(response: ServerResponse): Promise<boolean> {
  if (response.destroyed) return false;
  await new Promise<void>((resolve) => {
    response.once("close", () => {
      resolve();
    });
  });
  return false;
}
