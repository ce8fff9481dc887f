// Append-only files of JSON lines that survive a kill at any moment.
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { z } from "zod";
import { UserError } from "../std/user-error.ts";

/** Cuts a torn last line (bytes after the last newline) off a file; returns how many bytes went. */
export function cutTornLine(path: string): number {
  if (!existsSync(path)) return 0;
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole === bytes.length) return 0;
  const fd = openSync(path, "r+");
  try {
    ftruncateSync(fd, whole);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return bytes.length - whole;
}

/** All whole lines of a file, parsed; throws a {@link UserError} with file and line at one that is not valid. */
export function readJsonLines<S extends z.ZodType>(path: string, schema: S): z.output<S>[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  lines.pop();
  return lines.map((line, index) => parseLine(line, schema, `${path}:${index + 1}`));
}

/** A file of JSON lines open for appending. */
export class JsonLinesAppender {
  readonly #fd: number;
  #dirty = false;

  constructor(path: string) {
    this.#fd = openSync(path, "a");
  }

  /** Writes one line whole, or throws the system's error. */
  append(value: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`, "utf8");
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    this.#dirty = true;
  }

  sync(): void {
    if (this.#dirty) fsyncSync(this.#fd);
    this.#dirty = false;
  }

  close(): void {
    try {
      this.sync();
    } finally {
      closeSync(this.#fd);
    }
  }
}

function parseLine<S extends z.ZodType>(line: string, schema: S, where: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UserError(`${where}: not JSON`, { hint: "the file was changed or damaged after it was written" });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${where}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`, {
    hint: "the file was changed or damaged after it was written",
  });
}
