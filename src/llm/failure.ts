// What went wrong on the wire, before anyone has judged it: the status, the body, or how the connection
// ended. SDKs wrap and rename errors; the chain of causes is searched here, by shape and not by class,
// so that no SDK needs to be known.
import { tryParseJson } from "../std/json.ts";
import type { HeaderMap } from "./pace.ts";

/** The parts of an attempt that have a time limit of their own. */
export type TimedPart = "connect" | "first_byte" | "idle" | "attempt";

/** A failed attempt, as observed. */
export type Failure =
  | { readonly kind: "http"; readonly status: number; readonly headers: HeaderMap; readonly body: string }
  /** An error that came with status 200: in a stream, or as the whole body. */
  | { readonly kind: "in_reply"; readonly headers: HeaderMap; readonly body: unknown }
  | { readonly kind: "network"; readonly networkCode: string; readonly words: string }
  | { readonly kind: "timeout"; readonly part: TimedPart; readonly afterMs: number }
  | { readonly kind: "malformed"; readonly words: string }
  | { readonly kind: "aborted" };

/** Carries a failure through the layers of an SDK. Its message avoids words that SDKs look for. */
export class FailureCarrier extends Error {
  override readonly name = "FailureCarrier";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super("no answer");
    this.failure = failure;
  }
}

/** An answer that does not hold what its format promises. */
export function malformed(words: string): FailureCarrier {
  return new FailureCarrier({ kind: "malformed", words });
}

/** A stream that ended, in good order as far as the socket knows, before its answer did. */
export function streamCut(): FailureCarrier {
  return new FailureCarrier({
    kind: "network",
    networkCode: "STREAM_CUT",
    words: "the stream ended before the answer did",
  });
}

/** An error that came inside a successful answer. */
export function errorInReply(body: unknown): FailureCarrier {
  return new FailureCarrier({ kind: "in_reply", headers: {}, body });
}

/** The limits that a connection was given, to say after which one it ended. */
export interface Timeouts {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly attemptMs: number;
}

/** The failure in whatever was thrown, or null when it is no failure of the wire but a bug. */
export function failureOf(thrown: unknown, timeouts: Timeouts): Failure | null {
  for (const error of causeChain(thrown)) {
    if (error instanceof FailureCarrier) return error.failure;
    const code = stringField(error, "code");
    const timed = code === null ? undefined : TIMEOUT_CODES[code];
    if (timed !== undefined) return { kind: "timeout", part: timed.part, afterMs: timeouts[timed.limit] };
    if (code !== null && NETWORK_CODE.test(code))
      return { kind: "network", networkCode: code, words: messageOf(error) };
  }
  const inReply = thrownInReply(thrown);
  if (inReply !== null) return inReply;
  if (thrown instanceof SyntaxError) return { kind: "malformed", words: thrown.message };
  for (const error of causeChain(thrown)) {
    if (/terminated|other side closed|socket hang up|fetch failed|premature close/i.test(messageOf(error))) {
      return { kind: "network", networkCode: "CLOSED", words: messageOf(error) };
    }
  }
  return null;
}

const TIMEOUT_CODES: Readonly<Record<string, { part: TimedPart; limit: keyof Timeouts } | undefined>> = {
  UND_ERR_CONNECT_TIMEOUT: { part: "connect", limit: "connectMs" },
  UND_ERR_HEADERS_TIMEOUT: { part: "first_byte", limit: "firstByteMs" },
  UND_ERR_BODY_TIMEOUT: { part: "idle", limit: "idleMs" },
};

const NETWORK_CODE =
  /^(E[A-Z]{3,}|EAI_[A-Z]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|ERR_(SSL|TLS)_[A-Z_]+|HPE_[A-Z_]+|[A-Z_]*(CERT|SIGNED|SIGNATURE)[A-Z_]*)$/;

function* causeChain(thrown: unknown): Generator<object> {
  let current = thrown;
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth++) {
    yield current;
    // A connection that tried several addresses fails with all their errors; the first one speaks for them.
    const several = (current as { errors?: unknown }).errors;
    current = (current as { cause?: unknown }).cause ?? (Array.isArray(several) ? (several[0] as unknown) : undefined);
  }
}

/** SDKs throw an error without a status for an error event of a stream, its body in `error`. */
function thrownInReply(thrown: unknown): Failure | null {
  if (typeof thrown !== "object" || thrown === null || !("error" in thrown) || !("status" in thrown)) return null;
  const { status, error, message } = thrown as { status: unknown; error: unknown; message?: unknown };
  if (status !== undefined || error === undefined) return null;
  const body = typeof error === "string" ? (tryParseJson(error) ?? error) : error;
  return { kind: "in_reply", headers: {}, body: body ?? message };
}

function stringField(value: object, name: string): string | null {
  const field = (value as Record<string, unknown>)[name];
  return typeof field === "string" ? field : null;
}

function messageOf(error: object): string {
  return stringField(error, "message") ?? "";
}
