// Our conversation as an OpenAI Responses request. Nothing is stored at the provider, so every request
// carries the whole conversation, reasoning items included, and no item ids.
import { argumentsForWire } from "./calls.ts";
import type { AssistantTurn, Message, ToolSpec } from "./messages.ts";
import type { ChatRequest } from "./model.ts";
import { isOpenaiReasoningModel, type ModelSettings } from "./settings.ts";
import { asObject, sendable, type WireObject } from "./wire.ts";

/** The request's body. Equal requests give equal bytes. */
export function toResponsesWire(request: ChatRequest, settings: ModelSettings): WireObject {
  const { sampling } = settings;
  const effort = sampling.reasoning?.effort;
  const body: WireObject = {
    model: settings.model,
    instructions: request.system,
    input: sendable(request.messages, saysSomething).flatMap(wireItems),
    max_output_tokens: request.maxOutputTokens ?? sampling.maxOutputTokens,
    store: false,
  };
  if (request.tools.length > 0) body["tools"] = request.tools.map(wireTool);
  // Models that do not reason refuse the request for their encrypted reasoning.
  if (effort === undefined ? isOpenaiReasoningModel(settings.model) : effort !== "none") {
    body["include"] = ["reasoning.encrypted_content"];
  }
  if (effort !== undefined) body["reasoning"] = { effort };
  if (sampling.temperature !== undefined) body["temperature"] = sampling.temperature;
  if (sampling.topP !== undefined) body["top_p"] = sampling.topP;
  if (request.cacheKey !== undefined) body["prompt_cache_key"] = request.cacheKey;
  return { ...body, ...sampling.extraBody };
}

function wireTool({ name, description, inputSchema }: ToolSpec): WireObject {
  // Strict mode would want every argument required, which ours are not.
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}

function wireItems(message: Message): WireObject[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }];
    case "tool":
      return [
        {
          type: "function_call_output",
          call_id: message.callId,
          output: message.isError ? `Error: ${message.text}` : message.text,
        },
      ];
    case "assistant":
      return turnItems(message);
  }
}

function saysSomething(message: Message): boolean {
  return message.role !== "assistant" || turnItems(message).length > 0;
}

function turnItems(turn: AssistantTurn): WireObject[] {
  const echoed = turn.echo?.format === "responses" ? turn.echo.items.map(asObject) : null;
  const items = echoed ?? renderedItems(turn);
  // A reasoning item is refused without the item that followed it; a cut turn leaves one behind.
  let end = items.length;
  while (end > 0 && items[end - 1]?.["type"] === "reasoning") end--;
  return items.slice(0, end);
}

function renderedItems(turn: AssistantTurn): WireObject[] {
  const calls = turn.toolCalls.map((call) => ({
    type: "function_call",
    call_id: call.id,
    name: call.name,
    arguments: argumentsForWire(call),
  }));
  if (turn.text === "") return calls;
  return [
    { type: "message", role: "assistant", content: [{ type: "output_text", text: turn.text, annotations: [] }] },
    ...calls,
  ];
}
