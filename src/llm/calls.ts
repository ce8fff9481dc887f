// Tool calls out of what servers send: arguments as a string, an object, encoded twice, empty, followed by
// rubbish, or broken; ids missing or repeated. A broken call stays a call, with an error the model can read.
import { sha256Hex } from "../std/hash.ts";
import { canonicalJson, tryParseJson } from "../std/json.ts";
import type { JsonObject, ModelToolCall } from "./messages.ts";
import type { Repair } from "./model.ts";

/** A call as it came, before anything is believed of it. */
export interface RawCall {
  readonly id: unknown;
  readonly name: unknown;
  readonly arguments: unknown;
}

/** The calls of a turn, put right. */
export interface ReadCalls {
  readonly calls: readonly ModelToolCall[];
  readonly repairs: readonly Repair[];
}

/** Characters of broken arguments that are kept. */
export const MAX_BROKEN_CHARS = 16 * 1024;

/**
 * Reads the calls of one turn. `usedIds` are those of the whole conversation: an id that repeats one of
 * them gets one of ours, which depends on nothing but its place, so that a repeated run gives the same.
 */
export function readCalls(raw: readonly RawCall[], usedIds: ReadonlySet<string>): ReadCalls {
  const taken = new Set(usedIds);
  const repairs: Repair[] = [];
  const calls = raw.map((call, index) => {
    const parsed = readArguments(call.arguments);
    repairs.push(...parsed.repairs);
    const id = freeId(call.id, taken, index, repairs);
    taken.add(id);
    let name = typeof call.name === "string" ? call.name.trim() : "";
    if (name === "") {
      repairs.push("missing_call_name");
      name = "unnamed";
    }
    return { id, name, arguments: parsed.arguments, argumentsError: parsed.error, argumentsText: parsed.text };
  });
  return { calls, repairs };
}

function freeId(id: unknown, taken: ReadonlySet<string>, index: number, repairs: Repair[]): string {
  const given = typeof id === "string" ? id : "";
  if (given !== "" && !taken.has(given)) return given;
  repairs.push(given === "" ? "missing_call_id" : "duplicate_call_id");
  for (let salt = 0; ; salt++) {
    const made = ownCallId(`${taken.size}:${index}:${salt}`);
    if (!taken.has(made)) return made;
  }
}

/** Nine letters and digits: the one form that every server takes, Mistral's templates included. */
export function ownCallId(seed: string): string {
  return sha256Hex(`call:${seed}`).slice(0, 9);
}

/** Arguments after reading. */
export interface ReadArguments {
  readonly arguments: JsonObject | null;
  readonly error: string | null;
  readonly text: string;
  readonly repairs: readonly Repair[];
}

/** Reads a call's arguments, whatever they came as. */
export function readArguments(raw: unknown): ReadArguments {
  if (raw === undefined || raw === null) return good({}, ["arguments_empty"]);
  if (typeof raw !== "string") {
    return isObject(raw) ? good(raw, ["arguments_object"]) : broken(canonicalJson(raw), "not a JSON object");
  }
  return readText(raw, []);
}

function readText(text: string, repairs: readonly Repair[]): ReadArguments {
  if (text.trim() === "") return good({}, [...repairs, "arguments_empty"]);
  const value = tryParseJson(text);
  if (isObject(value)) return good(value, repairs);
  if (value === null) return good({}, [...repairs, "arguments_empty"]);
  if (typeof value === "string" && repairs.length < 3) return readText(value, [...repairs, "arguments_double_encoded"]);
  if (value !== undefined) return broken(text, "not a JSON object");
  const head = leadingObject(text);
  if (head !== null) return good(head, [...repairs, "arguments_trailing"]);
  return broken(text, jsonComplaint(text));
}

/** `{…}""` and `{…}{…}` with twice the same are slips of streaming servers; anything else is not guessed at. */
function leadingObject(text: string): JsonObject | null {
  const end = endOfObject(text);
  if (end === null) return null;
  const head = text.slice(0, end);
  const rest = text.slice(end).trim();
  const value = tryParseJson(head);
  if (!isObject(value)) return null;
  return /^("")+$/.test(rest) || rest === head.trim() ? value : null;
}

function endOfObject(text: string): number | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === "\\") index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth <= 0) return depth === 0 ? index + 1 : null;
  }
  return null;
}

function good(value: JsonObject, repairs: readonly Repair[]): ReadArguments {
  return { arguments: value, error: null, text: canonicalJson(value), repairs: [...new Set(repairs)] };
}

function broken(text: string, complaint: string): ReadArguments {
  const error = `the arguments are ${complaint}; send one JSON object. You sent: ${text.slice(0, 500)}`;
  return { arguments: null, error, text: text.slice(0, MAX_BROKEN_CHARS), repairs: ["arguments_broken"] };
}

/** The complaint without the position that engines word differently, so that a record is the same everywhere. */
function jsonComplaint(text: string): string {
  return /[}\]]\s*$/.test(text) ? "not valid JSON" : "not valid JSON: they end too early";
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Arguments as a wire format wants them back: text, and valid JSON even where the model's was not. */
export function argumentsForWire(call: ModelToolCall): string {
  return call.arguments === null ? JSON.stringify({ invalid_json: call.argumentsText }) : call.argumentsText;
}
