/** What the exit codes mean. If several hold, the first of interrupted, suspended, incomplete wins. */
export const EXIT = {
  done: 0,
  /** Wrong use, or a bug. */
  usage: 1,
  /** A gate failed, or verify or calibrate found a difference. */
  different: 2,
  /** Failed or truncated trials, or nothing scored. */
  incomplete: 3,
  /** A cap stopped the run; the same command goes on. */
  suspended: 4,
  interrupted: 130,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
