import { RECORD_FORMAT } from "../record/format.ts";
import type { TrialLine } from "../record/trial-line.ts";
import { systemClock } from "../std/clock.ts";
import type { TodoTrial } from "./open-run.ts";

/** The line of a trial of which nothing can be known but that it failed: its worker died, or its record is damaged. */
export function failedLine(
  one: TodoTrial,
  stamps: { readonly protocolStamp: string; readonly playerStamp: string },
  failure: { readonly kind: "died" | "unreadable"; readonly message: string },
): TrialLine {
  const code = failure.kind === "died" ? "worker-died" : "damaged-record";
  return {
    format: RECORD_FORMAT,
    trial: one.trial,
    attempt: one.attempt,
    ...stamps,
    result: {
      outcome: { kind: "failed", code, message: failure.message },
      months: 0,
      monthsActed: 0,
      scoreCents: null,
      trailingRevenueCents: null,
      finalCashCents: 0,
      notesOutstandingCents: 0,
      raisedCents: 0,
      equityRounds: 0,
      debtRounds: 0,
      toolCalls: 0,
      refusedCalls: 0,
      closings: 0,
      requests: 0,
      refusedRequests: 0,
      forcedPasses: 0,
      noteCalls: 0,
      turns: 0,
      usage: null,
      servedModel: null,
      oddities: {},
      crises: [null, null, null],
      stateHash: "",
    },
    at: { ms: systemClock(), bytes: 0, digest: "" },
  };
}
