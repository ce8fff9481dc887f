// The one table that says what a failure is. First row that fits wins; what is dear to get wrong comes
// first: money is never retried, even where it is dressed as a rate limit.
import { type ErrorClass, ProviderError } from "./error.ts";
import { type ErrorWords, readErrorBody } from "./error-body.ts";
import type { Failure } from "./failure.ts";
import { paceOf, retryAfterMs } from "./pace.ts";
import type { Scrub } from "./scrub.ts";

/** What judging a failure needs to know. */
export interface Judging {
  readonly scrub: Scrub;
  readonly nowMs: number;
}

/** The error that a failed attempt is. */
export function classify(failure: Failure, { scrub, nowMs }: Judging): ProviderError {
  switch (failure.kind) {
    case "aborted":
      return new ProviderError({ code: "aborted", class: "aborted", words: "stopped by this program" });
    case "timeout":
      return timeoutError(failure.part, failure.afterMs);
    case "network":
      return networkError(failure.networkCode, scrub(failure.words));
    case "malformed":
      return new ProviderError({ code: "malformed_reply", class: "malformed", words: cut(scrub(failure.words)) });
    case "http":
    case "in_reply": {
      const said = readErrorBody(failure.body);
      const status = failure.kind === "http" ? failure.status : said.status;
      const row = RULES.find((rule) => fits(rule, said, status)) ?? fallback(status);
      return new ProviderError({
        code: row.code,
        class: row.class,
        status,
        retryAfterMs: retryAfterMs(failure.headers, said.message, nowMs),
        words: cut(scrub(wordsOf(said, status))),
        pace: paceOf(failure.headers, nowMs),
      });
    }
  }
}

/** One row: fits when the status is one of `statuses` (any, where absent) and a code or phrase matches (where given). */
interface Rule {
  readonly code: string;
  readonly class: ErrorClass;
  readonly statuses?: readonly number[];
  readonly notStatuses?: readonly number[];
  readonly codes?: RegExp;
  readonly phrases?: RegExp;
}

