/** A broken invariant of this program: a bug, never a user's mistake. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Throws {@link AssertionError} unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** The value, or {@link AssertionError} when it is absent. */
export function present<T>(value: T | null | undefined, message: string): T {
  assert(value !== undefined && value !== null, message);
  return value;
}

/** Marks a place that an exhaustive `switch` never reaches. */
export function unreachable(value: never): never {
  throw new AssertionError(`unreachable: ${JSON.stringify(value)}`);
}
