/**
 * Something a user can cause and cure: a bad file, a bad flag, a folder that cannot be written.
 * The message says what and where; `hint` says what to do. Shown without a stack trace, exit code 1.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}
