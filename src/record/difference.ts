/** Where two JSON values first differ, in words: `truth.cash: 154000 recorded, 154001 found`; null where they do not. */
export function firstDifference(recorded: unknown, found: unknown, path = ""): string | null {
  if (Object.is(recorded, found)) return null;
  if (!isObject(recorded) || !isObject(found)) {
    return `${path === "" ? "the value" : path}: ${shown(recorded)} recorded, ${shown(found)} found`;
  }
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])];
  for (const name of names) {
    const difference = firstDifference(recorded[name], found[name], path === "" ? name : `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

const SHOWN_CHARS = 120;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`;
}
