// What proves that an event file is the one a trial wrote.
import { RunningDigest } from "../std/hash.ts";

/** The clock of an event file's last event, its size and its SHA-256. */
export interface Seal {
  readonly ms: number;
  readonly bytes: number;
  readonly digest: string;
}

/** Seals a file that is written or read line by line. */
export class Sealer {
  readonly #digest = new RunningDigest();
  #bytes = 0;
  #ms = 0;

  add(line: string, ms: number): void {
    this.#digest.add(line);
    this.#bytes += Buffer.byteLength(line);
    this.#ms = ms;
  }

  /** The seal of all that was added; to be taken once. */
  seal(): Seal {
    return { ms: this.#ms, bytes: this.#bytes, digest: this.#digest.take() };
  }
}
