// Reads a text file that a user or the package names; every way it can go wrong is a sentence, not a stack trace.
import { readFileSync, statSync } from "node:fs";
import { UserError } from "../std/user-error.ts";

/** Far above any file of settings or data; a bigger one was named by mistake. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The text of a file, without a byte order mark. A {@link UserError} names a file that is missing, unreadable or not UTF-8. */
export function readTextFile(file: string): string {
  const bytes = readBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(`${file}: the file is not UTF-8 text`, { cause: error });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) throw new UserError(`${file}: this is a folder; a file is expected`);
    if (!stat.isFile() && !stat.isFIFO()) throw new UserError(`${file}: this is not a file`);
    if (stat.size > MAX_BYTES) throw new UserError(`${file}: the file is larger than ${MAX_BYTES / 1024 / 1024} MB`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file}: ${reasonOf(error)}`, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "no permission to read this file",
  EPERM: "no permission to read this file",
  ENAMETOOLONG: "the name is too long",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return REASONS[code] ?? `the file cannot be read (${code})`;
}
