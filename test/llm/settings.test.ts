import { expect, test } from "vitest";
import { retryPolicyOf, timeoutsOf, wantsStream } from "../../src/llm/create.ts";
import { dialectOf } from "../../src/llm/dialect.ts";
import { apiKeyEnvOf, baseURLOf } from "../../src/llm/endpoint.ts";
import { isOpenaiReasoningModel, modelSettingsSchema, publicSettings } from "../../src/llm/settings.ts";

const parse = (fields: Record<string, unknown>) =>
  modelSettingsSchema.parse({ provider: "openai-chat", model: "gpt-4.1", ...fields });

test("a short file is filled up with defaults", () => {
  expect(parse({})).toMatchObject({
    endpoint: { headers: {}, dialect: "auto" },
    sampling: { maxOutputTokens: 4096, extraBody: {} },
    toolCalling: "native",
    recoverTextCalls: false,
    limits: { concurrency: 4, turnsPerMonth: 30, requestTimeoutSeconds: 600, attempts: 8 },
  });
});

test.each([
  {
    name: "temperature with effort",
    fields: { sampling: { temperature: 0.7, reasoning: { effort: "medium" } } },
    path: "sampling.temperature",
    words: "reasoning.effort is medium",
  },
  {
    name: "temperature for a reasoning model",
    fields: { model: "gpt-5.5", sampling: { temperature: 0 } },
    path: "sampling.temperature",
    words: "gpt-5.5 reasons",
  },
  {
    name: "topP with effort",
    fields: { provider: "openai-responses", sampling: { topP: 1, reasoning: { effort: "low" } } },
    path: "sampling.topP",
    words: "refuse topP",
  },
  {
    name: "seed in Responses",
    fields: { provider: "openai-responses", sampling: { seed: 1 } },
    path: "sampling.seed",
    words: "no seed",
  },
  {
    name: "budget at OpenAI",
    fields: { sampling: { reasoning: { budgetTokens: 2048 } } },
    path: "sampling.reasoning.budgetTokens",
    words: "reasoning.effort",
  },
  {
    name: "budget at a compatible server",
    fields: {
      provider: "openai-compatible",
      endpoint: { baseURL: "http://127.0.0.1/v1" },
      sampling: { reasoning: { budgetTokens: 2048 } },
    },
    path: "sampling.reasoning.budgetTokens",
    words: "extraBody",
  },
  {
    name: "budget above the limit",
    fields: { provider: "anthropic", sampling: { reasoning: { budgetTokens: 4096 } } },
    path: "sampling.maxOutputTokens",
    words: "must exceed",
  },
  {
    name: "thinking with temperature",
    fields: { provider: "anthropic", sampling: { temperature: 1, reasoning: { effort: "high" } } },
    path: "sampling.temperature",
    words: "thinking excludes",
  },
  {
    name: "both temperatures",
    fields: { provider: "anthropic", sampling: { temperature: 1, topP: 0.9 } },
    path: "sampling.topP",
    words: "not both",
  },
  {
    name: "too hot",
    fields: { provider: "anthropic", sampling: { temperature: 1.5 } },
    path: "sampling.temperature",
    words: "ends at 1",
  },
  {
    name: "seed at Anthropic",
    fields: { provider: "anthropic", sampling: { seed: 1 } },
    path: "sampling.seed",
    words: "no seed",
  },
  {
    name: "minimal at Anthropic",
    fields: { provider: "anthropic", sampling: { reasoning: { effort: "minimal" } } },
    path: "sampling.reasoning.effort",
    words: "low",
  },
  {
    name: "none and a budget",
    fields: { provider: "anthropic", sampling: { reasoning: { effort: "none", budgetTokens: 1024 } } },
    path: "sampling.reasoning",
    words: "exclude each other",
  },
  {
    name: "no address",
    fields: { provider: "openai-compatible" },
    path: "endpoint.baseURL",
    words: "needs the address",
  },
  {
    name: "a password in the address",
    fields: { endpoint: { baseURL: "https://me:secret@example.com/v1" } },
    path: "endpoint.baseURL",
    words: "no user or password",
  },
  {
    name: "a dialect at OpenAI",
    fields: { endpoint: { dialect: "vllm" } },
    path: "endpoint.dialect",
    words: "openai-compatible",
  },
  { name: "no cassette", fields: { provider: "cassette" }, path: "cassette", words: "file to play" },
  { name: "a cassette elsewhere", fields: { cassette: { file: "x" } }, path: "cassette", words: "provider: cassette" },
  {
    name: "a field of ours",
    fields: { sampling: { extraBody: { messages: [] } } },
    path: "sampling.extraBody.messages",
    words: "leave it out",
  },
  { name: "a key in the file", fields: { endpoint: { apiKey: "sk-1" } }, path: "endpoint", words: "apiKey" },
  {
    name: "a key as a variable's name",
    fields: { endpoint: { apiKeyEnv: "sk-proj-1" } },
    path: "endpoint.apiKeyEnv",
    words: "environment variable",
  },
  { name: "no http", fields: { endpoint: { baseURL: "ftp://x" } }, path: "endpoint.baseURL", words: "http" },
  { name: "an unknown provider", fields: { provider: "openai" }, path: "provider", words: "openai-chat" },
])("$name is refused at $path", ({ fields, path, words }) => {
  const result = modelSettingsSchema.safeParse({ provider: "openai-chat", model: "gpt-4.1", ...fields });
  const issues = result.error?.issues ?? [];
  const issue = issues.find((found) => found.path.join(".") === path);
  expect(issues.map((found) => found.path.join("."))).toContain(path);
  expect(issue?.message).toContain(words);
});

