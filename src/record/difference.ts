/** Where two JSON values first differ, in words: `truth.cash: 154000 recorded, 154001 found`; null where they do not. */
export function firstDifference(recorded: unknown, found: unknown, path = ""): string | null {
  if (Object.is(recorded, found)) return null;
  if (!isObject(recorded) || !isObject(found)) {
    const from = startOfDifference(recorded, found);
    return `${path === "" ? "the value" : path}: ${shown(recorded, from)} recorded, ${shown(found, from)} found`;
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(found)])) {
    const difference = firstDifference(recorded[name], found[name], path === "" ? name : `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

const SHOWN_CHARS = 80;
/** What is shown of a long text before the place where it differs. */
const LEAD_CHARS = 20;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Where to begin showing two texts, so that their difference is seen. */
function startOfDifference(one: unknown, other: unknown): number {
  if (typeof one !== "string" || typeof other !== "string") return 0;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return Math.max(0, same - LEAD_CHARS);
}

function shown(value: unknown, from: number): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string") return cut(JSON.stringify(value));
  return `${from > 0 ? "…" : ""}${cut(JSON.stringify(value.slice(from, from + SHOWN_CHARS + 1)))}`;
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`;
}
