// A format and a sender make a model: translate, send under the clock, put together, read, check.
import type { Clock } from "../std/clock.ts";
import { attempt } from "./attempt.ts";
import { contextCutError } from "./context-cut.ts";
import { promptBytes } from "./estimate.ts";
import { FailureCarrier, type Timeouts } from "./failure.ts";
import { assertAnswered, usedCallIds } from "./messages.ts";
import type { ChatModel, ChatRequest } from "./model.ts";
import { paceOf } from "./pace.ts";
import type { Scrub } from "./scrub.ts";
import type { Answer, Sender } from "./sender.ts";
import type { Format } from "./wire.ts";

/** What a provider's model is made of. */
export interface ProviderParts {
  readonly format: Format;
  readonly send: Sender;
  readonly stream: boolean;
  readonly checkContext: boolean;
  readonly timeouts: Timeouts;
  readonly scrub: Scrub;
  readonly clock: Clock;
  readonly close: () => Promise<void>;
}

/** A model behind a provider's API. One request is one attempt: it never retries. */
export function providerModel(parts: ProviderParts): ChatModel {
  const { format, send, scrub, clock, close } = parts;
  return {
    async complete(request, { signal, attemptMs }) {
      assertAnswered(request.messages);
      const timeouts = attemptMs === undefined ? parts.timeouts : { ...parts.timeouts, attemptMs };
      const judging = () => ({ scrub, nowMs: clock() });
      return await attempt({ signal, timeouts, judging }, async (stop) => {
        const answer = await send(wireBody(request), stop);
        const body = await wholeBody(answer, stop);
        const reply = {
          ...format.fromWire(body, usedCallIds(request.messages)),
          pace: paceOf(answer.headers, clock()),
        };
        const cut = parts.checkContext ? contextCutError(promptBytes(request), reply.usage.input) : null;
        if (cut !== null) throw cut;
        return reply;
      });
    },
    close,
  };

  function wireBody(request: ChatRequest) {
    const body = format.toWire(request);
    return parts.stream ? { ...body, stream: true, ...format.streamFields } : body;
  }

  async function wholeBody({ headers, content }: Answer, stop: AbortSignal): Promise<unknown> {
    if ("body" in content) return content.body;
    try {
      return await format.fold(content.events);
    } catch (error) {
      // A stream that we ended ourselves looks cut; the clock knows better.
      stop.throwIfAborted();
      if (error instanceof FailureCarrier && error.failure.kind === "in_reply") {
        throw new FailureCarrier({ ...error.failure, headers });
      }
      throw error;
    }
  }
}
