// The loop that drives a model: reason, call tools, read results, decide. A month ends with its action.
import { type Desk, MAX_ANSWER_CHARS, type ToolResult } from "../../env/contract.ts";
import {
  assistantTurn,
  type Message,
  type ModelToolCall,
  type ToolSpec,
  toolAnswer,
  userMessage,
} from "../../llm/messages.ts";
import type { ChatRequest, RecordedReply } from "../../llm/model.ts";
import type { Agent, MonthEnd } from "../agent.ts";
import { Conversation, type MemoryPolicy } from "./memory.ts";
import { MONTH_CLOSED, NO_CALL_REMINDER, type PromptSettings, systemPrompt } from "./prompt.ts";
import type { Asked, ModelSeat } from "./seat.ts";

/** The settings of the loop itself. */
export interface ReactSettings {
  readonly prompt: PromptSettings;
  readonly memory: MemoryPolicy;
  readonly turnsPerMonth: number;
  readonly maxOutputTokens: number;
}

/** A model at a desk. */
export function createReact(settings: ReactSettings, seat: ModelSeat): Agent {
  const conversation = new Conversation(settings.memory);
  let system: string | null = null;
  return {
    async playMonth(desk) {
      if (system === null) {
        system = systemPrompt(settings.prompt, desk.rules);
        seat.say("system", system, desk.opening.data.month);
      }
      return new ReactMonth({ ...settings, system }, seat, conversation, desk).play();
    },
  };
}

/** Replies without a call, one after another, before the month is given up. */
const CALLLESS_REPLIES = 2;

interface MonthSettings extends ReactSettings {
  readonly system: string;
}

class ReactMonth {
  readonly #settings: MonthSettings;
  readonly #seat: ModelSeat;
  readonly #conversation: Conversation;
  readonly #desk: Desk;
  readonly #month: number;
  readonly #tools: readonly ToolSpec[];
  #callless = 0;

  constructor(settings: MonthSettings, seat: ModelSeat, conversation: Conversation, desk: Desk) {
    this.#settings = settings;
    this.#seat = seat;
    this.#conversation = conversation;
    this.#desk = desk;
    this.#month = desk.opening.data.month;
    this.#tools = toolsOf(desk);
  }

  async play(): Promise<MonthEnd> {
    this.#conversation.beginMonth(userMessage(this.#desk.opening.text));
    for (let turn = 1; turn <= this.#settings.turnsPerMonth; turn += 1) {
      const asked = await this.#ask();
      if (asked.kind === "stopped") return asked;
      if (asked.kind === "overflow") return overflow(this.#conversation.monthCount);
      const end = this.#take(asked.reply);
      if (end !== null) return end;
    }
    this.#seat.limit("turns", this.#settings.turnsPerMonth, this.#month);
    return { kind: "played", why: `${this.#settings.turnsPerMonth} turns were taken without an action` };
  }

  /** One reply; a reply cut by the output limit is asked for once more with a larger one. */
  async #ask(): Promise<Asked> {
    const first = await this.#askFitting({});
    if (first.kind !== "replied" || first.reply.finish !== "length") return first;
    return this.#askFitting({ maxOutputTokens: 2 * this.#settings.maxOutputTokens });
  }

  /** Asks; where the conversation is too long, forgets old months and asks once more. */
  async #askFitting(extra: Pick<ChatRequest, "maxOutputTokens">): Promise<Asked> {
    const asked = await this.#seat.ask({ ...this.#request(), ...extra }, this.#month);
    if (asked.kind !== "overflow" || !this.#conversation.trim()) return asked;
    this.#seat.trimmed(this.#month, this.#conversation.monthCount);
    return this.#seat.ask({ ...this.#request(), ...extra }, this.#month);
  }

  #request(): ChatRequest {
    return { system: this.#settings.system, messages: this.#conversation.messages, tools: this.#tools };
  }

  /** Carries out a reply's calls in order; the month's end, or null to go on. */
  #take(reply: RecordedReply): MonthEnd | null {
    if (reply.toolCalls.length === 0) return reply.finish === "pause" ? this.#paused(reply) : this.#withoutCall(reply);
    this.#callless = 0;
    this.#conversation.add(assistantTurn(reply));
    for (const call of reply.toolCalls) this.#conversation.add(this.#answer(call));
    return this.#desk.isMonthDecided ? { kind: "played", ...reasonOf(reply) } : null;
  }

  #answer(call: ModelToolCall): Message {
    if (this.#desk.isMonthDecided) return toolAnswer(call.id, MONTH_CLOSED, true);
    const result = this.#desk.call({ name: call.name, arguments: call.arguments ?? call.argumentsText });
    return toolAnswer(call.id, textFor(call, result), result.isError);
  }

  /** The provider paused its own turn: it goes on when it sees what it has said so far. */
  #paused(reply: RecordedReply): null {
    this.#conversation.add(assistantTurn(reply));
    return null;
  }

  /** An empty or text-only reply is asked once more; after that the month ends with the protocol's default. */
  #withoutCall(reply: RecordedReply): MonthEnd | null {
    this.#callless += 1;
    if (this.#callless >= CALLLESS_REPLIES) {
      this.#seat.limit("replies-without-call", this.#callless, this.#month);
      return { kind: "played", why: "the replies called no tool" };
    }
    // An empty turn cannot be shown to the model again: the same request is simply made once more.
    if (reply.text.trim() === "") return null;
    this.#conversation.add(assistantTurn(reply));
    this.#conversation.add(userMessage(NO_CALL_REMINDER));
    this.#seat.say("user", NO_CALL_REMINDER, this.#month);
    return null;
  }
}

const toolLists = new WeakMap<Desk["tools"], readonly ToolSpec[]>();

/** The desk's tools without what only the program knows of them; one list for all months, so that it is measured once. */
function toolsOf({ tools }: Desk): readonly ToolSpec[] {
  const known = toolLists.get(tools);
  if (known !== undefined) return known;
  const list = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  toolLists.set(tools, list);
  return list;
}

function textFor(call: ModelToolCall, { text }: ToolResult): string {
  return call.argumentsError === null ? text : `${call.argumentsError}\n${text}`.slice(0, MAX_ANSWER_CHARS);
}

const WHY_CHARS = 400;

/** What the model said as it decided, cut to a line that a report can show. */
function reasonOf({ text }: RecordedReply): { why: string } | Record<string, never> {
  const words = text.replace(/\s+/g, " ").trim();
  if (words === "") return {};
  return { why: words.length <= WHY_CHARS ? words : `${words.slice(0, WHY_CHARS)}…` };
}

function overflow(months: number): MonthEnd {
  return { kind: "stopped", stop: { kind: "truncated", limit: "context", value: months } };
}
