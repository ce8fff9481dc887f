// What a server's headers say about its limits: how long to wait, and how much is left.

/** Headers with lower-case names. */
export type HeaderMap = Readonly<Record<string, string>>;

/** What is left of a provider's limits, as its headers tell it; null where they do not. */
export interface Pace {
  readonly requestsLimit: number | null;
  readonly requestsLeft: number | null;
  readonly requestsResetMs: number | null;
  readonly tokensLimit: number | null;
  readonly tokensLeft: number | null;
  readonly tokensResetMs: number | null;
}

/** The limits named in a reply's headers, or null when there are none. */
export function paceOf(headers: HeaderMap, nowMs: number): Pace | null {
  const pace: Pace = {
    requestsLimit: firstNumber(headers, "x-ratelimit-limit-requests", "anthropic-ratelimit-requests-limit"),
    requestsLeft: firstNumber(headers, "x-ratelimit-remaining-requests", "anthropic-ratelimit-requests-remaining"),
    requestsResetMs: firstWait(headers, nowMs, "x-ratelimit-reset-requests", "anthropic-ratelimit-requests-reset"),
    tokensLimit: firstNumber(headers, "x-ratelimit-limit-tokens", "anthropic-ratelimit-tokens-limit"),
    tokensLeft: firstNumber(headers, "x-ratelimit-remaining-tokens", "anthropic-ratelimit-tokens-remaining"),
    tokensResetMs: firstWait(headers, nowMs, "x-ratelimit-reset-tokens", "anthropic-ratelimit-tokens-reset"),
  };
  return Object.values(pace).every((value) => value === null) ? null : pace;
}

/**
 * The longest wait that a refusal asks for, in its headers or its words; null when it asks for none.
 * Anthropic dates the refill of every bucket, full ones too, so those count only where nothing is left.
 */
export function retryAfterMs(headers: HeaderMap, words: string, nowMs: number): number | null {
  const hints: (number | null)[] = [
    milliseconds(headers["retry-after-ms"]),
    waitOf(headers["retry-after"], nowMs),
    waitInWords(words),
  ];
  for (const [name, value] of Object.entries(headers)) {
    if (/^(x-)?ratelimit-reset/.test(name)) hints.push(waitOf(value, nowMs));
    const bucket = /^anthropic-ratelimit-(.+)-reset$/.exec(name)?.[1];
    if (bucket !== undefined && headers[`anthropic-ratelimit-${bucket}-remaining`] === "0") {
      hints.push(waitOf(value, nowMs));
    }
  }
  const known = hints.filter((hint) => hint !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A bare number above this is a moment, not a span: seconds since 1970, or milliseconds. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/** A wait as servers write it: seconds, `6m0s`, `120ms`, an HTTP or ISO date, a Unix time. */
export function waitOf(text: string | undefined, nowMs: number): number | null {
  const value = text?.trim() ?? "";
  if (value === "") return null;
  const number = Number(value);
  if (Number.isFinite(number)) {
    if (number >= EPOCH_MS) return Math.max(0, number - nowMs);
    if (number >= EPOCH_SECONDS) return Math.max(0, number * 1000 - nowMs);
    return number < 0 ? 0 : Math.ceil(number * 1000);
  }
  const span = spanMs(value);
  if (span !== null) return span;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, moment - nowMs);
}

function spanMs(value: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(value)) return null;
  let total = 0;
  for (const [, amount = "0", unit = "s"] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNIT_MS[unit] ?? 0);
  }
  return Math.ceil(total);
}

/** "Please try again in 6m0s", `"retryDelay": "34s"`. */
function waitInWords(words: string): number | null {
  const found = /(?:try again in|retry in|"?retryDelay"?:?)\s*"?((?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+)/i.exec(words);
  return found?.[1] === undefined ? null : spanMs(found[1]);
}

function milliseconds(text: string | undefined): number | null {
  const value = Number(text);
  return text === undefined || text.trim() === "" || !Number.isFinite(value) ? null : Math.max(0, value);
}

function firstNumber(headers: HeaderMap, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = milliseconds(headers[name]);
    if (value !== null) return value;
  }
  return null;
}

function firstWait(headers: HeaderMap, nowMs: number, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = waitOf(headers[name], nowMs);
    if (value !== null) return value;
  }
  return null;
}
