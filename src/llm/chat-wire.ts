// Our conversation as a Chat Completions request, for OpenAI and for the servers that speak like it.
import { argumentsForWire, ownCallId } from "./calls.ts";
import type { Traits } from "./dialect.ts";
import type { AssistantTurn, Message, ToolSpec } from "./messages.ts";
import type { ChatRequest } from "./model.ts";
import type { ModelSettings } from "./settings.ts";
import { asObject, pick, sendable, type WireObject } from "./wire.ts";

/** Fields in which servers of this kind put reasoning, under whatever name; sent back under the same one. */
export const REASONING_FIELDS = [
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "thinking_blocks",
  "thought_signature",
  "extra_content",
] as const;

/** The request's body. Equal requests give equal bytes: fields stand in one order, always. */
export function toChatWire(request: ChatRequest, settings: ModelSettings, traits: Traits): WireObject {
  const { sampling } = settings;
  const body: WireObject = {
    model: settings.model,
    messages: [{ role: "system", content: request.system }, ...wireMessages(request.messages, traits)],
    [traits.maxTokensField]: request.maxOutputTokens ?? sampling.maxOutputTokens,
  };
  if (request.tools.length > 0) body["tools"] = request.tools.map(wireTool);
  if (sampling.temperature !== undefined) body["temperature"] = sampling.temperature;
  if (sampling.topP !== undefined) body["top_p"] = sampling.topP;
  if (sampling.seed !== undefined) body["seed"] = sampling.seed;
  if (sampling.reasoning?.effort !== undefined) body["reasoning_effort"] = sampling.reasoning.effort;
  if (settings.provider === "openai-chat" && request.cacheKey !== undefined)
    body["prompt_cache_key"] = request.cacheKey;
  return { ...body, ...sampling.extraBody };
}

function wireTool({ name, description, inputSchema }: ToolSpec): WireObject {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function wireMessages(messages: readonly Message[], traits: Traits): WireObject[] {
  const sent = sendable(messages, saysSomething);
  return (traits.userAfterTool ? sent : withUserInAnswer(sent)).map((message) => {
    switch (message.role) {
      case "user":
        return { role: "user", content: message.text };
      case "tool":
        return {
          role: "tool",
          tool_call_id: wireId(message.callId, traits),
          content: answerText(message.text, message.isError),
        };
      case "assistant":
        return wireTurn(message, traits);
    }
  });
}

/** Puts what the program says after a tool's answer into the answer. */
function withUserInAnswer(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "tool") {
      joined[joined.length - 1] = { ...last, text: `${last.text}\n\n${message.text}` };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

/** This format has no mark for a failed call, so the text says it. */
function answerText(text: string, isError: boolean): string {
  const said = text === "" ? "(no output)" : text;
  return isError ? `Error: ${said}` : said;
}

function saysSomething(message: Message): boolean {
  return message.role !== "assistant" || message.toolCalls.length > 0 || contentOf(message) !== "";
}

function wireTurn(turn: AssistantTurn, traits: Traits): WireObject {
  const echo = echoOf(turn);
  const content = contentOf(turn);
  const hasCalls = turn.toolCalls.length > 0;
  const message: WireObject = { role: "assistant" };
  if (content !== "") message["content"] = content;
  else if (traits.emptyContent === "null") message["content"] = null;
  if (hasCalls || traits.echoReasoning === "always") Object.assign(message, pick(echo, REASONING_FIELDS));
  if (!hasCalls) return message;
  const extras = asObject(echo["calls"]);
  message["tool_calls"] = turn.toolCalls.map((call) => {
    const extra = asObject(extras[call.id]);
    return {
      id: wireId(call.id, traits),
      type: "function",
      function: { name: call.name, arguments: argumentsForWire(call), ...asObject(extra["function"]) },
      ...asObject(extra["call"]),
    };
  });
  return message;
}

/** What the model wrote, its thinking tags included, where they were taken out of the turn's text. */
function contentOf(turn: AssistantTurn): string {
  const { content } = echoOf(turn);
  return typeof content === "string" ? content : turn.text;
}

function echoOf(turn: AssistantTurn): WireObject {
  return turn.echo?.format === "chat" ? asObject(turn.echo.items[0]) : {};
}

function wireId(id: string, traits: Traits): string {
  return !traits.nineCharIds || /^[a-zA-Z0-9]{9}$/.test(id) ? id : ownCallId(id);
}
