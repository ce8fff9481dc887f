// Messages requests, read and refused as Anthropic does.
import { asList, asObject, asText } from "../../../src/llm/wire.ts";
import type { Body } from "./format.ts";
import { seal } from "./signature.ts";
import type { SeenMessage, View, Violation } from "./view.ts";

type Fields = Record<string, unknown>;

/** Anthropic's most cache marks in a request. */
const MOST_MARKS = 4;

/** What is wrong with a request, or null. */
export function checkAnthropic(body: Body, headers: Readonly<Record<string, unknown>>): Violation | null {
  if (headers["anthropic-version"] === undefined) return invalid("anthropic-version: header is required");
  const maxTokens = body["max_tokens"];
  if (typeof maxTokens !== "number") return invalid("max_tokens: Field required");
  const thinking = asObject(body["thinking"]);
  if (typeof thinking["budget_tokens"] === "number" && thinking["budget_tokens"] >= maxTokens) {
    return invalid("`max_tokens` must be greater than `thinking.budget_tokens`.");
  }
  if (thinks(body) && body["temperature"] !== undefined)
    return invalid("`temperature` may only be set to 1 when thinking is enabled.");
  if ((JSON.stringify(body).match(/"cache_control":/g) ?? []).length > MOST_MARKS) {
    return invalid("A maximum of 4 blocks with cache_control may be provided.");
  }
  const messages = asList(body["messages"]).map(asObject);
  return checkBlocks(messages) ?? checkResults(messages) ?? checkThinking(messages, thinks(body));
}

/** Whether the request asks for thinking. */
export function thinks(body: Body): boolean {
  const type = asObject(body["thinking"])["type"];
  return type === "enabled" || type === "adaptive";
}

function blocksOf(message: Fields): Fields[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : asList(content).map(asObject);
}

function checkBlocks(messages: readonly Fields[]): Violation | null {
  if (messages[0]?.["role"] !== "user") return invalid('messages: first message must use the "user" role');
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    if (blocks.length === 0) return invalid(`messages.${index}: all messages must have non-empty content`);
    for (const block of blocks) {
      if (block["type"] === "text" && (asText(block["text"]) ?? "").trim() === "") {
        return invalid(`messages.${index}: text content blocks must be non-empty`);
      }
      if (block["type"] === "tool_use" && (typeof block["input"] !== "object" || block["input"] === null)) {
        return invalid(`messages.${index}: tool_use.input: Input should be a valid dictionary`);
      }
    }
    const last = blocks.at(-1)?.["type"];
    if (message["role"] === "assistant" && (last === "thinking" || last === "redacted_thinking")) {
      return invalid(`messages.${index}: The final block in an assistant message cannot be \`thinking\`.`);
    }
  }
  return null;
}

function checkResults(messages: readonly Fields[]): Violation | null {
  const used = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const uses = blocksOf(message).filter((block) => block["type"] === "tool_use");
    for (const use of uses) {
      const id = asText(use["id"]) ?? "";
      if (used.has(id)) return invalid("`tool_use` ids must be unique");
      used.add(id);
    }
    const expected = new Set(uses.map((use) => asText(use["id"]) ?? ""));
    const next = messages[index + 1];
    const following = next === undefined ? [] : blocksOf(next);
    const firstOther = following.findIndex((block) => block["type"] !== "tool_result");
    const results = firstOther < 0 ? following : following.slice(0, firstOther);
    if (message["role"] === "assistant")
      for (const result of results) expected.delete(asText(result["tool_use_id"]) ?? "");
    if (expected.size > 0) {
      return invalid(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...expected].join(", ")}`,
      );
    }
    if (following.slice(results.length).some((block) => block["type"] === "tool_result")) {
      return invalid(`messages.${index + 1}: tool_result blocks must come first`);
    }
  }
  return null;
}

function checkThinking(messages: readonly Fields[], enabled: boolean): Violation | null {
  for (const [index, message] of messages.entries()) {
    if (message["role"] !== "assistant") continue;
    const blocks = blocksOf(message);
    for (const block of blocks) {
      if (block["type"] === "thinking" && block["signature"] !== seal("thinking", asText(block["thinking"]) ?? "")) {
        return invalid(`messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`);
      }
    }
    const first = asText(blocks[0]?.["type"]) ?? "";
    const calls = blocks.some((block) => block["type"] === "tool_use");
    if (enabled && calls && first !== "thinking" && first !== "redacted_thinking") {
      return invalid(
        `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`,
      );
    }
  }
  return null;
}

function invalid(message: string): Violation {
  return { status: 400, code: "invalid_request_error", message };
}

/** What the request says. */
export function viewAnthropic(body: Body): View {
  const { system } = body;
  return {
    model: asText(body["model"]) ?? "",
    system: asText(system) ?? textOf(asList(system).map(asObject)),
    messages: asList(body["messages"]).map(asObject).flatMap(seen),
    tools: asList(body["tools"]).map((tool) => asText(asObject(tool)["name"]) ?? ""),
  };
}

function textOf(blocks: readonly Fields[]): string {
  return blocks
    .filter((block) => block["type"] === "text")
    .map((block) => asText(block["text"]) ?? "")
    .join("\n");
}

function seen(message: Fields): SeenMessage[] {
  const blocks = blocksOf(message);
  const calls = blocks
    .filter((block) => block["type"] === "tool_use")
    .map((block) => ({ id: asText(block["id"]) ?? "", name: asText(block["name"]) ?? "" }));
  if (message["role"] === "assistant") return [{ role: "assistant", text: textOf(blocks), isError: false, calls }];
  const results = blocks
    .filter((block) => block["type"] === "tool_result")
    .map(
      (block): SeenMessage => ({
        role: "tool",
        text: asText(block["content"]) ?? "",
        isError: block["is_error"] === true,
        calls: [],
      }),
    );
  const text = textOf(blocks);
  return text === "" ? results : [...results, { role: "user", text, isError: false, calls: [] }];
}
