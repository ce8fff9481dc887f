/** Milliseconds since the Unix epoch; passed as a parameter wherever time is read, so that tests can hold it. */
export type Clock = () => number;

/** The machine's own clock. */
export const systemClock: Clock = () => Date.now();
