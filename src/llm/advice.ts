// What to change when a server refuses, where its words say so: for a person who sets a model up.
import type { ProviderErrorData } from "./error.ts";

/** The cure for a failure, in one sentence; null where the provider's own words must do. */
export function adviceFor(error: ProviderErrorData): string | null {
  return rowFor(error)?.cure ?? null;
}

/** The field of a player's file that a failure comes from, where that is known. */
export function fieldOf(error: ProviderErrorData): string | null {
  return rowFor(error)?.field ?? null;
}

/** A failure told to whoever wrote the player's file: the field that it comes from, the words, and the cure. */
export function faultOfFile(error: ProviderErrorData): string {
  const { code, status, words } = error;
  const row = rowFor(error);
  const said = `${code}${status === null ? "" : ` (HTTP ${status})`}: ${words.replace(/\s+/g, " ").trim()}`;
  return `${row?.field ?? FIELD_OF_NO_ROW}: ${said}${row === undefined ? "" : `; ${row.cure}`}`;
}

/** A refusal that nobody knows a cure for comes from what the file asks for. */
const FIELD_OF_NO_ROW = "model, sampling";

function rowFor(error: ProviderErrorData): Advice | undefined {
  return ADVICE.find(
    ({ code, words }) =>
      (code === undefined || code === error.code) && (words === undefined || words.test(error.words)),
  );
}

/** One cure: for failures of this code, or whose words match, or both. */
interface Advice {
  readonly code?: string;
  readonly words?: RegExp;
  /** The field of the player's file to look at. */
  readonly field: string;
  readonly cure: string;
}

const ADVICE: readonly Advice[] = [
  {
    words: /enable-auto-tool-choice|tool-call-parser/i,
    field: "toolCalling",
    cure: "start vLLM with --enable-auto-tool-choice and the --tool-call-parser of this model, or set toolCalling: text",
  },
  { words: /--jinja/i, field: "toolCalling", cure: "start llama-server with --jinja, or set toolCalling: text" },
  {
    words:
      /does not support tools|tool(s| use| calling| choice)? (is |are )?not supported|no endpoints found that support tool/i,
    field: "toolCalling",
    cure: "this model has no native tool calls: set toolCalling: text",
  },
  {
    words: /max_tokens.*max_completion_tokens/i,
    field: "provider",
    cure: "use provider: openai-chat, which sends max_completion_tokens",
  },
  {
    words: /temperature.*(not|un)support|unsupported (value|parameter).*temperature/i,
    field: "sampling.temperature",
    cure: "this model takes no temperature: drop sampling.temperature",
  },
  {
    words: /verified to stream/i,
    field: "sampling.stream",
    cure: "this account may not stream this model: set sampling: { stream: false }, or verify the organization",
  },
  {
    words: /adaptive.*(not|un)support/i,
    field: "sampling.reasoning",
    cure: "this model takes a thinking budget: set reasoning: { budgetTokens: … }",
  },
  {
    words: /reasoning_content/i,
    field: "endpoint.dialect",
    cure: "this server wants its reasoning back: set endpoint: { dialect: deepseek }, or kimi",
  },
  {
    words: /stream_options/i,
    field: "sampling.stream",
    cure: "this server knows no stream_options: set sampling: { stream: false }",
  },
  { code: "context_cut", field: "endpoint.baseURL", cure: "give the server a longer context, then try again" },
  {
    code: "context_overflow",
    field: "sampling.maxOutputTokens",
    cure: "give the server a longer context, or lower sampling.maxOutputTokens",
  },
  {
    code: "wrong_key",
    field: "endpoint.apiKeyEnv",
    cure: "check the key in the variable that endpoint.apiKeyEnv names",
  },
  { code: "forbidden", field: "model", cure: "this key may not use this model: check the account's access and region" },
  { code: "not_found", field: "model", cure: "check model and endpoint.baseURL (most end in /v1)" },
  {
    code: "redirected",
    field: "endpoint.baseURL",
    cure: "set endpoint.baseURL to the address that the server redirects to",
  },
  { code: "unreachable", field: "endpoint.baseURL", cure: "check endpoint.baseURL, and that the server is running" },
  {
    code: "untrusted_server",
    field: "endpoint.baseURL",
    cure: "the server's certificate does not verify: check the address, or add its authority to NODE_EXTRA_CA_CERTS",
  },
  {
    code: "quota_exhausted",
    field: "endpoint.apiKeyEnv",
    cure: "the account has no credit or quota left: add some, then run the same command again",
  },
];
