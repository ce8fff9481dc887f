// A player that carries out a list of requests made elsewhere. It looks at nothing and knows nothing of how the list came
// about, so that whoever made it with knowledge no player may have cannot pass any of that on to a desk but the requests.
import type { Instrument } from "../env/contract.ts";
import type { Agent } from "./agent.ts";
import { pass, raise } from "./policies/policy.ts";

/** One request of a schedule. */
export interface ScheduledRequest {
  readonly month: number;
  readonly instrument: Instrument;
  readonly amountUsd: number;
}

/** A player that asks as the schedule says and else passes; `why` stands beside each request in the record. */
export function createSchedule(requests: readonly ScheduledRequest[], why: string): Agent {
  const byMonth = new Map(requests.map((request) => [request.month, request]));
  return {
    playMonth: (desk) => {
      const request = byMonth.get(desk.opening.data.month);
      if (request === undefined) return { kind: "played", why: pass(desk, "nothing is scheduled") };
      return { kind: "played", why: raise(desk, request.instrument, request.amountUsd, why) };
    },
  };
}
