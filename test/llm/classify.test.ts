import { expect, test } from "vitest";
import { classify } from "../../src/llm/classify.ts";
import type { ErrorClass } from "../../src/llm/error.ts";
import type { Failure } from "../../src/llm/failure.ts";
import { scrubberOf } from "../../src/llm/scrub.ts";

const JUDGING = { scrub: scrubberOf([]), nowMs: 0 };
const openai = (code: string, message: string, type = code) => ({ error: { message, type, param: null, code } });
const anthropic = (type: string, message: string) => ({ type: "error", error: { type, message } });
const gemini = (status: string, message: string, details: unknown[] = []) => [
  { error: { code: 429, message, status, details } },
];

interface Row {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  readonly class: ErrorClass;
}

const HTTP_ROWS: readonly Row[] = [
  {
    name: "OpenAI requests a minute",
    status: 429,
    body: openai(
      "rate_limit_exceeded",
      "Rate limit reached for gpt-5 on requests per min (RPM): Limit 3, Used 3",
      "requests",
    ),
    class: "rate",
  },
  {
    name: "OpenAI tokens a minute",
    status: 429,
    body: openai(
      "rate_limit_exceeded",
      "Rate limit reached on tokens per min (TPM): Limit 30000, Used 29000",
      "tokens",
    ),
    class: "rate",
  },
  {
    name: "OpenAI one request above the allowance",
    status: 429,
    body: openai(
      "rate_limit_exceeded",
      "Request too large for gpt-4.1 on tokens per min (TPM): Limit 30000, Requested 40000",
    ),
    class: "context",
  },
  {
    name: "OpenAI quota",
    status: 429,
    body: openai("insufficient_quota", "You exceeded your current quota"),
    class: "money",
  },
  {
    name: "OpenAI billing limit",
    status: 400,
    body: openai("billing_hard_limit_reached", "Billing hard limit has been reached"),
    class: "money",
  },
  { name: "OpenAI slow down", status: 503, body: openai("slow_down", "Slow Down"), class: "concurrency" },
  { name: "credit balance by code", status: 429, body: openai("credit_balance_exhausted", ""), class: "money" },
  {
    name: "usage limit by code",
    status: 429,
    body: openai("usage_limit_reached", "The usage limit has been reached"),
    class: "money",
  },
  { name: "monthly spend limit", status: 429, body: openai("monthly_spend_limit_exceeded", ""), class: "money" },
  {
    name: "Anthropic rate",
    status: 429,
    body: anthropic(
      "rate_limit_error",
      "This request would exceed your organization's rate limit of 50,000 input tokens per minute",
    ),
    class: "rate",
  },
  {
    name: "Anthropic concurrency",
    status: 429,
    body: anthropic("rate_limit_error", "Number of concurrent connections has exceeded your rate limit"),
    class: "concurrency",
  },
  { name: "Anthropic overloaded", status: 529, body: anthropic("overloaded_error", "Overloaded"), class: "overload" },
  { name: "Anthropic spend limit", status: 429, body: anthropic("enforced_spend_limit_reached", ""), class: "money" },
  {
    name: "Anthropic spend limit in words",
    status: 400,
    body: anthropic("invalid_request_error", "You have reached your specified API usage limits."),
    class: "money",
  },
  {
    name: "Anthropic credit",
    status: 400,
    body: anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    class: "money",
  },
  {
    name: "Anthropic context",
    status: 400,
    body: anthropic("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"),
    class: "context",
  },
  {
    name: "Anthropic input and max_tokens",
    status: 400,
    body: anthropic(
      "invalid_request_error",
      "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    ),
    class: "context",
  },
  {
    name: "Anthropic too large",
    status: 413,
    body: anthropic("request_too_large", "Request exceeds the maximum allowed number of bytes."),
    class: "context",
  },
  {
    name: "Anthropic api_error",
    status: 500,
    body: anthropic("api_error", "Internal server error"),
    class: "transient",
  },
  { name: "Anthropic key", status: 401, body: anthropic("authentication_error", "invalid x-api-key"), class: "wrong" },
  { name: "Anthropic model", status: 404, body: anthropic("not_found_error", "model: claude-nine"), class: "wrong" },
  {
    name: "OpenAI context by code",
    status: 400,
    body: openai("context_length_exceeded", "Your input exceeds the context window of this model."),
    class: "context",
  },
  {
    name: "vLLM context",
    status: 400,
    body: {
      object: "error",
      message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
      type: "BadRequestError",
      code: 400,
    },
    class: "context",
  },
  {
    name: "llama-server context",
    status: 400,
    body: {
      error: {
        code: 400,
        message: "the request exceeds the available context size, try increasing it",
        type: "exceed_context_size_error",
      },
    },
    class: "context",
  },
  {
    name: "Gemini context",
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message: "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    class: "context",
  },
  {
    name: "DashScope context",
    status: 400,
    body: openai("invalid_parameter_error", "Range of input length should be [1, 129024]"),
    class: "context",
  },
  {
    name: "Gemini a minute, worded like a quota",
    status: 429,
    body: gemini("RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", [
      { "@type": "x/RetryInfo", retryDelay: "34s" },
    ]),
    class: "rate",
  },
  {
    name: "Gemini a day",
    status: 429,
    body: gemini("RESOURCE_EXHAUSTED", "You exceeded your current quota", [
      { violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] },
      { retryDelay: "34s" },
    ]),
    class: "money",
  },
  {
    name: "Gemini overloaded",
    status: 503,
    body: [
      { error: { code: 503, message: "The model is overloaded. Please try again later.", status: "UNAVAILABLE" } },
    ],
    class: "overload",
  },
  {
    name: "DeepSeek balance",
    status: 402,
    body: openai("invalid_request_error", "Insufficient Balance"),
    class: "money",
  },
  {
    name: "OpenRouter credits",
    status: 402,
    body: { error: { code: 402, message: "This request requires more credits" } },
    class: "money",
  },
  {
    name: "Moonshot quota",
    status: 429,
    body: openai("exceeded_current_quota_error", "Your account is suspended"),
    class: "money",
  },
  {
    name: "Moonshot engine",
    status: 429,
    body: openai("engine_overloaded_error", "The engine is currently overloaded"),
    class: "overload",
  },
  {
    name: "Moonshot concurrency",
    status: 429,
    body: openai("rate_limit_reached_error", "Your account reached organization max concurrency: 3"),
    class: "concurrency",
  },
  {
    name: "OpenRouter passes an upstream on",
    status: 429,
    body: {
      error: {
        code: 429,
        message: "Provider returned error",
        metadata: { raw: '{"error":{"code":"insufficient_quota","message":"no"}}' },
      },
    },
    class: "money",
  },
  { name: "no body", status: 429, body: "", class: "rate" },
  { name: "a gateway's page", status: 504, body: "<html><body>504 Gateway Time-out</body></html>", class: "transient" },
  { name: "Cloudflare", status: 520, body: "error code: 520", class: "transient" },
  { name: "request timeout", status: 408, body: "", class: "transient" },
  { name: "conflict", status: 409, body: openai("conflict", "lock timeout"), class: "transient" },
  {
    name: "forbidden region",
    status: 403,
    body: openai("unsupported_country_region_territory", "Country not supported"),
    class: "wrong",
  },
  {
    name: "FastAPI validation",
    status: 422,
    body: { detail: [{ loc: ["body"], msg: "field required", type: "missing" }] },
    class: "wrong",
  },
  {
    name: "Ollama tools",
    status: 400,
    body: { error: "registry.ollama.ai/library/gemma does not support tools" },
    class: "wrong",
  },
  { name: "method", status: 405, body: "", class: "wrong" },
  { name: "redirect", status: 301, body: "", class: "wrong" },
];

