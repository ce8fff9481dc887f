// One trial's line to the main thread: what it writes, the leave it asks for, and what it tells.

import { mayHaveCost } from "../llm/error.ts";
import { costOf, type Prices } from "../llm/prices.ts";
import type { LeaseOutcome, LeaseRequest } from "../llm/throttle.ts";
import type { EventWriter } from "../record/event-writer.ts";
import type { LeaseDesk, LeaseHolder, OpenLease } from "./lease-desk.ts";
import type { FromTrial, ToTrial } from "./messages.ts";
import type { PlannedTrial } from "./plan.ts";
import type { RunObserver } from "./run-request.ts";

/** What a link works with. */
export interface LinkParts {
  readonly trial: PlannedTrial;
  readonly path: string;
  readonly writer: EventWriter;
  readonly observer: RunObserver;
  readonly leases: LeaseDesk;
  /** The model's holder and prices; null for players without a model. */
  readonly model: { readonly holder: LeaseHolder; readonly prices: Prices | null } | null;
  readonly onWriteFailed: (error: unknown) => void;
  readonly onAnswered: () => void;
}

interface HeldLease {
  readonly open: OpenLease;
  readonly request: LeaseRequest;
}

/** Takes a trial's messages, in order. */
export class TrialLink {
  readonly #parts: LinkParts;
  readonly #leases = new Map<number, HeldLease>();

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  hear(message: FromTrial, send: (message: ToTrial) => void): void {
    switch (message.kind) {
      case "append":
        this.#append(message.text, message.ack, send);
        return;
      case "month":
        this.#parts.observer.month(this.#parts.trial, message.month, message.cashUsd);
        return;
      case "lease":
        this.#ask(message.lease, message.request, send);
        return;
      case "lease-cancelled":
        this.#leases.get(message.lease)?.open.cancel();
        this.#leases.delete(message.lease);
        return;
      case "released":
        this.#release(message.lease, message.outcome);
        return;
      case "retry":
        this.#parts.observer.retry(this.#parts.trial, message.attempt, message.inMs, message.why);
        return;
    }
  }

  /** Gives back what a trial still held when it ended or its worker died. */
  close(): void {
    for (const { open } of this.#leases.values()) open.release({ kind: "unused" });
    this.#leases.clear();
  }

  #append(text: string, ack: number | null, send: (message: ToTrial) => void): void {
    const { writer, path, model, onWriteFailed } = this.#parts;
    try {
      // Also without text: earlier text that could not be written must not be acknowledged.
      writer.append(path, text, model !== null);
      if (ack !== null) send({ kind: "written", ack });
    } catch (error) {
      onWriteFailed(error);
      const words = error instanceof Error ? error.message : String(error);
      if (ack !== null) send({ kind: "write-failed", ack, message: words });
    }
  }

  #ask(lease: number, request: LeaseRequest, send: (message: ToTrial) => void): void {
    const { leases, model, writer, path, onWriteFailed } = this.#parts;
    try {
      // Messages come in order, so a lease is also the word that every reply before it has been written.
      writer.append(path, "", true);
    } catch (error) {
      onWriteFailed(error);
      send({ kind: "refused", lease, reason: error instanceof Error ? error.message : String(error) });
      return;
    }
    if (model === null) {
      send({ kind: "granted", lease });
      return;
    }
    const open = leases.ask(model.holder, request, {
      grant: () => {
        send({ kind: "granted", lease });
      },
      refuse: (reason) => {
        this.#leases.delete(lease);
        send({ kind: "refused", lease, reason });
      },
    });
    this.#leases.set(lease, { open, request });
  }

  #release(lease: number, outcome: LeaseOutcome): void {
    const { leases, trial, observer, model, onAnswered } = this.#parts;
    const held = this.#leases.get(lease);
    this.#leases.delete(lease);
    if (outcome.kind === "replied") {
      const { usage } = outcome;
      const worst = held?.request ?? NO_TOKENS;
      const tokens = (usage.input ?? worst.inputTokens) + (usage.output ?? worst.outputTokens);
      const used = { usd: costOf(usage, model?.prices ?? null, worst)?.usd ?? 0, tokens };
      // Counted before the reservation goes back, so that no other request slips in between.
      leases.spend(trial.label, used);
      observer.replied(trial, used);
      onAnswered();
    } else if (outcome.kind === "failed" && mayHaveCost(outcome.error) && held !== undefined) {
      // The provider may have worked for nothing: counted at its worst, so that a cap holds all the same.
      const { worstUsd, inputTokens, outputTokens } = held.request;
      leases.spend(trial.label, { usd: worstUsd ?? 0, tokens: inputTokens + outputTokens });
    }
    held?.open.release(outcome);
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };
