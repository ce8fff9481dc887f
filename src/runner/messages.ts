// Every message between the main thread and a trial in a worker. Data only: errors lose their class on the way.
import type { MessagePort } from "node:worker_threads";
import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
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
  readonly port: MessagePort;
}

/** From a trial to the main thread. */
export type FromTrial =
  /** Lines for the trial's event file; with an `ack` number, an answer is awaited. */
  | { readonly kind: "append"; readonly text: string; readonly ack: number | null }
  | { readonly kind: "month"; readonly month: number; readonly cashUsd: number };

/** From the main thread to a trial. */
export type ToTrial =
  | { readonly kind: "written"; readonly ack: number }
  | { readonly kind: "write-failed"; readonly ack: number; readonly message: string }
  | { readonly kind: "stop"; readonly reason: string };
