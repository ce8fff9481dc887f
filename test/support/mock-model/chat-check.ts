// Chat Completions requests, read and refused as the real servers do.
import { asList, asObject, asText } from "../../../src/llm/wire.ts";
import type { Body, MockDialect } from "./format.ts";
import { seal } from "./signature.ts";
import type { SeenMessage, View, Violation } from "./view.ts";

type Fields = Record<string, unknown>;

/** What is wrong with a request, or null. */
export function checkChat(body: Body, dialect: MockDialect): Violation | null {
  const messages = asList(body["messages"]).map(asObject);
  if (messages.length === 0) return invalid("messages must not be empty");
  return checkParameters(body, dialect) ?? checkAnswers(messages) ?? checkDialect(messages, dialect);
}

function checkParameters(body: Body, dialect: MockDialect): Violation | null {
  if (dialect !== "openai" || !/^(o\d|gpt-5)/.test(asText(body["model"]) ?? "")) return null;
  if (body["max_tokens"] !== undefined) {
    return invalid(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    );
  }
  return body["temperature"] === undefined
    ? null
    : invalid("Unsupported value: 'temperature' does not support this value with this model.");
}

function checkAnswers(messages: readonly Fields[]): Violation | null {
  let open = new Set<string>();
  for (const message of messages) {
    const role = asText(message["role"]);
    if (role === "tool") {
      const id = asText(message["tool_call_id"]) ?? "";
      if (!open.delete(id)) return invalid(`tool message answers no call: ${id}`);
      continue;
    }
    if (open.size > 0)
      return invalid(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${[...open].join(", ")}`,
      );
    if (role !== "assistant") continue;
    const calls = asList(message["tool_calls"]).map(asObject);
    const ids = calls.map((call) => asText(call["id"]) ?? "");
    if (new Set(ids).size !== ids.length || ids.includes(""))
      return invalid("tool call ids must be unique and not empty");
    if (calls.some((call) => asText(asObject(call["function"])["arguments"]) === null))
      return invalid("arguments must be a string");
    if (calls.length === 0 && (message["content"] === null || message["content"] === undefined)) {
      return invalid("assistant message needs content or tool_calls");
    }
    open = new Set(ids);
  }
  return open.size > 0 ? invalid("calls without an answer at the end") : null;
}

function checkDialect(messages: readonly Fields[], dialect: MockDialect): Violation | null {
  for (const [index, message] of messages.entries()) {
    const calls = asList(message["tool_calls"]).map(asObject);
    const isTurn = message["role"] === "assistant";
    if (dialect === "kimi" && isTurn && message["content"] === "") {
      return invalid(`Invalid request: the message at position ${index} with role 'assistant' must not be empty`);
    }
    if (dialect === "deepseek" && calls.length > 0 && !asText(message["reasoning_content"])) {
      return invalid(`Missing \`reasoning_content\` field in the assistant message at message index ${index}`);
    }
    if (dialect === "gemini" && calls.length > 0) {
      const signature = asObject(asObject(calls[0]?.["extra_content"])["google"])["thought_signature"];
      if (signature !== seal("thought", asText(asObject(calls[0]?.["function"])["name"]) ?? "")) {
        return invalid("Function call is missing a thought_signature in functionCall parts.");
      }
    }
    if (dialect === "vllm" && calls.some((call) => !isJson(asObject(call["function"])["arguments"]))) {
      return invalid("tool call arguments are not valid JSON");
    }
  }
  return dialect === "mistral" ? checkMistral(messages) : null;
}

function checkMistral(messages: readonly Fields[]): Violation | null {
  for (const [index, message] of messages.entries()) {
    const ids = asList(message["tool_calls"]).map((call) => asText(asObject(call)["id"]) ?? "");
    if (message["role"] === "tool") ids.push(asText(message["tool_call_id"]) ?? "");
    const bad = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id));
    if (bad !== undefined) return invalid(`Tool call id was ${bad} but must be a-z, A-Z, 0-9, with a length of 9.`);
    if (message["role"] === "user" && messages[index - 1]?.["role"] === "tool") {
      return invalid("Unexpected role 'user' after role 'tool'");
    }
  }
  return null;
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

function invalid(message: string): Violation {
  return { status: 400, code: "invalid_request_error", message };
}

/** What the request says. */
export function viewChat(body: Body): View {
  const messages = asList(body["messages"]).map(asObject);
  const system = messages.filter((message) => message["role"] === "system" || message["role"] === "developer");
  return {
    model: asText(body["model"]) ?? "",
    system: system.map((message) => asText(message["content"]) ?? "").join("\n"),
    messages: messages.filter((message) => !system.includes(message)).map(seen),
    tools: asList(body["tools"]).map((tool) => asText(asObject(asObject(tool)["function"])["name"]) ?? ""),
  };
}

function seen(message: Fields): SeenMessage {
  const text = asText(message["content"]) ?? "";
  const role = message["role"] === "assistant" || message["role"] === "tool" ? message["role"] : "user";
  return {
    role,
    text,
    isError: role === "tool" && text.startsWith("Error"),
    calls: asList(message["tool_calls"]).map((call) => ({
      id: asText(asObject(call)["id"]) ?? "",
      name: asText(asObject(asObject(call)["function"])["name"]) ?? "",
    })),
  };
}
