// Seals that the server puts on its own reasoning, checked without remembering anything: a seal is a digest
// of what it seals.
import { sha256Hex } from "../../../src/std/hash.ts";

/** A seal over a text, different for each purpose. */
export function seal(purpose: string, text: string): string {
  return `${purpose}-${sha256Hex(`${purpose}:${text}`).slice(0, 40)}`;
}
