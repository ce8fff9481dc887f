import { expect, test } from "vitest";
import { adviceFor } from "../../src/llm/advice.ts";
import { ProviderError } from "../../src/llm/error.ts";

test.each([
  {
    code: "refused_request",
    words: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    cure: "--tool-call-parser",
  },
  { code: "server_error", words: "tools param requires --jinja flag", cure: "--jinja" },
  {
    code: "refused_request",
    words: "registry.ollama.ai/library/gemma does not support tools",
    cure: "toolCalling: text",
  },
  { code: "not_found", words: "No endpoints found that support tool use", cure: "toolCalling: text" },
  {
    code: "refused_request",
    words: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    cure: "openai-chat",
  },
  { code: "refused_request", words: "Your organization must be verified to stream this model", cure: "stream: false" },
  { code: "refused_request", words: "Missing `reasoning_content` field in the assistant message", cure: "dialect" },
  { code: "wrong_key", words: "Incorrect API key", cure: "apiKeyEnv" },
  { code: "not_found", words: "404 page not found", cure: "/v1" },
  { code: "unreachable", words: "ECONNREFUSED", cure: "baseURL" },
  { code: "context_cut", words: "", cure: "longer context" },
])("$words ($code): $cure", ({ code, words, cure }) => {
  expect(adviceFor(new ProviderError({ code, class: "wrong", words }))).toContain(cure);
});

test("what nobody knows a cure for is left to the provider's words", () => {
  expect(adviceFor(new ProviderError({ code: "server_error", class: "transient", words: "oops" }))).toBeNull();
});
