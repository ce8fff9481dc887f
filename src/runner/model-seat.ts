// A trial's seat at its model: replies come from the record while it lasts, then live; none is asked for before the last is written.
import type { Spent, TrialStop } from "../agents/agent.ts";
import type { Asked, ModelSeat } from "../agents/react/seat.ts";
import { faultOfFile } from "../llm/advice.ts";
import { ProviderError, stopsModel } from "../llm/error.ts";
import { worstCaseOf } from "../llm/estimate.ts";
import { type ChatModel, type ChatRequest, type RecordedReply, recordedReply, type Usage } from "../llm/model.ts";
import { costOf, type Prices, worstCostUsd } from "../llm/prices.ts";
import { requestHash } from "../llm/request-hash.ts";
import type { Limits } from "../llm/settings.ts";
import type { TrialRecorder } from "../record/recorder.ts";
import type { Stoppable } from "../std/abort.ts";
import type { Clock } from "../std/clock.ts";
import { LeaseCancelled, LeaseRefused } from "./port-throttle.ts";
import { Tally, type TurnUsage } from "./tally.ts";

/** What a seat is made of. */
export interface SeatParts {
  /** The live model with retries and shared limits behind it. */
  readonly model: ChatModel;
  readonly recorder: TrialRecorder;
  readonly stop: Stoppable<string>;
  readonly prices: Prices | null;
  readonly limits: Limits;
  readonly maxOutputTokens: number;
  /** Groups the player's requests for its provider's cache: all of them begin alike. */
  readonly cacheKey: string;
  readonly hasAnswered: () => boolean;
  /** Time spent so far in waiting for limits, which is no working time. */
  readonly waitedMs: () => number;
  /** Told of each live reply. */
  readonly onAnswered: () => void;
  readonly clock: Clock;
  /** What the trial has used before this seat was taken. */
  readonly tally?: Tally;
}

/** A seat, and what was spent at it. */
export class TrialSeat implements ModelSeat {
  readonly #parts: SeatParts;
  readonly #tally: Tally;
  readonly #stopped = new AbortController();
  #workedMs = 0;
  #answeredHere = false;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#tally = parts.tally ?? new Tally();
    // One signal a trial: making one costs as much as a message between threads.
    parts.stop.onStop((reason) => {
      this.#stopped.abort(reason);
    });
  }

  get spent(): Spent {
    return this.#tally.spent;
  }

  async ask(request: ChatRequest, month: number): Promise<Asked> {
    const { recorder } = this.#parts;
    if (recorder.nextRecorded()?.event === "trimmed") return { kind: "overflow" };
    const hash = requestHash(request);
    const recorded = recorder.nextRecorded();
    if (recorded?.event === "turn") return this.#fromRecord(recorded, hash, month);
    if (recorded !== null) throw recorder.parted(month, `a model turn was due, but the record has "${recorded.event}"`);
    const cap = this.#capReached(request);
    if (cap !== null) return { kind: "stopped", stop: cap };
    return this.#live(request, hash, month);
  }

  say(role: "system" | "user", text: string, month: number): void {
    this.#parts.recorder.write({ event: "message", month, role, text });
  }

  trimmed(month: number, monthsKept: number): void {
    this.#parts.recorder.write({ event: "trimmed", month, monthsKept });
  }

  limit(name: string, value: number, month: number): void {
    this.#tally.odd(name);
    this.#parts.recorder.write({ event: "limit", month, limit: name, value });
  }

  #fromRecord(
    recorded: {
      readonly requestHash: string;
      readonly reply: Record<string, unknown>;
      readonly usage: TurnUsage | null;
    },
    hash: string,
    month: number,
  ): Asked {
    if (recorded.requestHash !== hash) {
      throw this.#parts.recorder.parted(
        month,
        `the record answers request ${recorded.requestHash}, this one is ${hash}`,
      );
    }
    // The record's own writer put it there, and its digests are checked.
    const reply = recorded.reply as unknown as RecordedReply;
    // What was paid then, whatever the prices are today.
    this.#keep(reply, recorded.usage, hash, month);
    return { kind: "replied", reply };
  }

  async #live(request: ChatRequest, hash: string, month: number): Promise<Asked> {
    const { model, clock, cacheKey, waitedMs } = this.#parts;
    const startedMs = clock() - waitedMs();
    try {
      // A soft stop lets the reply in flight arrive and be recorded; only what has not been sent is called off.
      const reply = recordedReply(await model.complete({ ...request, cacheKey }, { signal: this.#stopped.signal }));
      this.#answeredHere = true;
      const { prices, maxOutputTokens, onAnswered } = this.#parts;
      onAnswered();
      const cost = costOf(reply.usage, prices, worstCaseOf(request, maxOutputTokens));
      this.#keep(reply, usageOf(reply.usage, cost?.usd ?? null), hash, month);
      // Nothing more is asked before this is written: the next lease waits for it.
      return { kind: "replied", reply };
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#workedMs += clock() - waitedMs() - startedMs;
    }
  }

  #keep(reply: RecordedReply, usage: TurnUsage | null, requestHash: string, month: number): void {
    this.#tally.add(reply, usage);
    const { turns: turn } = this.#tally;
    this.#parts.recorder.write({ event: "turn", month, turn, requestHash, reply: { ...reply }, usage });
  }

  #failed(error: unknown): Asked {
    if (error instanceof LeaseRefused) return suspended(error.message);
    if (error instanceof LeaseCancelled) return suspended(this.#parts.stop.reason ?? error.message);
    if (!(error instanceof ProviderError)) throw error;
    if (error.class === "context") return { kind: "overflow" };
    if (error.class === "aborted") return suspended(this.#parts.stop.reason ?? error.message);
    if (error.class === "money") return suspended(error.message);
    if (stopsModel(error, this.#answeredHere || this.#parts.hasAnswered())) {
      return { kind: "stopped", stop: { kind: "suspended", reason: faultOfFile(error), stopsModel: true } };
    }
    return { kind: "stopped", stop: { kind: "failed", code: error.code, message: error.message } };
  }

  /** The trial's own caps, checked before a request with its worst case. */
  #capReached(request: ChatRequest): TrialStop | null {
    const { limits, prices, maxOutputTokens } = this.#parts;
    const worst = worstCaseOf(request, maxOutputTokens);
    const worstUsd = worstCostUsd(worst, prices) ?? 0;
    const tokens = worst.inputTokens + worst.outputTokens;
    const reached = (limit: string, cap: number | undefined, value: number): TrialStop | null =>
      cap !== undefined && value > cap ? { kind: "truncated", limit, value: cap } : null;
    return (
      reached("request-cost", limits.requestCostUsd, worstUsd) ??
      reached("trial-cost", limits.trialCostUsd, this.#tally.usd + worstUsd) ??
      reached("trial-tokens", limits.trialTokens, this.#tally.tokens + tokens) ??
      reached("trial-minutes", limits.trialMinutes, this.#workedMs / 60_000)
    );
  }
}

function suspended(reason: string): Asked {
  return { kind: "stopped", stop: { kind: "suspended", reason } };
}

function usageOf(usage: Usage, costUsd: number | null): TurnUsage {
  return {
    inputTokens: usage.input,
    cachedInputTokens: usage.cachedInput,
    cacheWriteTokens: usage.cacheWrite,
    outputTokens: usage.output,
    reasoningTokens: usage.reasoning,
    costUsd,
  };
}
