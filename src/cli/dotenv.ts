// Reads the `.env` of the working folder, where keys live that belong in no file of a player.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../std/user-error.ts";

/**
 * Puts the lines of `.env` in `folder` into the environment; a variable that is set already wins. Without a file
 * nothing happens. Throws a {@link UserError} where the file cannot be read or has a line that is none; its content is
 * never repeated, since it holds keys.
 */
export function loadDotenv(folder: string): void {
  const file = join(folder, ".env");
  const text = textOf(file);
  if (text === null) return;
  const line = firstBadLine(text);
  if (line !== null) {
    throw new UserError(`.env:${line}: not a line of the form NAME=value`, {
      hint: "Put quotes around a value of several lines, and a # before a comment.",
    });
  }
  process.loadEnvFile(file);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return null;
    // A folder of that name is a habit of Python, and none of ours.
    if (code === "EISDIR") return null;
    throw new UserError(`.env cannot be read (${String(code)})`, { hint: "Change its permissions, or remove it." });
  }
}

const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/;

/** Node takes a bad line for a part of the next name and loses both in silence, so lines are looked at first. */
function firstBadLine(text: string): number | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  let openQuote: string | null = null;
  let openedAt = 0;
  for (const [index, line] of lines.entries()) {
    if (openQuote !== null) {
      if (line.includes(openQuote)) openQuote = null;
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) continue;
    const value = ASSIGNMENT.exec(line)?.[1];
    if (value === undefined) return index + 1;
    openQuote = quoteLeftOpen(value);
    openedAt = index + 1;
  }
  return openQuote === null ? null : openedAt;
}

/** The quote that a value opens and does not close on its line. */
function quoteLeftOpen(value: string): string | null {
  const quote = value[0];
  if (quote === undefined || !`"'\``.includes(quote)) return null;
  return value.includes(quote, 1) ? null : quote;
}
