// An OpenAI Responses answer as our reply, streamed or not.
import { argumentsForWire, readCalls } from "./calls.ts";
import { errorInReply, malformed, streamCut } from "./failure.ts";
import type { Echo, ModelToolCall } from "./messages.ts";
import { type Finish, type RecordedReply, type Repair, UNKNOWN_USAGE, type Usage } from "./model.ts";
import { asCount, asJson, asList, asObject, asText, distinct, settledFinish, type WireObject } from "./wire.ts";

/** Reads a whole answer body. */
export function fromResponsesWire(body: unknown, usedIds: ReadonlySet<string>): RecordedReply {
  const answer = asObject(body);
  if (answer["error"] !== undefined && answer["error"] !== null) throw errorInReply({ error: answer["error"] });
  if (!Array.isArray(answer["output"])) throw malformed("an answer without output");
  const items = asList(answer["output"]).map(asObject);
  const repairs: Repair[] = [];
  const callItems = items.filter((item) => item["type"] === "function_call");
  const read = readCalls(
    callItems.map((item) => ({ id: item["call_id"], name: item["name"], arguments: item["arguments"] })),
    usedIds,
  );
  repairs.push(...read.repairs);
  const { text, refusal } = spokenIn(items);
  const finish = settledFinish(finishOf(answer, refusal, callItems.length > 0), callItems.length > 0, repairs);
  return {
    text: text === "" && refusal !== "" ? refusal : text,
    toolCalls: read.calls,
    echo: echoOf(items, read.calls),
    finish,
    usage: usageOf(answer["usage"], repairs),
    servedModel: asText(answer["model"]),
    responseId: asText(answer["id"]),
    repairs: distinct(repairs),
  };
}

function spokenIn(items: readonly WireObject[]): { text: string; refusal: string } {
  const parts = items
    .filter((item) => item["type"] === "message")
    .flatMap((item) => asList(item["content"]).map(asObject));
  const textOf = (type: string, field: string) =>
    parts
      .filter((part) => part["type"] === type)
      .map((part) => asText(part[field]) ?? "")
      .join("");
  return { text: textOf("output_text", "text"), refusal: textOf("refusal", "refusal") };
}

function finishOf(answer: WireObject, refusal: string, hasCalls: boolean): Finish {
  if (refusal !== "") return "refusal";
  const reason = asText(asObject(answer["incomplete_details"])["reason"]);
  if (reason === "max_output_tokens") return "length";
  if (reason === "content_filter") return "filter";
  // This format has no finish reason of its own: a complete answer ends with its calls, or without.
  return hasCalls ? "calls" : "stop";
}

function usageOf(value: unknown, repairs: Repair[]): Usage {
  const usage = asObject(value);
  const input = asCount(usage["input_tokens"]);
  const output = asCount(usage["output_tokens"]);
  if (input === null || output === null) repairs.push("usage_missing");
  if (input === null && output === null) return UNKNOWN_USAGE;
  const details = asObject(usage["input_tokens_details"]);
  return {
    input,
    cachedInput: asCount(details["cached_tokens"]),
    cacheWrite: asCount(details["cache_write_tokens"]),
    output,
    reasoning: asCount(asObject(usage["output_tokens_details"])["reasoning_tokens"]),
  };
}

/**
 * The items as they go back: without ids and status, which mean nothing where nothing is stored; reasoning
 * only where it can be read back; calls with the ids that their answers will name.
 */
function echoOf(items: readonly WireObject[], calls: readonly ModelToolCall[]): Echo {
  const queue = [...calls];
  const kept = items.flatMap((item): WireObject[] => {
    const { id: _id, status: _status, ...rest } = item;
    if (item["type"] === "function_call") {
      const call = queue.shift();
      if (call === undefined) return [];
      const given =
        call.argumentsError === null && typeof item["arguments"] === "string"
          ? item["arguments"]
          : argumentsForWire(call);
      return [{ ...rest, call_id: call.id, name: call.name, arguments: given }];
    }
    if (item["type"] === "reasoning") {
      return asText(item["encrypted_content"]) === null ? [] : [{ ...rest, summary: asList(item["summary"]) }];
    }
    return item["type"] === "message" ? [rest] : [];
  });
  return { format: "responses", items: kept.map(asJson) };
}

/** The events of a stream: the last one holds the whole answer; finished items stand in where it does not. */
export async function foldResponsesStream(events: AsyncIterable<unknown>): Promise<unknown> {
  const items: unknown[] = [];
  let answer: WireObject | null = null;
  for await (const value of events) {
    const event = asObject(value);
    switch (event["type"]) {
      case "response.output_item.done":
        items[Number(event["output_index"] ?? items.length)] = event["item"];
        break;
      case "response.completed":
      case "response.incomplete":
        answer = asObject(event["response"]);
        break;
      case "response.failed":
        throw errorInReply(asObject(event["response"]));
      case "error":
        throw errorInReply(event);
    }
  }
  if (answer === null) throw streamCut();
  const output = asList(answer["output"]);
  return { ...answer, output: output.length > 0 ? output : items.filter((item) => item !== undefined) };
}
