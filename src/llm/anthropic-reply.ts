// An Anthropic Messages answer as our reply, streamed or not.
import { tryParseJson } from "../std/json.ts";
import { argumentsForWire, readCalls } from "./calls.ts";
import { errorInReply, malformed, streamCut } from "./failure.ts";
import type { Echo, ModelToolCall } from "./messages.ts";
import { type Finish, type RecordedReply, type Repair, UNKNOWN_USAGE, type Usage } from "./model.ts";
import { asCount, asJson, asList, asObject, asText, distinct, settledFinish, type WireObject } from "./wire.ts";

/** Reads a whole answer body. */
export function fromAnthropicWire(body: unknown, usedIds: ReadonlySet<string>): RecordedReply {
  const answer = asObject(body);
  if (answer["type"] === "error" || (answer["error"] !== undefined && answer["error"] !== null))
    throw errorInReply(answer);
  if (!Array.isArray(answer["content"])) throw malformed("an answer without content");
  const blocks = asList(answer["content"]).map(asObject);
  const repairs: Repair[] = [];
  const read = readCalls(
    blocks.filter(isCall).map((block) => ({ id: block["id"], name: block["name"], arguments: block["input"] })),
    usedIds,
  );
  // An object is this format's own form, and a text that holds one is once encoded too often.
  repairs.push(...read.repairs.filter((repair) => repair !== "arguments_object"));
  const encoded = blocks.some((block) => isCall(block) && asText(block["input"])?.trim());
  if (encoded && read.calls.every((call) => call.argumentsError === null)) repairs.push("arguments_double_encoded");
  return {
    text: blocks
      .filter((block) => block["type"] === "text")
      .map((block) => asText(block["text"]) ?? "")
      .join(""),
    toolCalls: read.calls,
    echo: echoOf(blocks, read.calls),
    finish: settledFinish(FINISHES[asText(answer["stop_reason"]) ?? ""] ?? "other", read.calls.length > 0, repairs),
    usage: usageOf(answer["usage"], repairs),
    servedModel: asText(answer["model"]),
    responseId: asText(answer["id"]),
    repairs: distinct(repairs),
  };
}

const FINISHES: Readonly<Record<string, Finish>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  pause_turn: "pause",
  refusal: "refusal",
};

function isCall(block: WireObject): boolean {
  return block["type"] === "tool_use";
}

/** This format counts cached and written prompt tokens beside the fresh ones; ours counts the whole prompt. */
function usageOf(value: unknown, repairs: Repair[]): Usage {
  const usage = asObject(value);
  const fresh = asCount(usage["input_tokens"]);
  const output = asCount(usage["output_tokens"]);
  if (fresh === null || output === null) repairs.push("usage_missing");
  if (fresh === null && output === null) return UNKNOWN_USAGE;
  const cachedInput = asCount(usage["cache_read_input_tokens"]);
  const cacheWrite = asCount(usage["cache_creation_input_tokens"]);
  return {
    input: fresh === null ? null : fresh + (cachedInput ?? 0) + (cacheWrite ?? 0),
    cachedInput,
    cacheWrite,
    output,
    reasoning: asCount(asObject(usage["output_tokens_details"])["thinking_tokens"]),
  };
}

/** Kept where there is more than text and calls: thinking goes back unchanged, with its signature. */
function echoOf(blocks: readonly WireObject[], calls: readonly ModelToolCall[]): Echo | null {
  if (blocks.every((block) => isCall(block) || block["type"] === "text")) return null;
  const queue = [...calls];
  const kept = blocks.flatMap((block): WireObject[] => {
    if (block["type"] === "text") return asText(block["text"])?.trim() ? [{ type: "text", text: block["text"] }] : [];
    if (!isCall(block)) return [block];
    const call = queue.shift();
    if (call === undefined) return [];
    return [
      { type: "tool_use", id: call.id, name: call.name, input: call.arguments ?? tryParseJson(argumentsForWire(call)) },
    ];
  });
  return { format: "anthropic", items: kept.map(asJson) };
}

/** The events of a stream, put together into the body that the answer would have had. */
export async function foldAnthropicStream(events: AsyncIterable<unknown>): Promise<unknown> {
  const message: WireObject = {};
  let started = false;
  let complete = false;
  const blocks: WireObject[] = [];
  const inputs: string[] = [];
  for await (const value of events) {
    const event = asObject(value);
    const index = Number(event["index"] ?? 0);
    switch (event["type"]) {
      case "message_start":
        started = true;
        Object.assign(message, asObject(event["message"]));
        break;
      case "content_block_start":
        blocks[index] = { ...asObject(event["content_block"]) };
        break;
      case "content_block_delta":
        addDelta((blocks[index] ??= {}), inputs, index, asObject(event["delta"]));
        break;
      case "message_delta":
        Object.assign(message, asObject(event["delta"]));
        message["usage"] = laterUsage(asObject(message["usage"]), asObject(event["usage"]));
        break;
      case "message_stop":
        complete = true;
        break;
      case "error":
        throw errorInReply(event);
    }
  }
  if (!started || !complete) throw streamCut();
  const content = blocks.map((block, index) => {
    const json = inputs[index];
    return isCall(block) && json !== undefined ? { ...block, input: tryParseJson(json) ?? json } : block;
  });
  return { ...message, content };
}

function addDelta(block: WireObject, inputs: string[], index: number, delta: WireObject): void {
  switch (delta["type"]) {
    case "text_delta":
      block["text"] = `${asText(block["text"]) ?? ""}${asText(delta["text"]) ?? ""}`;
      break;
    case "thinking_delta":
      block["thinking"] = `${asText(block["thinking"]) ?? ""}${asText(delta["thinking"]) ?? ""}`;
      break;
    case "signature_delta":
      block["signature"] = `${asText(block["signature"]) ?? ""}${asText(delta["signature"]) ?? ""}`;
      break;
    case "input_json_delta":
      inputs[index] = (inputs[index] ?? "") + (asText(delta["partial_json"]) ?? "");
      break;
  }
}

/** The last event counts the output; what it leaves out stays as the first event said. */
function laterUsage(first: WireObject, last: WireObject): WireObject {
  const merged = { ...first };
  for (const [name, value] of Object.entries(last)) if (value !== null && value !== undefined) merged[name] = value;
  return merged;
}
