import { describe, expect, it } from "vitest";
import { type ErrorClass, ProviderError } from "../../src/llm/error.ts";
import { UNKNOWN_USAGE } from "../../src/llm/model.ts";
import type { LeaseOutcome } from "../../src/llm/throttle.ts";
import { AdaptiveLimiter } from "../../src/runner/limiter.ts";
import { SimulatedTime } from "../support/simulated-time.ts";

const LATENCY_MS = 40;

interface Counts {
  answered: number;
  refused: number;
}

/** A server that admits so many requests in any second, and clients that always want the next reply. */
class Simulation {
  readonly time = new SimulatedTime();
  readonly limiter = new AdaptiveLimiter(this.time.clock, this.time.timer);
  readonly #admits: () => number;
  #admitted: number[] = [];
  #counts: Counts = { answered: 0, refused: 0 };

  constructor(clients: number, admits: () => number) {
    this.#admits = admits;
    for (let client = 0; client < clients; client += 1) this.#ask();
  }

  /** What happens up to a moment, since the last call. */
  until(ms: number): Counts {
    this.#counts = { answered: 0, refused: 0 };
    this.time.runUntil(ms);
    return this.#counts;
  }

  #ask(): void {
    this.limiter.wait(() => {
      const now = this.time.clock();
      this.#admitted = this.#admitted.filter((ms) => ms > now - 1000);
      const isIn = this.#admitted.length < this.#admits();
      if (isIn) this.#admitted.push(now);
      this.time.timer(() => {
        this.#counts[isIn ? "answered" : "refused"] += 1;
        this.limiter.done(isIn ? replied() : failed("rate"));
        // A refused client waits as the server asks before it wants again.
        this.time.timer(() => this.#ask(), isIn ? 0 : 500);
      }, LATENCY_MS);
    });
  }
}

function replied(pace: Extract<LeaseOutcome, { kind: "replied" }>["pace"] = null): LeaseOutcome {
  return { kind: "replied", usage: UNKNOWN_USAGE, pace, elapsedMs: LATENCY_MS };
}

function failed(errorClass: ErrorClass): LeaseOutcome {
  const error = new ProviderError({ code: "x", class: errorClass, words: "no" }).toJSON();
  return { kind: "failed", error, elapsedMs: LATENCY_MS };
}

describe("the limiter against a server that admits so many requests a second", () => {
  it.each([
    { admits: 20, clients: 25 },
    { admits: 20, clients: 200 },
    { admits: 3, clients: 40 },
    { admits: 100, clients: 60 },
  ])(
    "learns $admits with $clients clients within 30 s: at least 80 % used, at most 10 % refused",
    ({ admits, clients }) => {
      const simulation = new Simulation(clients, () => admits);
      simulation.until(30_000);
      const { answered, refused } = simulation.until(60_000);
      expect(answered).toBeGreaterThanOrEqual(0.8 * 30 * admits);
      expect(refused).toBeLessThanOrEqual(0.1 * (answered + refused));
    },
  );

  it("follows a limit that is lowered and raised again", () => {
    let admits = 20;
    const simulation = new Simulation(50, () => admits);
    simulation.until(30_000);
    admits = 4;
    simulation.until(60_000);
    const low = simulation.until(90_000);
    expect(low.answered).toBeGreaterThanOrEqual(0.8 * 30 * 4);
    expect(low.refused).toBeLessThanOrEqual(0.15 * (low.answered + low.refused));
    admits = 20;
    simulation.until(180_000);
    expect(simulation.until(210_000).answered).toBeGreaterThanOrEqual(0.7 * 30 * 20);
  });

  it("never freezes, even after a minute in which everything was refused", () => {
    let admits = 0;
    const simulation = new Simulation(20, () => admits);
    simulation.until(60_000);
    admits = 10;
    expect(simulation.until(120_000).answered).toBeGreaterThan(0);
  });
});

describe("the limiter", () => {
  const start = () => {
    const time = new SimulatedTime();
    const limiter = new AdaptiveLimiter(time.clock, time.timer);
    let sent = 0;
    const want = (count: number): void => {
      for (let index = 0; index < count; index += 1) limiter.wait(() => (sent += 1));
    };
    return { time, limiter, want, sent: () => sent };
  };

  it("lets everything through while nothing was refused", () => {
    const { want, sent } = start();
    want(500);
    expect(sent()).toBe(500);
  });

  it("holds fewer in flight after a concurrency refusal, and more again after replies", () => {
    const { limiter, want, sent } = start();
    want(10);
    limiter.done(failed("concurrency"));
    expect(limiter.limits.inFlight).toBe(7);
    want(5);
    expect(sent()).toBe(10);
    for (let index = 0; index < 9; index += 1) limiter.done(replied());
    expect(sent()).toBe(15);
    expect(limiter.limits.inFlight).toBeGreaterThan(7);
  });

  it("does not shrink for an overloaded server", () => {
    const { limiter, want } = start();
    want(10);
    limiter.done(failed("overload"));
    expect(limiter.limits).toEqual({ inFlight: Number.POSITIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY });
  });

  it("waits for a server's own reset when nothing is left", () => {
    const { time, limiter, want, sent } = start();
    want(1);
    const pace = {
      requestsLimit: 5,
      requestsLeft: 0,
      requestsResetMs: 2000,
      tokensLimit: null,
      tokensLeft: null,
      tokensResetMs: null,
    };
    limiter.done(replied(pace));
    want(1);
    time.runUntil(1999);
    expect(sent()).toBe(1);
    time.runUntil(2000);
    expect(sent()).toBe(2);
  });

  it("forgets a wait that was taken back", () => {
    const { limiter, want, sent } = start();
    want(2);
    limiter.done(failed("concurrency"));
    let went = false;
    limiter.wait(() => (went = true))();
    limiter.done(replied());
    expect(went).toBe(false);
    expect(sent()).toBe(2);
  });
});
