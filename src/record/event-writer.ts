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

  constructor() {
    this.#timer = setInterval(() => {
      this.#syncPaid();
    }, SYNC_EVERY_MS);
    this.#timer.unref();
  }

  /** Appends text; throws the system's error when it cannot be written whole. `paid` bytes are synced within a second. */
  append(path: string, text: string, paid: boolean): void {
    const broken = this.#broken.get(path);
    if (broken !== undefined) throw broken;
    try {
      const file = this.#fileOf(path);
      writeWhole(file.fd, Buffer.from(text, "utf8"));
      if (paid) file.unsyncedPaid = true;
    } catch (error) {
      this.#broken.set(path, error as Error);
      throw error;
    }
  }

  /** Ends a file: it is on the disk when this resolves. The thread goes on meanwhile. */
  async finish(path: string): Promise<void> {
    this.#broken.delete(path);
    const file = this.#open.get(path);
    if (file === undefined) return;
    this.#open.delete(path);
    try {
      await syncFile(file.fd);
    } finally {
      closeSync(file.fd);
    }
  }

  /** Syncs and closes everything. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#open.keys()].map((path) => this.finish(path)));
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
    } finally {
      closeSync(file.fd);
    }
  }

  #syncPaid(): void {
    for (const file of this.#open.values()) {
      if (!file.unsyncedPaid) continue;
      file.unsyncedPaid = false;
      fsync(file.fd, () => {
        // A file closed meanwhile was synced when it was closed.
      });
    }
  }
}

const syncFile = promisify(fsync);

function writeWhole(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
