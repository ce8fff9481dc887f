import { stampOf } from "../std/hash.ts";

/** A setting's name from what it changes: `no-delay_tool-budget-5`, `memory-policy-full`; `unchanged` for nothing. */
export function settingName(
  protocol: Readonly<Record<string, unknown>>,
  player: Readonly<Record<string, unknown>>,
): string {
  const parts = [...Object.entries(protocol), ...Object.entries(player)].map(([field, value]) => wordOf(field, value));
  return parts.length === 0 ? "unchanged" : parts.join("_");
}

function wordOf(field: string, value: unknown): string {
  const words = dashed(field);
  if (value === false) return `no-${words}`;
  if (value === true) return words;
  return [words, ...leavesOf(value)].join("-");
}

/** The leaves of a value with the keys that lead to them: `{ policy: full }` is `policy-full`. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => wordOf(key, inner));
  }
  const text = String(value);
  // A whole text names no folder.
  return text.length > LONGEST_VALUE
    ? [`${dashed(text.slice(0, LONGEST_VALUE))}-${stampOf(text).slice(0, 6)}`]
    : [dashed(text)];
}

const LONGEST_VALUE = 32;

/** `toolBudget` as `tool-budget`; what cannot stand in a folder's name becomes a dash. */
function dashed(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
}