const RULES: readonly Rule[] = [
  { code: "quota_exhausted", class: "money", codes: /PerDay/ },
  // Gemini words its per-minute limit like a used-up quota, but says when it ends.
  {
    code: "rate_limit",
    class: "rate",
    statuses: [429],
    phrases: /retryDelay: |(?:quota|rate)[^]*(?:per|_)[ _]?minute/i,
    codes: /PerMinute/,
  },
  {
    code: "quota_exhausted",
    class: "money",
    codes:
      /^(insufficient_quota|insufficient_balance|insufficient_credits?|credit_balance_exhausted|.*spend_limit.*|usage_limit.*|billing_(hard_limit_reached|not_active|error)|exceeded_current_quota.*|quota_exceeded)$/i,
  },
  { code: "quota_exhausted", class: "money", statuses: [402] },
  {
    code: "quota_exhausted",
    class: "money",
    phrases:
      /exceeded your current quota|check your plan and billing|credit balance is too low|insufficient (balance|credits?|funds|quota)|out of credits|(monthly|spend(ing)?|usage) limit (has been )?(reached|exceeded)|reached your (specified )?(api )?(usage|spend(ing)?) limits?|requires more credits|account is not active/i,
  },
  // A single request above the per-minute allowance fits never, however long one waits; a shorter one does.
  { code: "context_overflow", class: "context", phrases: /^request too large|request too large for/i },
  {
    code: "context_overflow",
    class: "context",
    notStatuses: [429],
    codes:
      /^(context_length_exceeded|exceed_context_size_error|request_too_large|string_above_max_length|context_window_exceeded|model_context_window_exceeded)$/i,
  },
  {
    code: "context_overflow",
    class: "context",
    notStatuses: [401, 403, 404, 429],
    phrases:
      /prompt is too long|maximum context length|max(imum)? (model|sequence|input|prompt) (len(gth)?|tokens)|exceeds? (the )?(available |model'?s? |maximum )?context|context (window|size|length|limit)|input (is|was) too long|input length and `?max_tokens`? exceed|reduce the length of (the|your) (messages|prompt|input)|input token count[^]*exceeds|range of input length|too many (input|prompt) tokens|longer than the model'?s/i,
  },
  { code: "context_overflow", class: "context", statuses: [413] },
  { code: "slow_down", class: "concurrency", codes: /^slow_?down$/i },
  { code: "slow_down", class: "concurrency", statuses: [429, 503], phrases: /^slow down\b/i },
  {
    code: "overloaded",
    class: "overload",
    codes: /^(overloaded(_error)?|engine_overloaded(_error)?|server_overloaded|model_overloaded)$/i,
  },
  { code: "concurrency_limit", class: "concurrency", statuses: [429], codes: /concurren/i },
  {
    code: "concurrency_limit",
    class: "concurrency",
    statuses: [429],
    phrases: /concurren|parallel requests|in[- ]flight/i,
  },
  { code: "overloaded", class: "overload", statuses: [503, 529] },
  { code: "rate_limit", class: "rate", statuses: [429] },
  {
    code: "rate_limit",
    class: "rate",
    codes: /^(rate_limit(_exceeded|_error|ed)?|too_many_requests|RESOURCE_EXHAUSTED)$/i,
  },
  { code: "overloaded", class: "overload", phrases: /\boverloaded\b/i, notStatuses: [400, 401, 403, 404, 422] },
  { code: "wrong_key", class: "wrong", statuses: [401] },
  { code: "wrong_key", class: "wrong", codes: /^(authentication_error|invalid_api_key)$/i },
  { code: "forbidden", class: "wrong", statuses: [403] },
  { code: "forbidden", class: "wrong", codes: /^(permission_error|permission_denied)$/i },
  { code: "not_found", class: "wrong", statuses: [404] },
  { code: "not_found", class: "wrong", codes: /^(model_not_found|not_found_error)$/i },
  { code: "redirected", class: "wrong", statuses: [301, 302, 303, 307, 308] },
  { code: "server_timeout", class: "transient", statuses: [408, 504] },
  {
    code: "server_error",
    class: "transient",
    codes: /^(server_error|api_error|internal_error|internal_server_error|timeout_error)$/i,
    notStatuses: [400, 422],
  },
  {
    code: "refused_request",
    class: "wrong",
    codes: /^(invalid_request_error|invalid_request|bad_request|invalid_prompt)$/i,
  },
];

/** Conflicts and early data pass by themselves; SDKs retry them too. */
const PASSING_4XX = [408, 409, 425];

function fallback(status: number | null): Rule {
  if (status === null) return { code: "error_in_reply", class: "transient" };
  if (status >= 500 || PASSING_4XX.includes(status)) return { code: "server_error", class: "transient" };
  if (status === 400 || status === 422) return { code: "refused_request", class: "wrong" };
  return { code: "refused", class: "wrong" };
}

function fits(rule: Rule, said: ErrorWords, status: number | null): boolean {
  if (rule.statuses !== undefined && (status === null || !rule.statuses.includes(status))) return false;
  if (rule.notStatuses !== undefined && status !== null && rule.notStatuses.includes(status)) return false;
  const { codes, phrases } = rule;
  if (codes === undefined && phrases === undefined) return true;
  return (
    (codes !== undefined && said.codes.some((code) => codes.test(code))) ||
    (phrases !== undefined && phrases.test(said.message))
  );
}

const PART_NAMES = {
  connect: "no connection",
  first_byte: "no first byte of an answer",
  idle: "nothing more of an answer begun",
  attempt: "no complete answer",
} as const;

function timeoutError(part: keyof typeof PART_NAMES, afterMs: number): ProviderError {
  const code = part === "connect" ? "unreachable" : `timeout_${part}`;
  return new ProviderError({ code, class: "transient", words: `${PART_NAMES[part]} within ${afterMs / 1000} s` });
}

/** A certificate that does not verify will not verify the next time either. */
const TRUST = /CERT|SIGNED|SIGNATURE|ERR_SSL|ERR_TLS/;
/** Never connected: the address or the network is at fault, not the request. */
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT.*)$/;

function networkError(networkCode: string, words: string): ProviderError {
  const said = cut(words.includes(networkCode) ? words : `${networkCode}: ${words}`);
  if (TRUST.test(networkCode)) return new ProviderError({ code: "untrusted_server", class: "wrong", words: said });
  if (UNREACHABLE.test(networkCode)) return new ProviderError({ code: "unreachable", class: "transient", words: said });
  return new ProviderError({ code: "connection_lost", class: "transient", words: said });
}

/** Providers answer with up to the whole prompt; a person needs its beginning. */
const MAX_WORDS = 2000;

function cut(text: string): string {
  return text.length <= MAX_WORDS ? text : `${text.slice(0, MAX_WORDS)} …`;
}

function wordsOf(said: ErrorWords, status: number | null): string {
  const codes = [...new Set(said.codes)].join(", ");
  const message = said.message === "" ? `no words${status === null ? "" : `, status ${status}`}` : said.message;
  return codes === "" ? message : `${message} [${codes}]`;
}
