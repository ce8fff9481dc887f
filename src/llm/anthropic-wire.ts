// Our conversation as an Anthropic Messages request.

import { tryParseJson } from "../std/json.ts";
import { argumentsForWire } from "./calls.ts";
import type { AssistantTurn, Message, ToolAnswer, ToolSpec } from "./messages.ts";
import type { ChatRequest } from "./model.ts";
import type { ModelSettings } from "./settings.ts";
import { asObject, sendable, type WireObject } from "./wire.ts";

/** The request's body. Equal requests give equal bytes, but for the cache mark that moves with the end. */
export function toAnthropicWire(request: ChatRequest, settings: ModelSettings): WireObject {
  const { sampling } = settings;
  const body: WireObject = {
    model: settings.model,
    max_tokens: request.maxOutputTokens ?? sampling.maxOutputTokens,
    messages: markLast(wireMessages(request.messages)),
  };
  if (request.system !== "") body["system"] = [{ type: "text", text: request.system, ...CACHE_MARK }];
  if (request.tools.length > 0) body["tools"] = wireTools(request.tools);
  const { effort, budgetTokens } = sampling.reasoning ?? {};
  if (budgetTokens !== undefined) body["thinking"] = { type: "enabled", budget_tokens: budgetTokens };
  else if (effort === "none") body["thinking"] = { type: "disabled" };
  else if (effort !== undefined) body["thinking"] = { type: "adaptive" };
  if (effort !== undefined && effort !== "none") body["output_config"] = { effort };
  if (sampling.temperature !== undefined) body["temperature"] = sampling.temperature;
  if (sampling.topP !== undefined) body["top_p"] = sampling.topP;
  return { ...body, ...sampling.extraBody };
}

/** What stands before the mark is kept for the next request: three marks of the four allowed. */
const CACHE_MARK = { cache_control: { type: "ephemeral" } } as const;

function wireTools(tools: readonly ToolSpec[]): WireObject[] {
  return tools.map(({ name, description, inputSchema }, index) => ({
    name,
    description,
    input_schema: inputSchema,
    ...(index === tools.length - 1 ? CACHE_MARK : {}),
  }));
}

interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: WireObject[];
}

/** All answers of a turn go into one user message, answers first, text after. */
function wireMessages(messages: readonly Message[]): WireMessage[] {
  const wire: WireMessage[] = [];
  for (const message of sendable(messages, saysSomething)) {
    const content = blocksOf(message);
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...content);
    else wire.push({ role, content });
  }
  return wire;
}

function blocksOf(message: Message): WireObject[] {
  switch (message.role) {
    case "user":
      return [{ type: "text", text: message.text }];
    case "tool":
      return [answerBlock(message)];
    case "assistant":
      return turnBlocks(message);
  }
}

function answerBlock({ callId, text, isError }: ToolAnswer): WireObject {
  return {
    type: "tool_result",
    tool_use_id: callId,
    content: text === "" ? "(no output)" : text,
    ...(isError ? { is_error: true } : {}),
  };
}

function saysSomething(message: Message): boolean {
  return message.role !== "assistant" || turnBlocks(message).length > 0;
}

function turnBlocks(turn: AssistantTurn): WireObject[] {
  const blocks = turn.echo?.format === "anthropic" ? turn.echo.items.map(asObject) : renderedBlocks(turn);
  // Thinking may not end a message; a turn that was cut while thinking has nothing else to say.
  let end = blocks.length;
  while (end > 0 && isThinking(blocks[end - 1])) end--;
  return blocks.slice(0, end);
}

function isThinking(block: WireObject | undefined): boolean {
  return block?.["type"] === "thinking" || block?.["type"] === "redacted_thinking";
}

function renderedBlocks(turn: AssistantTurn): WireObject[] {
  const calls = turn.toolCalls.map((call) => ({
    type: "tool_use",
    id: call.id,
    name: call.name,
    input: call.arguments ?? tryParseJson(argumentsForWire(call)),
  }));
  return turn.text.trim() === "" ? calls : [{ type: "text", text: turn.text }, ...calls];
}

function markLast(messages: readonly WireMessage[]): WireMessage[] {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== "user" || block === undefined) return [...messages];
  const content = [...last.content.slice(0, -1), { ...block, ...CACHE_MARK }];
  return [...messages.slice(0, -1), { role: "user", content }];
}