test("what does not exclude each other is taken", () => {
  parse({ sampling: { temperature: 0.7, seed: 1 } });
  parse({ model: "gpt-5.5", sampling: { temperature: 0.7, reasoning: { effort: "none" } } });
  parse({ provider: "anthropic", sampling: { maxOutputTokens: 8192, reasoning: { budgetTokens: 4096 } } });
  parse({
    provider: "openai-compatible",
    endpoint: { baseURL: "http://127.0.0.1/v1" },
    sampling: { temperature: 0, seed: 1, reasoning: { effort: "low" } },
  });
});

test.each([
  { model: "gpt-5.5", reasons: true },
  { model: "o4-mini", reasons: true },
  { model: "openai/gpt-5", reasons: true },
  { model: "gpt-4.1", reasons: false },
  { model: "gpt-5-chat-latest", reasons: false },
  { model: "gpt-4o", reasons: false },
])("$model reasons: $reasons", ({ model, reasons }) => {
  expect(isOpenaiReasoningModel(model)).toBe(reasons);
});

test.each([
  { baseURL: "https://api.deepseek.com/v1", dialect: "deepseek" },
  { baseURL: "https://generativelanguage.googleapis.com/v1beta/openai", dialect: "gemini" },
  { baseURL: "https://api.moonshot.ai/v1", dialect: "kimi" },
  { baseURL: "https://api.mistral.ai/v1", dialect: "mistral" },
  { baseURL: "https://openrouter.ai/api/v1", dialect: "openrouter" },
  { baseURL: "http://localhost:11434/v1", dialect: "ollama" },
  { baseURL: "http://localhost:8000/v1", dialect: "generic" },
  { baseURL: "https://notdeepseek.com/v1", dialect: "generic" },
])("$baseURL speaks $dialect", ({ baseURL, dialect }) => {
  expect(dialectOf(parse({ provider: "openai-compatible", endpoint: { baseURL } }))).toBe(dialect);
});

test("addresses and keys of the official providers are known, and not asked of other servers", () => {
  expect(baseURLOf(parse({}))).toBe("https://api.openai.com/v1");
  expect(apiKeyEnvOf(parse({}))).toBe("OPENAI_API_KEY");
  expect(apiKeyEnvOf(parse({ provider: "anthropic" }))).toBe("ANTHROPIC_API_KEY");
  expect(apiKeyEnvOf(parse({ endpoint: { baseURL: "http://127.0.0.1/v1" } }))).toBeNull();
  expect(apiKeyEnvOf(parse({ endpoint: { apiKeyEnv: "MY_KEY" } }))).toBe("MY_KEY");
});

test("long and thoughtful replies are streamed", () => {
  expect(wantsStream(parse({}))).toBe(false);
  expect(wantsStream(parse({ sampling: { maxOutputTokens: 16_000 } }))).toBe(true);
  expect(wantsStream(parse({ sampling: { reasoning: { effort: "low" } } }))).toBe(true);
  expect(wantsStream(parse({ sampling: { maxOutputTokens: 16_000, stream: false } }))).toBe(false);
});

test("a whole attempt's limit comes before the one for the first byte, unless that is set", () => {
  expect(timeoutsOf(parse({ limits: { requestTimeoutSeconds: 10 } }).limits)).toEqual({
    connectMs: 10_000,
    firstByteMs: 11_000,
    idleMs: 120_000,
    attemptMs: 10_000,
  });
  expect(timeoutsOf(parse({ limits: { firstByteTimeoutSeconds: 2 } }).limits).firstByteMs).toBe(2000);
});

test("what may be written down holds no header's value", () => {
  const settings = parse({ endpoint: { headers: { "x-team": "token-123456" } } });
  expect(publicSettings(settings).endpoint.headers).toEqual({ "x-team": "[secret]" });
  expect(settings.endpoint.headers).toEqual({ "x-team": "token-123456" });
});

test("how often and how long is said in the file", () => {
  const { limits } = parse({ limits: { attempts: 3, retrySeconds: 60, retryWaitSeconds: 5 } });
  expect(retryPolicyOf(limits)).toEqual({
    attempts: 3,
    forMs: 60_000,
    maxWaitMs: 5000,
    baseMs: 1000,
    firstContactAttempts: 3,
  });
});
