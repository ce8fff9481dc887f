// Waiting that can be called off.
import { setTimeout as timer } from "node:timers/promises";

/** Waits; rejects as soon as the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waiting by the machine's own clock. */
export const systemSleep: Sleep = async (ms, signal) => {
  await timer(ms, undefined, { signal });
};
