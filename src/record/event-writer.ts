// The one writer of a run's event files, in the main thread: few files open, bytes in order, synced once a second.
import { closeSync, openSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";

/** Event files kept open at once. */
const MAX_OPEN_FILES = 64;
const SYNC_EVERY_MS = 1000;

/** Appends lines to event files. A file that could not be written stays refused, so that no bytes follow a gap. */
export class EventWriter {
  /** Descriptors of open files, least recently used first. */
  readonly #open = new Map<string, number>();
  /** Files with paid bytes that are not on the disk yet; they need not be open any more. */
  #unsyncedPaid = new Set<string>();
  readonly #broken = new Map<string, Error>();
  readonly #timer: NodeJS.Timeout;
  #syncing: Promise<void> | null = null;
  #refusal: Error | null = null;

  constructor() {
    this.#timer = setInterval(() => {
      this.#syncing ??= this.#syncPaid().finally(() => {
        this.#syncing = null;
      });
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
      writeWhole(this.#descriptorOf(path), Buffer.from(text, "utf8"));
      if (paid) this.#unsyncedPaid.add(path);
    } catch (error) {
      this.#broken.set(path, error as Error);
      throw error;
    }
  }

  /** Ends a file: it is on the disk, whole, when this resolves. The thread goes on meanwhile. */
  async finish(path: string): Promise<void> {
    this.#throwIfBroken(path);
    this.#close(path);
    this.#unsyncedPaid.delete(path);
    await syncFile(path);
  }

  /** Writes nothing any more, for the reason given: the files may be another process's now. */
  refuseAll(reason: Error): void {
    this.#refusal ??= reason;
  }

  /** Syncs and closes everything; what cannot be synced is closed all the same. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#syncing;
    const paths = new Set([...this.#open.keys(), ...this.#unsyncedPaid]);
    for (const path of [...this.#open.keys()]) this.#close(path);
    this.#unsyncedPaid.clear();
    await Promise.allSettled([...paths].map(syncFile));
  }

  #throwIfBroken(path: string): void {
    const error = this.#refusal ?? this.#broken.get(path);
    if (error !== undefined) throw error;
  }

  #descriptorOf(path: string): number {
    const descriptor = this.#open.get(path) ?? openSync(path, "a");
    this.#open.delete(path);
    this.#open.set(path, descriptor);
    if (this.#open.size > MAX_OPEN_FILES) {
      const [oldest] = this.#open.keys();
      // Closing does not sync: waiting for the disk here would hold up every other trial.
      if (oldest !== undefined) this.#close(oldest);
    }
    return descriptor;
  }

  #close(path: string): void {
    const descriptor = this.#open.get(path);
    if (descriptor === undefined) return;
    this.#open.delete(path);
    closeSync(descriptor);
  }

  async #syncPaid(): Promise<void> {
    const paths = this.#unsyncedPaid;
    this.#unsyncedPaid = new Set();
    for (const path of paths) {
      try {
        await syncFile(path);
      } catch (error) {
        this.#broken.set(path, error as Error);
      }
    }
  }
}

/** Puts a file's bytes on the disk, whoever wrote them. A file that is not there has none. */
async function syncFile(path: string): Promise<void> {
  const file = await openIfThere(path);
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string): Promise<Awaited<ReturnType<typeof open>> | null> {
  try {
    return await open(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
