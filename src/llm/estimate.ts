// The size of a request before it is sent. Bytes divided by three is more than any tokenizer counts for our
// texts, and costs nothing; a tokenizer would cost more than everything else together.
import type { Message, ToolSpec } from "./messages.ts";
import type { ChatRequest } from "./model.ts";
import { type Prices, type WorstCase, worstCostUsd } from "./prices.ts";

/** Bytes of prompt that count as one token, on the safe side. */
export const BYTES_PER_TOKEN = 3;
/** Wrapping around each message and tool, in bytes. */
const FRAME_BYTES = 24;

/** The most tokens that a request can use. `maxOutputTokens` is the player's limit, unless the request has its own. */
export function worstCaseOf(request: ChatRequest, maxOutputTokens: number): WorstCase {
  return {
    inputTokens: Math.ceil(promptBytes(request) / BYTES_PER_TOKEN),
    outputTokens: request.maxOutputTokens ?? maxOutputTokens,
  };
}

/** What a player's requests can use and cost at most, one by one: checked against every cap before it is sent. */
export function leaseSizer(
  maxOutputTokens: number,
  prices: Prices | null,
): (request: ChatRequest) => WorstCase & { worstUsd: number | null } {
  return (request) => {
    const worst = worstCaseOf(request, maxOutputTokens);
    return { ...worst, worstUsd: worstCostUsd(worst, prices) };
  };
}

/** Bytes of everything the model reads: system text, tools, messages. Each message is measured once. */
export function promptBytes(request: ChatRequest): number {
  let bytes = Buffer.byteLength(request.system) + toolBytes(request.tools);
  for (const message of request.messages) bytes += messageBytes(message);
  return bytes;
}

const measuredMessages = new WeakMap<Message, number>();
const measuredTools = new WeakMap<readonly ToolSpec[], number>();

function toolBytes(tools: readonly ToolSpec[]): number {
  let bytes = measuredTools.get(tools);
  if (bytes === undefined) {
    bytes = Buffer.byteLength(JSON.stringify(tools));
    measuredTools.set(tools, bytes);
  }
  return bytes;
}

function messageBytes(message: Message): number {
  let bytes = measuredMessages.get(message);
  if (bytes === undefined) {
    bytes = FRAME_BYTES + measure(message);
    measuredMessages.set(message, bytes);
  }
  return bytes;
}

function measure(message: Message): number {
  if (message.role !== "assistant") return Buffer.byteLength(message.text);
  const calls = message.toolCalls.reduce(
    (sum, call) => sum + FRAME_BYTES + Buffer.byteLength(call.name + call.argumentsText),
    0,
  );
  const echo = message.echo === null ? 0 : Buffer.byteLength(JSON.stringify(message.echo.items));
  return Math.max(Buffer.byteLength(message.text) + calls, echo);
}
