/** What is looked at, in the order in which one rests on the other. */
export const CHECK_NAMES = [
  "key",
  "endpoint",
  "model",
  "settings",
  "tool call",
  "second turn",
  "usage",
  "context",
  "prices",
] as const;

/** One of {@link CHECK_NAMES}. */
export type CheckName = (typeof CHECK_NAMES)[number];

/** What one look found. */
export interface Check {
  readonly name: CheckName;
  /** Null where it could not be looked at, since something before it failed. */
  readonly ok: boolean | null;
  readonly seen: string;
  /** What to change, where something is wrong. */
  readonly change: string | null;
}

/** A look that found nothing wrong. */
export function good(name: CheckName, seen: string): Check {
  return { name, ok: true, seen, change: null };
}

/** A look that found something wrong. */
export function bad(name: CheckName, seen: string, change: string): Check {
  return { name, ok: false, seen, change };
}

/** A look that was not possible. */
export function skipped(name: CheckName, why: string): Check {
  return { name, ok: null, seen: `not checked: ${why}`, change: null };
}
