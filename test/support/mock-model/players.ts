// Models for tests: settings of each provider that point at a server of this folder, and conversations.
import { createModel } from "../../../src/llm/create.ts";
import { ProviderError } from "../../../src/llm/error.ts";
import {
  assistantTurn,
  type JsonObject,
  type Message,
  type ToolSpec,
  toolAnswer,
  userMessage,
} from "../../../src/llm/messages.ts";
import type { ChatModel, ChatRequest, Reply } from "../../../src/llm/model.ts";
import { type Dialect, type ModelSettings, modelSettingsSchema, type ProviderName } from "../../../src/llm/settings.ts";

/** The four wire formats' providers. */
export const LIVE_PROVIDERS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "openai-compatible",
] as const satisfies readonly ProviderName[];

export type LiveProvider = (typeof LIVE_PROVIDERS)[number];

const MODEL_IDS: Readonly<Record<LiveProvider, string>> = {
  "openai-chat": "gpt-4.1-mock",
  "openai-responses": "gpt-4.1-mock",
  anthropic: "claude-mock",
  "openai-compatible": "local-mock",
};

/** A key that must never be seen again. */
export const TEST_KEY = "sk-test-THIS-IS-A-SECRET-0123456789";

/** Settings of a player of this provider, further fields as a file would give them. */
export function settingsFor(
  provider: LiveProvider,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): ModelSettings {
  const { endpoint, ...rest } = fields;
  return modelSettingsSchema.parse({
    provider,
    model: MODEL_IDS[provider],
    endpoint: { baseURL: `${url}/v1`, ...(endpoint as object | undefined) },
    limits: { requestTimeoutSeconds: 5 },
    ...rest,
  });
}

/** A model behind that server. */
export function modelFor(
  provider: LiveProvider,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): ChatModel {
  return createModel(settingsFor(provider, url, fields), { apiKey: TEST_KEY });
}

/** A compatible server of this kind. */
export function dialectModel(
  dialect: Exclude<Dialect, "auto">,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): ChatModel {
  return modelFor("openai-compatible", url, { endpoint: { baseURL: `${url}/${dialect}/v1`, dialect }, ...fields });
}

/** A signal that never comes. */
export const NO_STOP = new AbortController().signal;

/** The tools that the brains use. */
export const TOOLS: readonly ToolSpec[] = [
  "verify_cash_position",
  "review_financial_records",
  "analyze_market_conditions",
  "save_note",
  "fund_raising_request",
  "pass",
].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties: {}, additionalProperties: true } satisfies JsonObject,
}));

/** The first request of a month in which nothing is pending. */
export function opening(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    system: "You are the CFO.",
    messages: [userMessage("Month 3.\nPending: none\nDecide.")],
    tools: TOOLS,
    ...more,
  };
}

/** The request after a reply, every call answered. */
export function afterReply(request: ChatRequest, reply: Reply, ...more: readonly Message[]): ChatRequest {
  const answers = reply.toolCalls.map((call) => toolAnswer(call.id, `${call.name} done`));
  return { ...request, messages: [...request.messages, assistantTurn(reply), ...answers, ...more] };
}

/** The error that a request ends with. */
export async function failure(reply: Promise<unknown>): Promise<ProviderError> {
  const outcome = await reply.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderError) return outcome;
  throw new Error("expected a provider's error", { cause: outcome });
}

/** Plays a month of several turns, every call answered, and returns the last request. */
export async function playMonth(
  model: ChatModel,
  start: ChatRequest = opening(),
): Promise<{ request: ChatRequest; replies: Reply[] }> {
  let request = start;
  const replies: Reply[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const reply = await model.complete(request, { signal: NO_STOP });
    replies.push(reply);
    request = afterReply(request, reply);
  }
  return { request, replies };
}

/** The calls that the chatty policy makes in such a month, turn by turn. */
export const CHATTY_MONTH = [
  ["verify_cash_position", "review_financial_records"],
  ["analyze_market_conditions"],
  ["save_note"],
  ["fund_raising_request"],
];
