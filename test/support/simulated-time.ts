// Time that passes only when a test says so: a clock and timers that agree with each other.

import type { Timer } from "../../src/runner/limiter.ts";
import type { Clock } from "../../src/std/clock.ts";

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly work: () => void;
}

/** A clock that starts at 0 with timers that go off as it is moved on. */
export class SimulatedTime {
  #nowMs = 0;
  #order = 0;
  #due: Due[] = [];

  readonly clock: Clock = () => this.#nowMs;

  readonly timer: Timer = (work, afterMs) => {
    this.#order += 1;
    const due = { atMs: this.#nowMs + afterMs, order: this.#order, work };
    this.#due.push(due);
    return () => {
      this.#due = this.#due.filter((other) => other !== due);
    };
  };

  /** Moves on to `untilMs`, calling everything that falls due on the way. */
  runUntil(untilMs: number): void {
    for (;;) {
      const [next] = this.#due.toSorted((a, b) => a.atMs - b.atMs || a.order - b.order);
      if (next === undefined || next.atMs > untilMs) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.work();
    }
    this.#nowMs = untilMs;
  }
}
