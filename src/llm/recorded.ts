// A model that answers from a record first and then goes live: how an interrupted trial is taken up without
// asking, or paying, twice.

import { ProviderError } from "./error.ts";
import type { ChatModel, RecordedReply } from "./model.ts";
import { requestHash } from "./request-hash.ts";

/** One reply of a record, with the request it answered. */
export interface RecordedExchange {
  readonly requestHash: string;
  readonly reply: RecordedReply;
}

/** A model that is partly a recording. */
export interface RecordedModel extends ChatModel {
  /** Recorded replies not asked for yet. */
  readonly left: number;
}

/**
 * Answers the first requests from `exchanges`, in order, each checked against the request that was recorded.
 * `live` answers the rest; without it, asking for more is an error.
 */
export function recordedModel(exchanges: readonly RecordedExchange[], live: ChatModel | null): RecordedModel {
  let next = 0;
  return {
    get left() {
      return exchanges.length - next;
    },
    async complete(request, options) {
      const exchange = exchanges[next];
      if (exchange === undefined) {
        if (live === null) throw mismatch("record_ended", `the record ends after ${exchanges.length} replies`);
        return await live.complete(request, options);
      }
      const hash = requestHash(request);
      if (hash !== exchange.requestHash) {
        throw mismatch(
          "record_differs",
          `turn ${next + 1}: the record answers request ${exchange.requestHash}, but this is ${hash}`,
        );
      }
      next++;
      return { ...exchange.reply, pace: null };
    },
    async close() {
      await live?.close();
    },
  };
}

function mismatch(code: string, words: string): ProviderError {
  return new ProviderError({ code, class: "wrong", words });
}
