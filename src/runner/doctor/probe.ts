// The conversation that a doctor has with a model: the first month as a trial begins it, one turn further, and a long
// prompt. Three requests, with the prompt, the tools and the settings of a real trial.
import type { ReactPlayer } from "../../agents/react/player.ts";
import { MONTH_CLOSED, systemPrompt } from "../../agents/react/prompt.ts";
import { loadScenario } from "../../config/data.ts";
import type { Desk } from "../../env/contract.ts";
import { Episode } from "../../env/episode.ts";
import { PAPER_PROTOCOL } from "../../env/protocol.ts";
import { createModel } from "../../llm/create.ts";
import { ProviderError, type ProviderErrorData } from "../../llm/error.ts";
import { promptBytes } from "../../llm/estimate.ts";
import { assistantTurn, type Message, toolAnswer, userMessage } from "../../llm/messages.ts";
import type { ChatModel, ChatRequest, Reply } from "../../llm/model.ts";
import { retrying } from "../../llm/retry.ts";
import { systemSleep } from "../../llm/sleep.ts";
import { asText } from "../../llm/text-calling.ts";
import { unthrottled } from "../../llm/throttle.ts";
import { systemClock } from "../../std/clock.ts";
import { uniformStream } from "../../std/random.ts";

/** What a request led to. */
export type Answer =
  | { readonly kind: "replied"; readonly request: ChatRequest; readonly reply: Reply }
  | { readonly kind: "failed"; readonly request: ChatRequest; readonly error: ProviderErrorData };

/** What the conversation found; null for what was not asked, since nothing before it was answered. */
export interface Probe {
  readonly first: Answer;
  /** The turn after the first one's calls; null also where it made none. */
  readonly second: Answer | null;
  /** The tools that exist. */
  readonly toolNames: readonly string[];
  readonly long: Answer | null;
}

/** Bytes of the long prompt: enough that a server with room for 4,096 tokens shows itself. */
export const LONG_PROMPT_BYTES = 26_000;

/** Holds the conversation. */
export async function probe(player: ReactPlayer, apiKey: string | null): Promise<Probe> {
  const model = patient(createModel(player, { apiKey }));
  try {
    return await converse(player, model);
  } finally {
    await model.close();
  }
}

/** The requests that are known beforehand: the first, and the long one. */
export function knownRequests(player: ReactPlayer): readonly ChatRequest[] {
  const { desk } = firstMonth();
  return [openingRequest(player, desk, ""), longRequest(player, desk)];
}

/** Once busy or disturbed is not yet wrong; a doctor waits, but not for long. */
function patient(model: ChatModel): ChatModel {
  return retrying(model, {
    policy: { attempts: 2, forMs: 30_000, maxWaitMs: 10_000, baseMs: 500, firstContactAttempts: 1 },
    throttle: unthrottled,
    worstCase: () => ({ inputTokens: 0, outputTokens: 0, worstUsd: null }),
    sleep: systemSleep,
    clock: systemClock,
    uniform: uniformStream("doctor", "retry-jitter"),
    observe: () => undefined,
  });
}

async function converse(player: ReactPlayer, model: ChatModel): Promise<Probe> {
  const { desk } = firstMonth();
  const toolNames = desk.tools.map(({ name }) => name);
  const ask = (request: ChatRequest): Promise<Answer> => answerTo(model, request, player.limits.requestTimeoutSeconds);
  const first = await ask(openingRequest(player, desk, ""));
  if (first.kind === "failed") return { first, second: null, toolNames, long: null };
  const hasCalls = first.reply.toolCalls.length > 0;
  const second = hasCalls ? await ask(nextRequest(first.request, first.reply, desk)) : null;
  return { first, second, toolNames, long: await ask(longRequest(player, desk)) };
}

/** Longer than this nobody waits for a doctor. */
const LONGEST_ATTEMPT_SECONDS = 120;

async function answerTo(model: ChatModel, request: ChatRequest, timeoutSeconds: number): Promise<Answer> {
  const attemptMs = Math.min(timeoutSeconds, LONGEST_ATTEMPT_SECONDS) * 1000;
  try {
    const reply = await model.complete(request, { signal: new AbortController().signal, attemptMs });
    return { kind: "replied", request, reply };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "failed", request, error: error.toJSON() };
  }
}

function firstMonth(): Episode {
  return new Episode(loadScenario(), PAPER_PROTOCOL, 0);
}

const ASK = "This is a test of the connection, before any trial. Call verify_cash_position now, and nothing else.";

function openingRequest({ prompt }: ReactPlayer, desk: Desk, before: string): ChatRequest {
  return {
    system: systemPrompt(prompt, desk.rules),
    messages: [userMessage(`${before}${desk.opening.text}\n\n${ASK}`)],
    tools: desk.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
}

function nextRequest(request: ChatRequest, reply: Reply, desk: Desk): ChatRequest {
  const answers = reply.toolCalls.map((call): Message => {
    if (desk.isMonthDecided) return toolAnswer(call.id, MONTH_CLOSED, true);
    const { text, isError } = desk.call({ name: call.name, arguments: call.arguments ?? call.argumentsText });
    return toolAnswer(call.id, text, isError);
  });
  return { ...request, messages: [...request.messages, assistantTurn(reply), ...answers] };
}

/** The papers of the company before the month's opening, as many as make the prompt long. */
function longRequest(player: ReactPlayer, desk: Desk): ChatRequest {
  const { papers } = loadScenario();
  const texts = [papers.company_overview, papers.governance_approvals, ...papers.vendor_contracts];
  const bytesOf = (request: ChatRequest): number =>
    promptBytes(player.toolCalling === "text" ? asText(request) : request);
  let room = LONG_PROMPT_BYTES - bytesOf(openingRequest(player, desk, ""));
  let before = "";
  for (let index = 0; room > 0; index += 1) {
    const text = `${texts[index % texts.length] ?? ""}\n\n`.slice(0, room);
    before += text;
    room -= Buffer.byteLength(text);
  }
  return openingRequest(player, desk, before);
}
