// A trial's way to the shared limits: every attempt asks the main thread first and reports after.
import type { Lease, LeaseRequest, Throttle } from "../llm/throttle.ts";
import type { FromTrial } from "./messages.ts";
import type { Outbox } from "./outbox.ts";

/** The main thread will not let the trial go on: a cap is reached, or the endpoint is paused. */
export class LeaseRefused extends Error {
  override readonly name = "LeaseRefused";
}

/** The wait for a lease was called off. */
export class LeaseCancelled extends Error {
  override readonly name = "LeaseCancelled";
}

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

/** Leases by message. One a trial; `settle` takes the main thread's answers. */
export class PortThrottle implements Throttle {
  readonly #outbox: Outbox;
  readonly #waiting = new Map<number, Waiter>();
  #last = 0;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  acquire(request: LeaseRequest, signal: AbortSignal): Promise<Lease> {
    this.#last += 1;
    const lease = this.#last;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(lease);
        this.#send({ kind: "lease-cancelled", lease });
        reject(new LeaseCancelled("stopped while waiting"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.set(lease, {
        grant: () => {
          signal.removeEventListener("abort", onAbort);
          resolve({
            release: (outcome) => {
              this.#send({ kind: "released", lease, outcome });
            },
          });
        },
        refuse: (error) => {
          signal.removeEventListener("abort", onAbort);
          reject(error);
        },
      });
      this.#send({ kind: "lease", lease, request });
    });
  }

  /** Takes the main thread's answer; `refusal` is null where the lease is granted. */
  settle(lease: number, refusal: string | null): void {
    const waiter = this.#waiting.get(lease);
    this.#waiting.delete(lease);
    if (refusal === null) waiter?.grant();
    else waiter?.refuse(new LeaseRefused(refusal));
  }

  #send(message: FromTrial): void {
    this.#outbox.send(message);
  }
}
