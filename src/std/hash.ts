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

/** A digest fed piece by piece; `take` returns the hex digest so far and starts anew. */
export class RunningDigest {
  #hash = createHash("sha256");

  add(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  take(): string {
    const digest = this.#hash.digest("hex");
    this.#hash = createHash("sha256");
    return digest;
  }
}
