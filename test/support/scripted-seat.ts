// A seat whose replies a test writes beforehand, and which keeps everything the loop asked and said.
import type { Asked, ModelSeat } from "../../src/agents/react/seat.ts";
import type { JsonObject, ModelToolCall } from "../../src/llm/messages.ts";
import { type ChatRequest, type Finish, type RecordedReply, UNKNOWN_USAGE } from "../../src/llm/model.ts";
import { canonicalJson } from "../../src/std/json.ts";

/** A reply of a model. */
export function reply(text: string, calls: readonly ModelToolCall[] = [], finish: Finish = "stop"): RecordedReply {
  return {
    text,
    toolCalls: calls,
    echo: null,
    finish,
    usage: UNKNOWN_USAGE,
    servedModel: null,
    responseId: null,
    repairs: [],
  };
}

let lastId = 0;

/** A call with well-formed arguments. */
export function call(name: string, args: JsonObject = {}): ModelToolCall {
  lastId += 1;
  return { id: `call-${lastId}`, name, arguments: args, argumentsError: null, argumentsText: canonicalJson(args) };
}

/** A call whose arguments were no JSON object. */
export function brokenCall(name: string, text: string, error: string): ModelToolCall {
  return { ...call(name), arguments: null, argumentsError: error, argumentsText: text };
}

/** Ends a month. */
export const PASS = (): RecordedReply => reply("I pass.", [call("pass")]);

/** Answers from a list; what is left of it at the end repeats the last answer. */
export class ScriptedSeat implements ModelSeat {
  readonly requests: ChatRequest[] = [];
  readonly said: string[] = [];
  readonly limits: string[] = [];
  readonly trims: number[] = [];
  readonly #answers: (RecordedReply | "overflow")[];

  constructor(...answers: readonly (RecordedReply | "overflow")[]) {
    this.#answers = [...answers];
  }

  ask(request: ChatRequest): Promise<Asked> {
    this.requests.push({ ...request, messages: [...request.messages] });
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    if (answer === undefined || answer === "overflow") return Promise.resolve({ kind: "overflow" });
    // A new id each time, as a provider would give it.
    const toolCalls = answer.toolCalls.map((one) => ({ ...one, id: `${one.id}-${this.requests.length}` }));
    return Promise.resolve({ kind: "replied", reply: { ...answer, toolCalls } });
  }

  say(_role: "system" | "user", text: string): void {
    this.said.push(text);
  }

  trimmed(_month: number, monthsKept: number): void {
    this.trims.push(monthsKept);
  }

  limit(name: string, value: number): void {
    this.limits.push(`${name} ${value}`);
  }
}
