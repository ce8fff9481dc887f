// The one writer of a run's event files, in the main thread: few files open, bytes in order, synced once a second.
import { closeSync, fsync, fsyncSync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";

/** Event files kept open at once. */
const MAX_OPEN_FILES = 64;
const SYNC_EVERY_MS = 1000;

interface OpenFile {
  readonly fd: number;
  /** Whether bytes that were paid for are not on the disk yet. */
  unsyncedPaid: boolean;
}

/** Appends lines to event files. A file that could not be written stays refused, so that no bytes follow a gap. */
export class EventWriter {
  /** Open files, least recently used first. */
  readonly #open = new Map<string, OpenFile>();
  readonly #broken = new Map<string, Error>();
  readonly #timer: NodeJS.Timeout;
  #refusal: Error | null = null;

  constructor() {
    this.#timer = setInterval(() => {
      this.#syncPaid();
    }, SYNC_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Appends text; throws the system's error when it cannot be written whole, or when earlier text could not.
   * `paid` bytes are synced within a second. Empty text only asks whether all before it is written.
   */
  append(path: string, text: string, paid: boolean): void {
    this.#throwIfBroken(path);
    if (text === "") return;
    try {
      const file = this.#fileOf(path);
      writeWhole(file.fd, Buffer.from(text, "utf8"));
      if (paid) file.unsyncedPaid = true;
    } catch (error) {
      this.#broken.set(path, error as Error);
      throw error;
    }
  }

  /** Ends a file: it is on the disk, whole, when this resolves. The thread goes on meanwhile. */
  async finish(path: string): Promise<void> {
    this.#throwIfBroken(path);
    const file = this.#open.get(path);
    if (file === undefined) return;
    this.#open.delete(path);
    try {
      await syncFile(file.fd);
    } finally {
      closeSync(file.fd);
    }
  }

  /** Writes nothing any more, for the reason given: the files may be another process's now. */
  refuseAll(reason: Error): void {
    this.#refusal ??= reason;
  }

  /** Syncs and closes everything; what cannot be synced is closed all the same. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const files = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(
      files.map(async ({ fd }) => {
        try {
          await syncFile(fd);
        } finally {
          closeSync(fd);
        }
      }),
    );
  }

  #throwIfBroken(path: string): void {
    const error = this.#refusal ?? this.#broken.get(path);
    if (error !== undefined) throw error;
  }

  #fileOf(path: string): OpenFile {
    const known = this.#open.get(path);
    const file = known ?? { fd: openSync(path, "a"), unsyncedPaid: false };
    this.#open.delete(path);
    this.#open.set(path, file);
    if (this.#open.size > MAX_OPEN_FILES) {
      const [oldest] = this.#open;
      if (oldest !== undefined) this.#release(...oldest);
    }
    return file;
  }

  #release(path: string, file: OpenFile): void {
    this.#open.delete(path);
    try {
      if (file.unsyncedPaid) fsyncSync(file.fd);
    } catch (error) {
      this.#broken.set(path, error as Error);
    } finally {
      closeSync(file.fd);
    }
  }

  #syncPaid(): void {
    for (const [path, file] of this.#open) {
      if (!file.unsyncedPaid) continue;
      file.unsyncedPaid = false;
      fsync(file.fd, (error) => {
        // A file closed meanwhile was synced when it was closed.
        if (error !== null && error.code !== "EBADF") this.#broken.set(path, error);
      });
    }
  }
}

const syncFile = promisify(fsync);

function writeWhole(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
