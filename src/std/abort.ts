// Stopping, as a value that is handed down: what should end looks at it, whoever wants the end sets it.

/** What a part may see of a stop: whether and why, and a way to be told. */
export interface Stoppable<Reason> {
  /** Why, once stopped. */
  readonly reason: Reason | undefined;
  readonly isStopped: boolean;
  /**
   * Calls `listener` once at the stop, or at once where that has already been; the returned function takes it off again.
   * Whoever outlives the listener's purpose must call it: a long run must not gather listeners of work long done.
   */
  onStop(listener: (reason: Reason) => void): () => void;
  /** Runs `work` with an `AbortSignal` that lives no longer than the work itself. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** A stop that can be set once: the first reason wins, and later ones change nothing. */
export class Stop<Reason> implements Stoppable<Reason> {
  #state: { readonly reason: Reason } | undefined;
  readonly #listeners = new Set<(reason: Reason) => void>();

  get reason(): Reason | undefined {
    return this.#state?.reason;
  }

  get isStopped(): boolean {
    return this.#state !== undefined;
  }

  /** How many wait to be told: zero when all work has ended. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Stops for this reason and tells everyone, in the order they came; false where another reason was first. */
  stop(reason: Reason): boolean {
    if (this.#state !== undefined) return false;
    this.#state = { reason };
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(reason);
    return true;
  }

  onStop(listener: (reason: Reason) => void): () => void {
    if (this.#state !== undefined) {
      listener(this.#state.reason);
      return () => undefined;
    }
    // Wrapped, so that one function added twice is told twice and taken off one by one.
    const entry = (reason: Reason) => listener(reason);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const takeOff = this.onStop((reason) => controller.abort(reason));
    try {
      return await work(controller.signal);
    } finally {
      takeOff();
    }
  }
}
