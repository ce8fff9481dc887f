import { createHash } from "node:crypto";
import { canonicalJson } from "./json.ts";

/** Lower-case hex SHA-256 of a text or of bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The first `digits` hex digits of the SHA-256 of a value's canonical JSON. */
export function stampOf(value: unknown, digits = 16): string {
  return sha256Hex(canonicalJson(value)).slice(0, digits);
}

/** Characters gathered before they are hashed: many small updates cost more than the hashing. */
const GATHERED_CHARS = 1 << 14;

/** A digest fed text piece by piece; `take` returns the hex digest so far and starts anew. */
export class RunningDigest {
  #hash = createHash("sha256");
  #gathered = "";

  add(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= GATHERED_CHARS) this.#update();
  }

  take(): string {
    this.#update();
    const digest = this.#hash.digest("hex");
    this.#hash = createHash("sha256");
    return digest;
  }

  #update(): void {
    this.#hash.update(this.#gathered);
    this.#gathered = "";
  }
}
