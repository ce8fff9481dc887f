// The conversation as this program keeps it, whatever provider it is sent to. Plain data: it goes into
// records and between threads as JSON. Nothing here knows a wire format.
import { assert } from "../std/assert.ts";
import type { Json } from "../std/json.ts";

/** A JSON object, as tools take them. */
export type JsonObject = { readonly [key: string]: Json };

/** One message of a conversation; the system text travels beside the list. */
export type Message = UserMessage | AssistantTurn | ToolAnswer;

/** What the program says to the model: a month's opening, or a reminder. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
}

/** One reply of the model, as it is shown to the model again. */
export interface AssistantTurn {
  readonly role: "assistant";
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly echo: Echo | null;
}

/** The answer to one tool call. */
export interface ToolAnswer {
  readonly role: "tool";
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
}

/** A tool call as the model made it, with an id that is unique in its conversation. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments, or null where they were no JSON object. */
  readonly arguments: JsonObject | null;
  /** What was wrong with the arguments, in words a model can act on; null when nothing was. */
  readonly argumentsError: string | null;
  /** Canonical JSON of the arguments (`1` and `1.0` are one text), or the broken text, cut. */
  readonly argumentsText: string;
}

/** The wire formats that carry opaque items. */
export type WireFormat = "chat" | "responses" | "anthropic";

/**
 * What a provider wants to see again, verbatim: reasoning items, signed thinking, raw content.
 * Only the format that wrote it reads it; another one renders the turn from its text and calls.
 */
export interface Echo {
  readonly format: WireFormat;
  readonly items: readonly Json[];
}

/** A tool as it is offered to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: always an object. */
  readonly inputSchema: JsonObject;
}

/** A user message. */
export function userMessage(text: string): UserMessage {
  return { role: "user", text };
}

/** The turn that a reply adds to the conversation. */
export function assistantTurn(reply: Omit<AssistantTurn, "role">): AssistantTurn {
  return { role: "assistant", text: reply.text, toolCalls: reply.toolCalls, echo: reply.echo };
}

/** The answer to a call. */
export function toolAnswer(callId: string, text: string, isError = false): ToolAnswer {
  return { role: "tool", callId, text, isError };
}

/** Every id a conversation has used, so that a new call never repeats one. */
export function usedCallIds(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const call of message.toolCalls) ids.add(call.id);
  }
  return ids;
}

/**
 * Providers refuse a conversation in which a call has no answer, or an answer no call. Building one
 * is a bug of ours, so it fails here, before it is paid for.
 */
export function assertAnswered(messages: readonly Message[]): void {
  let open: Set<string> = new Set();
  for (const message of messages) {
    if (message.role === "tool") {
      assert(open.delete(message.callId), `an answer to no open call: ${message.callId}`);
      continue;
    }
    assert(open.size === 0, `calls without an answer: ${[...open].join(", ")}`);
    if (message.role === "assistant") open = new Set(message.toolCalls.map((call) => call.id));
  }
  assert(open.size === 0, `calls without an answer: ${[...open].join(", ")}`);
}
