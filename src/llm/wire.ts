// What the wire formats have in common: untyped JSON in, plain JSON out.
import type { Json } from "../std/json.ts";
import type { Message } from "./messages.ts";
import type { ChatRequest, Finish, RecordedReply, Repair } from "./model.ts";

/** A request or answer body before it is trusted. */
export type WireObject = Record<string, unknown>;

/** One wire format: how to ask, how to put a stream together, how to read the answer. */
export interface Format {
  toWire(request: ChatRequest): WireObject;
  /** Fields that go with `stream: true`. */
  readonly streamFields: WireObject;
  /** The body that the same answer would have had without streaming. */
  fold(events: AsyncIterable<unknown>): Promise<unknown>;
  fromWire(body: unknown, usedIds: ReadonlySet<string>): RecordedReply;
}

/** The value as an object, or an empty one. */
export function asObject(value: unknown): WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as WireObject) : {};
}

/** The value as a list, or an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The value as a text, or null. */
export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A token count, or null: unknown is not zero. */
export function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
}

/** A deep copy that is certainly JSON. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

/** The named fields that are there and not null. */
export function pick(source: WireObject, names: readonly string[]): WireObject {
  const kept: WireObject = {};
  for (const name of names) if (source[name] !== undefined && source[name] !== null) kept[name] = source[name];
  return kept;
}

/** Each repair once, in the order they happened. */
export function distinct(repairs: readonly Repair[]): Repair[] {
  return [...new Set(repairs)];
}

/** The finish reason against the calls that are there: the calls decide, the reason is noted. */
export function settledFinish(finish: Finish, hasCalls: boolean, repairs: Repair[]): Finish {
  if (hasCalls === (finish === "calls")) return finish;
  if (hasCalls && finish !== "stop") return finish;
  repairs.push("finish_mismatch");
  return hasCalls ? "calls" : "stop";
}

/**
 * The messages without turns that say nothing, which several servers refuse, and with neighbouring user
 * messages joined, since several templates want the roles to alternate.
 */
export function sendable(messages: readonly Message[], saysSomething: (turn: Message) => boolean): Message[] {
  const kept: Message[] = [];
  for (const message of messages) {
    if (message.role === "assistant" && !saysSomething(message)) continue;
    const last = kept.at(-1);
    if (message.role === "user" && last?.role === "user") {
      kept[kept.length - 1] = { role: "user", text: `${last.text}\n\n${message.text}` };
    } else {
      kept.push(message);
    }
  }
  return kept;
}
