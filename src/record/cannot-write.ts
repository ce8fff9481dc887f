// A file system that says no: what is wrong in plain words, and what a user can do about it.
import { UserError } from "../std/user-error.ts";

/** Something could not be written, through no fault of the program. */
export class CannotWrite extends UserError {
  /** True where there was no room: what was written stays, and the same command goes on once there is. */
  readonly isFull: boolean;

  constructor(message: string, options: { hint: string; cause: unknown; isFull: boolean }) {
    super(message, options);
    this.isFull = options.isFull;
  }
}

interface Refusal {
  readonly problem: string;
  readonly hint: string;
}

const FULL_HINT = "Free some space and run the command again: no finished trial is lost.";

/** Codes that mean there is no room. */
const FULL: ReadonlyMap<string, Refusal> = new Map([
  ["ENOSPC", { problem: "the disk is full", hint: FULL_HINT }],
  ["EDQUOT", { problem: "your disk quota is used up", hint: FULL_HINT }],
]);

const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ...FULL,
  ["EACCES", { problem: "it may not be written to", hint: "Change its permissions or name another folder." }],
  ["EPERM", { problem: "it may not be written to", hint: "Change its permissions or name another folder." }],
  ["EROFS", { problem: "it is on a read-only file system", hint: "Name another folder." }],
  ["ENOTDIR", { problem: "a file is in its place", hint: "Name another folder." }],
  ["EEXIST", { problem: "a file is in its place", hint: "Name another folder." }],
  ["EISDIR", { problem: "a folder is in the place of a file", hint: "Move that folder away." }],
]);

/** `what`, a failed deed (`the tables cannot be written into DIR`), as an error for the user; a bug stays what it is. */
export function cannotWrite(what: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === null || !(cause instanceof Error)) return cause;
  const { problem, hint } = REFUSALS.get(code) ?? { problem: cause.message, hint: "Name another folder." };
  return new CannotWrite(`${what}: ${problem}`, { hint, cause, isFull: FULL.has(code) });
}

/** Why a write failed, in a few words: `the disk is full`. */
export function writeProblem(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return REFUSALS.get(codeOf(cause) ?? "")?.problem ?? cause.message;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
