// From a player's settings to a model that answers.

import { AssertionError, present } from "../std/assert.ts";
import { type Clock, systemClock } from "../std/clock.ts";
import { anthropicSender } from "./anthropic.ts";
import { foldAnthropicStream, fromAnthropicWire } from "./anthropic-reply.ts";
import { toAnthropicWire } from "./anthropic-wire.ts";
import { type CassetteTrial, playCassette } from "./cassette.ts";
import { fromChatWire } from "./chat-reply.ts";
import { foldChatStream } from "./chat-stream.ts";
import { toChatWire } from "./chat-wire.ts";
import { traitsOf } from "./dialect.ts";
import { baseURLOf } from "./endpoint.ts";
import type { Timeouts } from "./failure.ts";
import { openTransport } from "./http.ts";
import type { ChatModel } from "./model.ts";
import { openaiSender } from "./openai.ts";
import { providerModel } from "./provider-model.ts";
import { foldResponsesStream, fromResponsesWire } from "./responses-reply.ts";
import { toResponsesWire } from "./responses-wire.ts";
import { RETRY_DEFAULTS, type RetryPolicy } from "./retry.ts";
import { scrubberOf } from "./scrub.ts";
import type { Sender, SenderOptions } from "./sender.ts";
import type { Limits, ModelSettings } from "./settings.ts";
import { textCalling } from "./text-calling.ts";
import type { Format } from "./wire.ts";

/** What a model needs besides its settings. */
export interface ModelSecrets {
  /** The key, taken from the environment by the caller; null for servers that want none. */
  readonly apiKey: string | null;
  readonly clock?: Clock;
  /** The trial to play back, for a cassette. */
  readonly trial?: CassetteTrial;
}

/** A model for these settings, with sockets of its own: make one a player and thread, and close it. */
export function createModel(settings: ModelSettings, secrets: ModelSecrets): ChatModel {
  const { apiKey, clock = systemClock, trial = FIRST_TRIAL } = secrets;
  if (settings.provider === "cassette") {
    // Recorded replies have been through everything below already.
    return playCassette(
      present(settings.cassette, "provider cassette without a cassette passed the schema").file,
      trial,
    );
  }
  const model = liveModel(settings, apiKey, clock);
  return settings.toolCalling === "text" ? textCalling(model) : model;
}

const FIRST_TRIAL: CassetteTrial = { seed: 0, repeat: 0 };

function liveModel(settings: ModelSettings, apiKey: string | null, clock: Clock): ChatModel {
  const timeouts = timeoutsOf(settings.limits);
  const transport = openTransport(timeouts);
  const { headers } = settings.endpoint;
  const { format, send } = wiring(settings, {
    baseURL: baseURLOf(settings),
    apiKey: apiKey ?? NO_KEY,
    headers,
    fetch: transport.fetch,
    sdkTimeoutMs: LONGEST_TIMER_MS,
  });
  return providerModel({
    format,
    send,
    stream: wantsStream(settings),
    checkContext: settings.endpoint.checkContext,
    timeouts,
    scrub: scrubberOf([...(apiKey === null ? [] : [apiKey]), ...Object.values(headers)]),
    clock,
    close: () => transport.close(),
  });
}

/** SDKs refuse to work without a key; local servers ignore what it says. */
const NO_KEY = "none";
/** The longest that Node's timers can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function wiring(settings: ModelSettings, options: SenderOptions): { format: Format; send: Sender } {
  switch (settings.provider) {
    case "openai-responses":
      return { send: openaiSender("/responses", options), format: responsesFormat(settings) };
    case "openai-chat":
    case "openai-compatible":
      return { send: openaiSender("/chat/completions", options), format: chatFormat(settings) };
    case "anthropic":
      return { send: anthropicSender(options), format: anthropicFormat(settings) };
    case "cassette":
      throw new AssertionError("a cassette has no wire");
  }
}

function chatFormat(settings: ModelSettings): Format {
  const traits = traitsOf(settings);
  return {
    toWire: (request) => toChatWire(request, settings, traits),
    streamFields: { stream_options: { include_usage: true } },
    fold: foldChatStream,
    fromWire: (body, usedIds) => fromChatWire(body, { usedIds, recoverTextCalls: settings.recoverTextCalls }),
  };
}

function responsesFormat(settings: ModelSettings): Format {
  return {
    toWire: (request) => toResponsesWire(request, settings),
    streamFields: {},
    fold: foldResponsesStream,
    fromWire: fromResponsesWire,
  };
}

function anthropicFormat(settings: ModelSettings): Format {
  return {
    toWire: (request) => toAnthropicWire(request, settings),
    streamFields: {},
    fold: foldAnthropicStream,
    fromWire: fromAnthropicWire,
  };
}

/** The time limits of a player's requests, in milliseconds. */
export function timeoutsOf(limits: Limits): Timeouts {
  const attemptMs = limits.requestTimeoutSeconds * 1000;
  const firstByte = limits.firstByteTimeoutSeconds;
  return {
    connectMs: limits.connectTimeoutSeconds * 1000,
    // The attempt's own clock comes first where no other limit is set.
    firstByteMs: firstByte === undefined ? attemptMs + 1000 : firstByte * 1000,
    idleMs: limits.idleTimeoutSeconds * 1000,
    attemptMs,
  };
}

/** How a player's requests are tried again. */
export function retryPolicyOf(limits: Limits): RetryPolicy {
  return {
    attempts: limits.attempts,
    forMs: limits.retrySeconds * 1000,
    maxWaitMs: limits.retryWaitSeconds * 1000,
    ...RETRY_DEFAULTS,
  };
}

/** Replies longer than this come as a stream: a proxy would drop a connection that is silent for so long. */
const LONG_REPLY_TOKENS = 8192;

/** Whether a player's replies are streamed: as its file says, else where they are long or thought about. */
export function wantsStream({ sampling }: ModelSettings): boolean {
  const { effort, budgetTokens } = sampling.reasoning ?? {};
  const thinks = budgetTokens !== undefined || (effort !== undefined && effort !== "none");
  return sampling.stream ?? (thinks || sampling.maxOutputTokens > LONG_REPLY_TOKENS);
}
