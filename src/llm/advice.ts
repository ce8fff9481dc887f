// What to change when a server refuses, where its words say so: for a person who sets a model up.
import type { ProviderErrorData } from "./error.ts";

/** The cure for a failure, in one sentence; null where the provider's own words must do. */
export function adviceFor(error: ProviderErrorData): string | null {
  return (
    ADVICE.find(
      ({ code, words }) =>
        (code === undefined || code === error.code) && (words === undefined || words.test(error.words)),
    )?.cure ?? null
  );
}

const ADVICE: readonly { readonly code?: string; readonly words?: RegExp; readonly cure: string }[] = [
  {
    words: /enable-auto-tool-choice|tool-call-parser/i,
    cure: "start vLLM with --enable-auto-tool-choice and the --tool-call-parser of this model, or set toolCalling: text",
  },
  { words: /--jinja/i, cure: "start llama-server with --jinja, or set toolCalling: text" },
  {
    words:
      /does not support tools|tool(s| use| calling| choice)? (is |are )?not supported|no endpoints found that support tool/i,
    cure: "this model has no native tool calls: set toolCalling: text",
  },
  { words: /max_tokens.*max_completion_tokens/i, cure: "use provider: openai-chat, which sends max_completion_tokens" },
  {
    words: /temperature.*(not|un)support|unsupported (value|parameter).*temperature/i,
    cure: "this model takes no temperature: drop sampling.temperature",
  },
  {
    words: /verified to stream/i,
    cure: "this account may not stream this model: set sampling: { stream: false }, or verify the organization",
  },
  {
    words: /adaptive.*(not|un)support/i,
    cure: "this model takes a thinking budget: set reasoning: { budgetTokens: … }",
  },
  {
    words: /reasoning_content/i,
    cure: "this server wants its reasoning back: set endpoint: { dialect: deepseek }, or kimi",
  },
  { words: /stream_options/i, cure: "this server knows no stream_options: set sampling: { stream: false }" },
  { code: "context_cut", cure: "give the server a longer context, then try again" },
  { code: "context_overflow", cure: "give the server a longer context, or lower sampling.maxOutputTokens" },
  { code: "wrong_key", cure: "check the key in the variable that endpoint.apiKeyEnv names" },
  { code: "forbidden", cure: "this key may not use this model: check the account's access and region" },
  { code: "not_found", cure: "check model and endpoint.baseURL (most end in /v1)" },
  { code: "redirected", cure: "set endpoint.baseURL to the address that the server redirects to" },
  { code: "unreachable", cure: "check endpoint.baseURL, and that the server is running" },
  {
    code: "untrusted_server",
    cure: "the server's certificate does not verify: check the address, or add its authority to NODE_EXTRA_CA_CERTS",
  },
  {
    code: "quota_exhausted",
    cure: "the account has no credit or quota left: add some, then run the same command again",
  },
];
