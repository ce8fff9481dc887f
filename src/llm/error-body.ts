// The many shapes of an error body, reduced to the provider's codes and its words.
import { tryParseJson } from "../std/json.ts";

/** What a provider says in an error body. */
export interface ErrorWords {
  /** Its codes and types, outermost first. */
  readonly codes: readonly string[];
  readonly message: string;
  /** A status written into the body, as routers do that answer 200. */
  readonly status: number | null;
}

/** Reads an error body, parsed or not. */
export function readErrorBody(body: unknown): ErrorWords {
  const parsed = typeof body === "string" ? (tryParseJson(body) ?? body) : body;
  if (typeof parsed === "string") return { codes: [], message: plainText(parsed), status: null };
  const codes: string[] = [];
  const messages: string[] = [];
  let status: number | null = null;
  visit(parsed, 0);
  return { codes, message: messages.join(" — "), status };

  // Each level may name a code and carry the next one: {type, error: {code, metadata: {raw: "{…}"}}}.
  function visit(value: unknown, depth: number): void {
    if (depth > 8 || value === null || value === undefined) return;
    if (typeof value === "string") {
      const inner = value.trimStart().startsWith("{") ? tryParseJson(value) : undefined;
      if (inner === undefined) addMessage(value);
      else visit(inner, depth + 1);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
    } else if (typeof value === "object") {
      visitObject(value as Record<string, unknown>, depth);
    }
  }

  function visitObject(value: Record<string, unknown>, depth: number): void {
    for (const name of ["code", "type", "status", "reason", "quotaId"]) {
      const field = value[name];
      if (typeof field === "string" && field !== "error" && field !== "") codes.push(field);
      if (typeof field === "number" && field >= 400 && field < 600) status ??= field;
    }
    const { message, msg, retryDelay } = value;
    if (typeof message === "string") visit(message, depth + 1);
    if (typeof msg === "string") addMessage(msg);
    if (typeof retryDelay === "string") addMessage(`retryDelay: ${retryDelay}`);
    for (const name of ["error", "errors", "detail", "details", "metadata", "raw", "violations"]) {
      if (name in value) visit(value[name], depth + 1);
    }
  }

  function addMessage(text: string): void {
    const clean = text.trim();
    if (clean !== "" && !messages.includes(clean)) messages.push(clean);
  }
}

/** A proxy's HTML page, reduced to its text. */
function plainText(text: string): string {
  if (!/<html|<!doctype/i.test(text)) return text.trim();
  return text
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
