// Waiting that can be called off.
import { setMaxListeners } from "node:events";
import { setTimeout as timer } from "node:timers/promises";

/** Waits; rejects as soon as the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waiting by the machine's own clock. */
export const systemSleep: Sleep = async (ms, signal) => {
  // One stop may end hundreds of waits; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  await timer(ms, undefined, { signal });
};
