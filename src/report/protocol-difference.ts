// Why two runs are no one table, and what a table's protocol is, in words.
import type { Manifest } from "../record/manifest.ts";

/** What of the second manifest's protocol differs from the first's: `horizon 60, not 132; other data`. */
export function protocolDifference(first: Manifest, second: Manifest): string {
  const names = [...new Set([...Object.keys(first.protocol), ...Object.keys(second.protocol)])].sort();
  const settings = names.flatMap((name) => {
    const [before, after] = [first.protocol[name], second.protocol[name]].map(settingText);
    return before === after ? [] : [`${name} ${after}, not ${before}`];
  });
  const parts = WORLD.flatMap(([name, words]) => (first[name] === second[name] ? [] : [words]));
  const all = [...settings, ...parts];
  return all.length === 0 ? `stamp ${second.protocolStamp}, not ${first.protocolStamp}` : all.join("; ");
}

/** The plain settings of a protocol in one line: `ruleset paper, delay true`. */
export function protocolText(protocol: Manifest["protocol"]): string {
  const plain = Object.entries(protocol).filter(([, value]) => typeof value !== "object");
  return plain.map(([name, value]) => `${name} ${settingText(value)}`).join(", ");
}

const WORLD = [
  ["fingerprint", "another engine"],
  ["dataHash", "other data"],
  ["toolHash", "other tools"],
] as const satisfies readonly (readonly [keyof Manifest, string])[];

function settingText(value: unknown): string {
  if (value === undefined) return "unset";
  return typeof value === "string" ? value : JSON.stringify(value);
}
