// Append-only files of JSON lines that survive a kill at any moment.
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
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

/** The whole lines of a file, without their newlines; a torn last line is left out. */
export function readLines(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop();
  return lines;
}

/** All whole lines of a file, parsed; throws a {@link UserError} with file and line at one that is not valid. */
export function readJsonLines<S extends z.ZodType>(path: string, schema: S): z.output<S>[] {
  return readLines(path).map((line, index) => parseJsonLine(line, schema, `${path}:${index + 1}`));
}

/** A file of JSON lines open for appending. */
export class JsonLinesAppender {
  readonly #fd: number;
  #dirty = false;
  #refusal: Error | null = null;

  constructor(path: string) {
    this.#fd = openSync(path, "a");
  }

  /** Writes one line whole, or throws the system's error: then nothing of it stays and nothing follows it. */
  append(value: unknown): void {
    if (this.#refusal !== null) throw this.#refusal;
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`, "utf8");
    const { size } = fstatSync(this.#fd);
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
      this.#dirty = true;
    } catch (error) {
      this.#refusal = error as Error;
      this.#takeBack(size);
      throw error;
    }
  }

  /** Writes nothing any more, for the reason given: the file may be another process's now. */
  refuseAll(reason: Error): void {
    this.#refusal ??= reason;
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

  /** Cuts off the half of a line; where even that fails, the next session cuts it. */
  #takeBack(size: number): void {
    try {
      ftruncateSync(this.#fd, size);
    } catch {
      // The first failure is the one to tell.
    }
  }
}

/** One line, parsed; throws a {@link UserError} that begins with `where` where it is not valid. */
export function parseJsonLine<S extends z.ZodType>(line: string, schema: S, where: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UserError(`${where}: not JSON`, { hint: DAMAGED });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${where}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`, { hint: DAMAGED });
}

const DAMAGED =
  "The file was changed or damaged after it was written. Take this line out and run again: " +
  "where the trial's own record is whole, it brings the line back.";
