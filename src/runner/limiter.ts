// One endpoint's pace: how many requests may be in flight and how many a second, learnt from what comes back.
// It lowers both on refusals, probes upwards between them, and never freezes.
import type { LeaseOutcome } from "../llm/throttle.ts";
import type { Clock } from "../std/clock.ts";

/** Calls something later; returns what takes it back. */
export type Timer = (work: () => void, afterMs: number) => () => void;

/** One wait in the queue. */
interface Waiter {
  readonly go: () => void;
}

const LOWEST_RATE = 0.2;
/** At most one change a second, so that one burst of refusals counts once. */
const STEP_MS = 1000;
/** Lowering after a few refusals, and after many: then the pace is far off. */
const DECREASE = 0.85;
const STEEP_DECREASE = 0.6;
const MANY_REFUSED = 0.3;
/** Growth a second while far below the pace that was last refused, and near it. */
const FAST_GROWTH = 1.25;
const SLOW_GROWTH = 1.02;
const NEAR = 0.8;
/** Moments kept before old ones are dropped. */
const MOST_MOMENTS = 1000;
const CONCURRENCY_DECREASE = 0.7;
/** A server's own reset time is believed up to here. */
const LONGEST_HOLD_MS = 60_000;

/** The limiter of one endpoint and key. */
export class AdaptiveLimiter {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #queue: Waiter[] = [];
  readonly #sentMs: number[] = [];
  readonly #refusedMs: number[] = [];
  #inFlight = 0;
  #cap = Number.POSITIVE_INFINITY;
  #perSecond = Number.POSITIVE_INFINITY;
  #refusedAt = Number.POSITIVE_INFINITY;
  #nextSlotMs = 0;
  #heldUntilMs = 0;
  #grownMs = 0;
  #loweredMs = 0;
  #wake: (() => void) | null = null;

  constructor(clock: Clock, timer: Timer) {
    this.#clock = clock;
    this.#timer = timer;
  }

  /** Requests in flight and a second that are allowed now; infinite while nothing was refused. */
  get limits(): { readonly inFlight: number; readonly perSecond: number } {
    return { inFlight: this.#cap, perSecond: this.#perSecond };
  }

  /** Calls `go` when a request may be sent, at once where possible; returns what takes the wait back. */
  wait(go: () => void): () => void {
    const waiter = { go };
    this.#queue.push(waiter);
    this.#pump();
    return () => {
      const index = this.#queue.indexOf(waiter);
      if (index !== -1) this.#queue.splice(index, 1);
    };
  }

  /** Takes a sent request back with what came of it, and learns. */
  done(outcome: LeaseOutcome): void {
    const inFlight = this.#inFlight;
    this.#inFlight -= 1;
    if (outcome.kind === "replied") this.#replied(outcome);
    else if (outcome.kind === "failed") this.#failed(outcome.error.class, inFlight);
    this.#pump();
  }

  #replied({ pace }: Extract<LeaseOutcome, { kind: "replied" }>): void {
    const now = this.#clock();
    if (pace?.requestsLeft === 0 && pace.requestsResetMs !== null) {
      this.#heldUntilMs = Math.max(this.#heldUntilMs, now + Math.min(pace.requestsResetMs, LONGEST_HOLD_MS));
    }
    if (Number.isFinite(this.#cap)) this.#cap += 1 / this.#cap;
    if (!Number.isFinite(this.#perSecond) || now - Math.max(this.#grownMs, this.#loweredMs) < STEP_MS) return;
    this.#perSecond *= this.#perSecond < NEAR * this.#refusedAt ? FAST_GROWTH : SLOW_GROWTH;
    this.#grownMs = now;
  }

  #failed(errorClass: string, inFlight: number): void {
    const now = this.#clock();
    if (errorClass === "concurrency") this.#cap = Math.max(1, Math.floor(inFlight * CONCURRENCY_DECREASE));
    if (errorClass !== "rate") return;
    this.#refusedMs.push(now);
    if (now - this.#loweredMs < STEP_MS) return;
    if (Number.isFinite(this.#perSecond)) this.#refusedAt = this.#perSecond;
    this.#perSecond = Math.max(LOWEST_RATE, this.#lowered(now));
    this.#loweredMs = now;
    this.#nextSlotMs = Math.max(this.#nextSlotMs, now);
  }

  /** The pace after a refusal: half of what was sent last, or a part of the pace there was. */
  #lowered(now: number): number {
    const sent = countSince(this.#sentMs, now - STEP_MS);
    if (!Number.isFinite(this.#perSecond)) return Math.max(1, sent / 2);
    const refused = countSince(this.#refusedMs, now - STEP_MS);
    return this.#perSecond * (refused > MANY_REFUSED * sent ? STEEP_DECREASE : DECREASE);
  }

  #pump(): void {
    for (;;) {
      if (this.#queue.length === 0 || this.#inFlight >= Math.floor(this.#cap)) return;
      const now = this.#clock();
      const readyMs = Math.max(this.#heldUntilMs, Number.isFinite(this.#perSecond) ? this.#nextSlotMs : 0);
      if (readyMs > now) {
        this.#wakeAt(readyMs - now);
        return;
      }
      this.#inFlight += 1;
      this.#sentMs.push(now);
      if (this.#sentMs.length > MOST_MOMENTS) countSince(this.#sentMs, now - STEP_MS);
      if (Number.isFinite(this.#perSecond)) this.#nextSlotMs = Math.max(now, this.#nextSlotMs) + 1000 / this.#perSecond;
      this.#queue.shift()?.go();
    }
  }

  #wakeAt(afterMs: number): void {
    this.#wake?.();
    this.#wake = this.#timer(() => {
      this.#wake = null;
      this.#pump();
    }, afterMs);
  }
}

/** How many moments are not before `sinceMs`; earlier ones are dropped. */
function countSince(moments: number[], sinceMs: number): number {
  const first = moments.findIndex((ms) => ms >= sinceMs);
  moments.splice(0, first === -1 ? moments.length : first);
  return moments.length;
}
