// Calls that a model wrote as text because its server did not parse them. Guessing changes a score, so it
// happens only where the player's file asks for it, and every use is noted in the reply.
import { tryParseJson } from "../std/json.ts";
import { isObject, type RawCall } from "./calls.ts";

/** Calls found in a text, and the text without them. */
export interface RecoveredCalls {
  readonly calls: readonly RawCall[];
  readonly text: string;
}

/** Looks for calls in the notations of Hermes, Qwen, Mistral and Llama; the first notation that gives any wins. */
export function recoverCalls(text: string): RecoveredCalls {
  for (const read of [tagged, mistral, llama]) {
    const found = read(text);
    if (found.calls.length > 0) return found;
  }
  return { calls: [], text };
}

/** `<tool_call>…</tool_call>`: JSON as Hermes writes it, or Qwen's XML. The last one may lack its end. */
function tagged(text: string): RecoveredCalls {
  const calls: RawCall[] = [];
  const rest = text.replace(/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g, (whole, body: string) => {
    const found = jsonCalls(body) ?? qwenCall(body);
    if (found === null) return whole;
    calls.push(...found);
    return "";
  });
  return { calls, text: rest.trim() };
}

/** `<function=name><parameter=key>value</parameter></function>`. */
function qwenCall(body: string): RawCall[] | null {
  const match = /<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/.exec(body);
  if (match?.[1] === undefined) return null;
  const given: Record<string, unknown> = {};
  for (const [, key = "", value = ""] of (match[2] ?? "").matchAll(/<parameter=([^>\s]+)>([\s\S]*?)<\/parameter>/g)) {
    const trimmed = value.trim();
    const parsed = tryParseJson(trimmed);
    given[key] = parsed === undefined ? trimmed : parsed;
  }
  return [{ id: null, name: match[1], arguments: JSON.stringify(given) }];
}

/** `[TOOL_CALLS][{"name":…,"arguments":…}]`, and the newer `[TOOL_CALLS]name[ARGS]{…}`. */
function mistral(text: string): RecoveredCalls {
  const start = text.indexOf("[TOOL_CALLS]");
  if (start < 0) return { calls: [], text };
  const before = text.slice(0, start).trim();
  const body = text.slice(start + "[TOOL_CALLS]".length);
  const list = jsonCalls(body);
  if (list !== null) return { calls: list, text: before };
  const calls: RawCall[] = [];
  for (const part of text.slice(start).split("[TOOL_CALLS]")) {
    const match = /^\s*([\w.-]+)\s*(?:\[CALL_ID\][^[]*)?\[ARGS\]\s*([\s\S]*)$/.exec(part);
    if (match?.[1] !== undefined) calls.push({ id: null, name: match[1], arguments: match[2]?.trim() });
  }
  return { calls, text: before };
}

/** `{"name":…,"parameters":{…}}` as the whole reply, several with `;` between, or after `<|python_tag|>`. */
function llama(text: string): RecoveredCalls {
  const tag = text.indexOf("<|python_tag|>");
  const body = (tag < 0 ? text : text.slice(tag + "<|python_tag|>".length)).replace(/<\|eo[mt]_id\|>/g, "").trim();
  const whole = jsonCalls(body);
  const calls = whole ?? body.split(/;\s*(?=\{)/).flatMap((part) => jsonCalls(part) ?? []);
  return { calls, text: calls.length === 0 ? text : text.slice(0, Math.max(0, tag)).trim() };
}

/** The calls in a JSON text: one object or a list, each with a name and its arguments or parameters. */
function jsonCalls(text: string): RawCall[] | null {
  const value = tryParseJson(text.trim());
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const calls: RawCall[] = [];
  for (const item of items) {
    if (!isObject(item) || typeof item["name"] !== "string") return null;
    const given = item["arguments"] ?? item["parameters"];
    if (given === undefined) return null;
    calls.push({
      id: item["id"],
      name: item["name"],
      arguments: typeof given === "string" ? given : JSON.stringify(given),
    });
  }
  return calls.length === 0 ? null : calls;
}
