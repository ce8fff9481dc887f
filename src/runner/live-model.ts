// The live model of a trial: the provider, with retries and the shared limits around it.
import type { ReactPlayer } from "../agents/react/player.ts";
import { createModel, retryPolicyOf } from "../llm/create.ts";
import type { ProviderErrorData } from "../llm/error.ts";
import { leaseSizer } from "../llm/estimate.ts";
import type { ChatModel } from "../llm/model.ts";
import { retrying } from "../llm/retry.ts";
import { systemSleep } from "../llm/sleep.ts";
import type { Throttle } from "../llm/throttle.ts";
import { systemClock } from "../std/clock.ts";
import { uniformStream } from "../std/random.ts";
import type { ModelAccess } from "./messages.ts";
import type { PlannedTrial } from "./plan.ts";

/** Told of what happens between attempts. */
export interface AttemptObserver {
  /** An attempt will be made again. */
  onRetry(attempt: number, inMs: number, error: ProviderErrorData): void;
  /** Time went by in waiting for a limit, shared or the server's own: no working time of the trial. */
  onWait(ms: number): void;
}

/** The model for one trial. Sockets are shared by all trials of a player in this thread. */
export function liveModel(
  player: ReactPlayer,
  access: ModelAccess,
  trial: PlannedTrial,
  throttle: Throttle,
  observer: AttemptObserver,
): ChatModel {
  return retrying(finishing(modelOf(player, access, trial)), {
    policy: retryPolicyOf(player.limits),
    throttle,
    worstCase: leaseSizer(player.sampling.maxOutputTokens, access.prices),
    sleep: systemSleep,
    clock: systemClock,
    // Jitter is no part of any result; it only has to differ between trials.
    uniform: uniformStream(trial.id, "retry-jitter"),
    observe: (event) => {
      if (event.kind === "retry") observer.onRetry(event.attempt, event.inMs, event.error);
      observer.onWait(event.kind === "retry" ? event.inMs : event.ms);
    },
  });
}

/**
 * A soft stop calls off waits, never a request that was sent: its reply is paid for, so it is read and recorded.
 * A hard stop ends the thread.
 */
function finishing(model: ChatModel): ChatModel {
  const never = new AbortController().signal;
  return {
    async complete(request, options) {
      const reply = await model.complete(request, { ...options, signal: never });
      await ownTurn();
      return reply;
    },
    close: () => model.close(),
  };
}

let lastTurn = Promise.resolve();

/**
 * One reply a turn of the thread's event loop. Trials that start together ask together; without this they would be
 * answered and ask again together to the end, each waiting for all the others every time.
 */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

const models = new Map<string, ChatModel>();

function modelOf(player: ReactPlayer, { apiKey }: ModelAccess, trial: PlannedTrial): ChatModel {
  // A cassette is one trial's; sockets are a player's.
  if (player.provider === "cassette") return createModel(player, { apiKey, trial });
  const key = `${player.label} ${apiKey ?? ""}`;
  const known = models.get(key);
  if (known !== undefined) return known;
  const model = createModel(player, { apiKey });
  models.set(key, model);
  return model;
}
