// Every message between the main thread and a trial in a worker. Data only: errors lose their class on the way.
import type { MessagePort } from "node:worker_threads";
import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
import type { Prices } from "../llm/prices.ts";
import type { LeaseOutcome, LeaseRequest } from "../llm/throttle.ts";
import type { PlannedTrial } from "./plan.ts";

/** What a worker is told of a trial. */
export interface TrialTask {
  readonly trial: PlannedTrial;
  readonly player: Player;
  readonly protocol: Protocol;
  readonly protocolStamp: string;
  readonly playerStamp: string;
  /** The trial's event file as far as it is written, or null where nothing is recorded. */
  readonly eventFile: string | null;
  /** What a model player needs besides its settings; null for players without a model. */
  readonly model: ModelAccess | null;
  readonly port: MessagePort;
}

/** A model player's key and prices, looked up in the main thread. Lives in memory only. */
export interface ModelAccess {
  readonly apiKey: string | null;
  readonly prices: Prices | null;
  /** Whether the model has answered before in this run: a wrong request is then the trial's own. */
  readonly hasAnswered: boolean;
}

/** Lines for the trial's event file; with an `ack` number, an answer is awaited. Lines are added until it is sent. */
export interface AppendMessage {
  readonly kind: "append";
  text: string;
  ack: number | null;
}

/** From a trial to the main thread. */
export type FromTrial =
  | Readonly<AppendMessage>
  | { readonly kind: "month"; readonly month: number; readonly cashUsd: number }
  /** Asks for permission to send a request; answered by `granted` or `refused`. */
  | { readonly kind: "lease"; readonly lease: number; readonly request: LeaseRequest }
  /** The wait for a lease was called off. */
  | { readonly kind: "lease-cancelled"; readonly lease: number }
  /** A lease given back with what came of it. */
  | { readonly kind: "released"; readonly lease: number; readonly outcome: LeaseOutcome }
  | { readonly kind: "retry"; readonly attempt: number; readonly inMs: number; readonly why: string };

/** From the main thread to a trial. */
export type ToTrial =
  | { readonly kind: "written"; readonly ack: number }
  | { readonly kind: "write-failed"; readonly ack: number; readonly message: string }
  | { readonly kind: "granted"; readonly lease: number }
  | { readonly kind: "refused"; readonly lease: number; readonly reason: string }
  | { readonly kind: "stop"; readonly reason: string };
