// The refusals that the server can be asked for, with the status, headers and words of the real ones.
import type { TransportFault } from "./faults.ts";
import type { Violation } from "./view.ts";

/** A refusal with its headers; `body` where it is not an error body of the format. */
export interface Refusal extends Violation {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How long a refused client is asked to wait, in each notation. */
const WAIT_MS = 80;

/** The refusal of this name; null for faults that refuse nothing. `nowMs` dates what is dated. */
export function refusalOf(fault: TransportFault, nowMs: number): Refusal | null {
  return REFUSALS[fault]?.(nowMs) ?? null;
}

const simple = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) => {
  return (): Refusal => ({ status, code, message, headers });
};

const TOO_FAST = "Rate limit reached for requests";
const NO_MONEY = "You exceeded your current quota, please check your plan and billing details.";

const REFUSALS: Partial<Record<TransportFault, (nowMs: number) => Refusal>> = {
  rate_limit_seconds: simple(429, "rate_limit_exceeded", TOO_FAST, { "retry-after": "1" }),
  rate_limit_date: (nowMs) => ({
    ...{ status: 429, code: "rate_limit_exceeded", message: TOO_FAST },
    headers: { "retry-after": new Date(nowMs + 2000).toUTCString() },
  }),
  rate_limit_ms: simple(429, "rate_limit_exceeded", TOO_FAST, { "retry-after-ms": String(WAIT_MS) }),
  rate_limit_reset_headers: simple(429, "rate_limit_exceeded", TOO_FAST, {
    "retry-after-ms": "20",
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "30ms",
    "x-ratelimit-reset-tokens": `${WAIT_MS}ms`,
  }),
  concurrency_limit: simple(429, "concurrency_limit_exceeded", "Too many concurrent requests"),
  slow_down: simple(429, "slow_down", "Slow down"),
  overloaded_503: simple(503, "service_unavailable", "The server is currently overloaded with other requests"),
  overloaded_529: simple(529, "overloaded_error", "Overloaded"),
  insufficient_quota: simple(429, "insufficient_quota", NO_MONEY, { "retry-after": "1" }),
  credit_balance_exhausted: simple(429, "credit_balance_exhausted", "Your credit balance is exhausted."),
  spend_limit: simple(429, "enforced_spend_limit_reached", "This workspace has reached its spend limit."),
  usage_limit: simple(429, "usage_limit", "The usage limit has been reached"),
  http_408: simple(408, "request_timeout", "Request timed out"),
  http_500: simple(500, "server_error", "The server had an error while processing your request"),
  http_502_html: () => ({
    status: 502,
    code: "bad_gateway",
    message: "",
    body: "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
  }),
  wrong_key: simple(401, "invalid_api_key", "Incorrect API key provided"),
  forbidden: simple(403, "permission_error", "Your organization must be verified to use this model"),
  not_found: simple(404, "model_not_found", "The model does not exist or you do not have access to it"),
  bad_request: simple(400, "invalid_request_error", "Invalid schema for function 'pass'"),
  context_length_exceeded: simple(400, "context_length_exceeded", "Your input exceeds the limit of this model"),
  context_prompt_too_long: simple(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
  context_maximum_length: simple(
    400,
    "BadRequestError",
    "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens.",
  ),
  context_input_and_max_tokens: simple(
    400,
    "invalid_request_error",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
  ),
  context_413: simple(413, "request_too_large", "Request exceeds the maximum size"),
  redirect: simple(307, "moved", "moved", { location: "/elsewhere" }),
  vllm_no_tool_parser: simple(
    400,
    "BadRequestError",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  ),
  llama_no_jinja: simple(500, "server_error", "tools param requires --jinja flag"),
};
