import type { ReactPlayer } from "../agents/react/player.ts";
import { unthrottled } from "../llm/throttle.ts";
import { present } from "../std/assert.ts";
import { systemClock } from "../std/clock.ts";
import type { BranchDesk } from "./branch.ts";
import { liveModel } from "./live-model.ts";
import type { ReadyModel } from "./model-access.ts";
import { TrialSeat } from "./model-seat.ts";
import type { PlannedTrial } from "./plan.ts";

/** The seat of a model that takes over a single trial: nobody shares its endpoint, so only retries hold it back. */
export function branchSeat(
  player: ReactPlayer,
  ready: ReadyModel | undefined,
  trial: PlannedTrial,
  { recorder, stop, tally }: BranchDesk,
): TrialSeat {
  const { apiKey, prices } = present(ready, `${player.label} came without access to its model`);
  let waitedMs = 0;
  const model = liveModel(player, { apiKey, prices, hasAnswered: false }, trial, unthrottled, {
    onRetry: () => undefined,
    onWait: (ms) => {
      waitedMs += ms;
    },
  });
  return new TrialSeat({
    model,
    recorder,
    stop,
    tally,
    prices,
    limits: player.limits,
    maxOutputTokens: player.sampling.maxOutputTokens,
    cacheKey: player.label,
    hasAnswered: () => false,
    waitedMs: () => waitedMs,
    onAnswered: () => undefined,
    clock: systemClock,
  });
}
