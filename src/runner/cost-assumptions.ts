// What a trial of a model asks for when nobody has measured it: stated guesses, wide on purpose. The prompt itself is
// no guess: its bytes are counted.
import type { ReactPlayer } from "../agents/react/player.ts";
import { systemPrompt } from "../agents/react/prompt.ts";
import { Episode } from "../env/episode.ts";
import type { Protocol } from "../env/protocol.ts";
import { BYTES_PER_TOKEN, promptBytes } from "../llm/estimate.ts";
import { userMessage } from "../llm/messages.ts";
import { isOpenaiReasoningModel } from "../llm/settings.ts";
import { asText } from "../llm/text-calling.ts";
import type { Scenario } from "../sim/scenario.ts";
import type { TrialLoad } from "./trial-load.ts";

/** The cheapest and the dearest trial that is thought of. */
export interface AssumedLoads {
  readonly low: TrialLoad;
  readonly high: TrialLoad;
}

/** One end of the range, a request taken as the mean of its month. */
interface Assumption {
  /** Months of a trial that goes bankrupt early; none for the whole horizon. */
  readonly months: number | null;
  readonly turnsPerMonth: number;
  readonly bytesPerToken: number;
  /** What a turn adds to the prompt of the next one: the reply, and what the tools answered. */
  readonly growthTokens: number;
  readonly replyTokens: number;
  readonly thinkingReplyTokens: number;
  /** Part of the prompt that the provider reads from its cache. */
  readonly cachedShare: number;
}

const LOW: Assumption = {
  // Without money raised the company lives for 30 to 36 months.
  months: 30,
  turnsPerMonth: 2,
  bytesPerToken: 4,
  growthTokens: 150,
  replyTokens: 60,
  thinkingReplyTokens: 250,
  cachedShare: 0.5,
};

const HIGH: Assumption = {
  months: null,
  turnsPerMonth: 8,
  bytesPerToken: BYTES_PER_TOKEN,
  growthTokens: 1000,
  replyTokens: 600,
  thinkingReplyTokens: 2500,
  cachedShare: 0,
};

/** The assumptions in words, for whoever reads the estimate. */
export const ASSUMPTIONS: readonly string[] = [
  `${LOW.turnsPerMonth} to ${HIGH.turnsPerMonth} replies a month; ${LOW.months} months a trial at least, the whole horizon at most`,
  `the prompt by its bytes (${LOW.bytesPerToken} to ${HIGH.bytesPerToken} a token), ${LOW.growthTokens} to ${HIGH.growthTokens} tokens more with each reply of a month`,
  `${LOW.replyTokens} to ${HIGH.replyTokens} tokens a reply, ${LOW.thinkingReplyTokens} to ${HIGH.thinkingReplyTokens} where the model thinks`,
  "half of the prompt read from the provider's cache at best, nothing at worst",
  "one finished trial of a player (--seeds 1) puts measurements in the place of all this",
];

/** The loads of a player's trial under a protocol, by assumption. */
export function assumedLoads(player: ReactPlayer, protocol: Protocol, scenario: Scenario): AssumedLoads {
  const bytes = openingBytes(player, protocol, scenario);
  return { low: loadOf(player, protocol, bytes, LOW), high: loadOf(player, protocol, bytes, HIGH) };
}

function loadOf(player: ReactPlayer, protocol: Protocol, bytes: number, assumed: Assumption): TrialLoad {
  const months = Math.min(assumed.months ?? protocol.horizon, protocol.horizon);
  const turns = Math.min(assumed.turnsPerMonth, player.limits.turnsPerMonth);
  const { growthTokens } = assumed;
  const remembered = monthsRemembered(player.memory, months) * turns * growthTokens;
  const input = bytes / assumed.bytesPerToken + (growthTokens * (turns - 1)) / 2 + remembered;
  const reply = thinks(player) ? assumed.thinkingReplyTokens : assumed.replyTokens;
  const requests = months * turns;
  return {
    requests,
    inputTokens: Math.round(requests * input),
    cachedTokens: Math.round(requests * input * assumed.cachedShare),
    outputTokens: requests * Math.min(reply, player.sampling.maxOutputTokens),
  };
}

/** Earlier months in a prompt, on average over a trial. */
function monthsRemembered(memory: ReactPlayer["memory"], months: number): number {
  if (memory.policy === "monthly-reset") return 0;
  const all = (months - 1) / 2;
  return memory.policy === "full" ? all : Math.min(memory.months, all);
}

/** Room for long replies is given to models that think. */
const LONG_REPLY_TOKENS = 8192;

function thinks({ provider, model, sampling }: ReactPlayer): boolean {
  const { effort, budgetTokens } = sampling.reasoning ?? {};
  if (effort !== undefined) return effort !== "none";
  const byName = provider.startsWith("openai-") && isOpenaiReasoningModel(model);
  return budgetTokens !== undefined || byName || sampling.maxOutputTokens > LONG_REPLY_TOKENS;
}

/** The prompt that a month begins with. */
function openingBytes(player: ReactPlayer, protocol: Protocol, scenario: Scenario): number {
  const { desk } = new Episode(scenario, protocol, 0);
  const tools = desk.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const request = {
    system: systemPrompt(player.prompt, desk.rules),
    messages: [userMessage(desk.opening.text)],
    tools,
  };
  return promptBytes(player.toolCalling === "text" ? asText(request) : request);
}
