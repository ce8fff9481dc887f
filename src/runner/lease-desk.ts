// Where every request to a model asks for leave: first the money of run and model, then the endpoint's pace.
import type { LeaseOutcome, LeaseRequest } from "../llm/throttle.ts";
import type { Clock } from "../std/clock.ts";
import { type Amount, Budget, type Caps, sumOf } from "./budget.ts";
import { AdaptiveLimiter, type Timer } from "./limiter.ts";

/** What a lease is asked for. */
export interface LeaseHolder {
  readonly label: string;
  /** Base URL and key in one name, without the key: those who share it share one limiter. */
  readonly endpoint: string;
}

/** How a lease was decided. */
export interface LeaseAnswer {
  grant(): void;
  refuse(reason: string): void;
}

/** A lease from the asking to the giving back. */
export interface OpenLease {
  cancel(): void;
  release(outcome: LeaseOutcome): void;
}

/** What the desk tells of a stop it has called. */
export interface LeaseStops {
  /** No model may spend any more. */
  onRunCapped(reason: string): void;
  /** One model may not spend any more. */
  onModelCapped(label: string, reason: string): void;
  /** An endpoint's quota or credit is used up. */
  onEndpointPaused(endpoint: string, reason: string): void;
}

/** What binds a desk. */
export interface DeskCaps {
  /** What the whole run may use. */
  readonly run: Caps;
  readonly ofModel: (label: string) => Caps;
  /** What other runs have taken out of the run's purse. */
  readonly spentElsewhere?: Amount | undefined;
}

interface WaitingForRoom {
  readonly holder: LeaseHolder;
  readonly worst: Amount;
  readonly answer: LeaseAnswer;
  readonly lease: Lease;
}

/** The one desk of a run. */
export class LeaseDesk {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #stops: LeaseStops;
  readonly #run: Budget;
  readonly #capsOf: (label: string) => Caps;
  readonly #models = new Map<string, Budget>();
  readonly #limiters = new Map<string, AdaptiveLimiter>();
  readonly #paused = new Map<string, string>();
  #waiting: WaitingForRoom[] = [];

  constructor(clock: Clock, timer: Timer, caps: DeskCaps, stops: LeaseStops) {
    this.#clock = clock;
    this.#timer = timer;
    this.#run = new Budget(caps.run, caps.spentElsewhere);
    this.#capsOf = caps.ofModel;
    this.#stops = stops;
  }

  /** What the models of this run have spent: all that was told to {@link spend}. */
  get spent(): Amount {
    return sumOf([...this.#models.values()].map(({ spent }) => spent));
  }

  /** The pace each endpoint has come to and what the run has spent, in words, for the manifest's session. */
  notes(): string[] {
    if (this.#limiters.size === 0) return [];
    const paces = [...this.#limiters].map(([endpoint, { limits }]) => {
      const { inFlight, perSecond } = limits;
      const pace = Number.isFinite(perSecond) ? `${perSecond.toFixed(1)} requests a second` : "no limit met a second";
      return `${endpoint}: ${pace}, ${Number.isFinite(inFlight) ? `${Math.floor(inFlight)} in flight` : "no limit met in flight"}`;
    });
    const { usd, tokens } = this.spent;
    return [...paces, `spent by the end: $${usd.toFixed(4)}, ${Math.round(tokens)} tokens`];
  }

  ask(holder: LeaseHolder, request: LeaseRequest, answer: LeaseAnswer): OpenLease {
    const worst = { usd: request.worstUsd ?? 0, tokens: request.inputTokens + request.outputTokens };
    const lease = new Lease();
    this.#admit({ holder, worst, answer, lease });
    return {
      cancel: () => {
        this.#waiting = this.#waiting.filter((one) => one.lease !== lease);
        this.#giveBack(lease, holder, worst, { kind: "unused" });
      },
      release: (outcome) => {
        this.#giveBack(lease, holder, worst, outcome);
      },
    };
  }

  /** Counts what a reply cost. */
  spend(label: string, amount: Amount): void {
    this.#run.spend(amount);
    this.#modelBudget(label).spend(amount);
  }

  #admit(one: WaitingForRoom): void {
    const { holder, worst, answer, lease } = one;
    const paused = this.#paused.get(holder.endpoint);
    if (paused !== undefined) {
      answer.refuse(paused);
      return;
    }
    const model = this.#modelBudget(holder.label);
    const rooms = [this.#run.roomFor(worst), model.roomFor(worst)];
    if (rooms.includes("never")) {
      this.#capped(holder.label, rooms[0] === "never", answer);
      return;
    }
    if (rooms.includes("wait")) {
      this.#waiting.push(one);
      return;
    }
    this.#run.reserve(worst);
    model.reserve(worst);
    lease.hasRoom = true;
    lease.takeBack = this.#limiter(holder.endpoint).wait(() => {
      lease.isSent = true;
      answer.grant();
    });
  }

  #capped(label: string, byRun: boolean, answer: LeaseAnswer): void {
    const reason = byRun
      ? `the cap of ${this.#run.capsText} is reached`
      : `the cap of ${this.#modelBudget(label).capsText} for ${label} is reached`;
    answer.refuse(reason);
    if (byRun) this.#stops.onRunCapped(reason);
    else this.#stops.onModelCapped(label, reason);
  }

  #giveBack(lease: Lease, holder: LeaseHolder, worst: Amount, outcome: LeaseOutcome): void {
    if (!lease.hasRoom) return;
    lease.hasRoom = false;
    this.#run.settle(worst);
    this.#modelBudget(holder.label).settle(worst);
    if (lease.isSent) this.#limiter(holder.endpoint).done(outcome);
    else lease.takeBack();
    if (outcome.kind === "failed" && outcome.error.class === "money") this.#pause(holder.endpoint, outcome.error.words);
    this.#readmit();
  }

  /** Quota and credit do not come back by asking: everyone at that endpoint waits for another session. */
  #pause(endpoint: string, words: string): void {
    if (this.#paused.has(endpoint)) return;
    const reason = `${endpoint} is paused: ${words}`;
    this.#paused.set(endpoint, reason);
    this.#stops.onEndpointPaused(endpoint, reason);
  }

  #readmit(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#admit(one);
  }

  #modelBudget(label: string): Budget {
    const known = this.#models.get(label);
    if (known !== undefined) return known;
    const budget = new Budget(this.#capsOf(label));
    this.#models.set(label, budget);
    return budget;
  }

  #limiter(endpoint: string): AdaptiveLimiter {
    const known = this.#limiters.get(endpoint);
    if (known !== undefined) return known;
    const limiter = new AdaptiveLimiter(this.#clock, this.#timer);
    this.#limiters.set(endpoint, limiter);
    return limiter;
  }
}

class Lease {
  hasRoom = false;
  isSent = false;
  takeBack: () => void = () => undefined;
}