test.each(HTTP_ROWS)("$name ($status) is $class", ({ status, body, class: expected }) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  expect(classify({ kind: "http", status, headers: {}, body: text }, JUDGING).class).toBe(expected);
});

test.each<{ name: string; failure: Failure; class: ErrorClass; code: string }>([
  {
    name: "overloaded in a stream",
    failure: { kind: "in_reply", headers: {}, body: anthropic("overloaded_error", "Overloaded") },
    class: "overload",
    code: "overloaded",
  },
  {
    name: "rate in a stream",
    failure: { kind: "in_reply", headers: {}, body: anthropic("rate_limit_error", "") },
    class: "rate",
    code: "rate_limit",
  },
  {
    name: "a status in the body",
    failure: { kind: "in_reply", headers: {}, body: { error: { code: 429, message: "slow" } } },
    class: "rate",
    code: "rate_limit",
  },
  {
    name: "Responses failed",
    failure: {
      kind: "in_reply",
      headers: {},
      body: { status: "failed", error: { code: "server_error", message: "x" } },
    },
    class: "transient",
    code: "server_error",
  },
  {
    name: "Responses prompt refused",
    failure: { kind: "in_reply", headers: {}, body: { error: { code: "invalid_prompt", message: "x" } } },
    class: "wrong",
    code: "refused_request",
  },
  {
    name: "nobody knows",
    failure: { kind: "in_reply", headers: {}, body: { error: "hm" } },
    class: "transient",
    code: "error_in_reply",
  },
  {
    name: "reset",
    failure: { kind: "network", networkCode: "ECONNRESET", words: "read ECONNRESET" },
    class: "transient",
    code: "connection_lost",
  },
  {
    name: "closed socket",
    failure: { kind: "network", networkCode: "UND_ERR_SOCKET", words: "other side closed" },
    class: "transient",
    code: "connection_lost",
  },
  {
    name: "refused connection",
    failure: { kind: "network", networkCode: "ECONNREFUSED", words: "" },
    class: "transient",
    code: "unreachable",
  },
  {
    name: "no such host",
    failure: { kind: "network", networkCode: "ENOTFOUND", words: "" },
    class: "transient",
    code: "unreachable",
  },
  {
    name: "bad certificate",
    failure: { kind: "network", networkCode: "DEPTH_ZERO_SELF_SIGNED_CERT", words: "" },
    class: "wrong",
    code: "untrusted_server",
  },
  {
    name: "connect timeout",
    failure: { kind: "timeout", part: "connect", afterMs: 10_000 },
    class: "transient",
    code: "unreachable",
  },
  {
    name: "idle timeout",
    failure: { kind: "timeout", part: "idle", afterMs: 1000 },
    class: "transient",
    code: "timeout_idle",
  },
  { name: "stopped by us", failure: { kind: "aborted" }, class: "aborted", code: "aborted" },
])("$name is $class", ({ failure, class: expected, code }) => {
  expect(classify(failure, JUDGING)).toMatchObject({ class: expected, code });
});

test("words are the provider's, with its codes, scrubbed and cut", () => {
  const body = JSON.stringify(
    openai("invalid_api_key", `Incorrect API key provided: sk-abc***********wxyz. ${"long ".repeat(900)}`),
  );
  const error = classify({ kind: "http", status: 401, headers: {}, body }, JUDGING);
  expect(error.words).toMatch(/^Incorrect API key provided: \[secret\]/);
  expect(error.words.length).toBeLessThan(2010);
  expect(error.message).toMatch(/^wrong_key \(HTTP 401\): /);
});

test("an error survives JSON", () => {
  const error = classify({ kind: "http", status: 429, headers: { "retry-after": "3" }, body: "" }, JUDGING);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: "rate_limit",
    class: "rate",
    retryable: true,
    retryAfterMs: 3000,
    status: 429,
    words: "no words, status 429",
    pace: null,
  });
});
