// The chunks of a streamed Chat Completions answer, put together into the body it would have had.
import { tryParseJson } from "../std/json.ts";
import { REASONING_FIELDS } from "./chat-wire.ts";
import { errorInReply, malformed, streamCut } from "./failure.ts";
import { asList, asObject, asText, type WireObject } from "./wire.ts";

/** Reads the stream to its end. A stream that stops before its finish reason was cut. */
export async function foldChatStream(events: AsyncIterable<unknown>): Promise<unknown> {
  const answer = new ChatAnswer();
  for await (const event of events) answer.add(asObject(event));
  return answer.body();
}

class ChatAnswer {
  #head: WireObject = {};
  #usage: unknown = null;
  #finish: unknown = null;
  #began = false;
  readonly #message: WireObject = {};
  readonly #calls: WireObject[] = [];
  /** Where the call of a given index stands in the list. */
  readonly #places = new Map<unknown, number>();

  add(chunk: WireObject): void {
    if (chunk["error"] !== undefined && chunk["error"] !== null) throw errorInReply({ error: chunk["error"] });
    for (const name of ["id", "model"]) if (asText(chunk[name]) !== null) this.#head[name] ??= chunk[name];
    if (chunk["usage"] !== undefined && chunk["usage"] !== null) this.#usage = chunk["usage"];
    const first = asList(chunk["choices"])[0];
    if (first === undefined) return;
    const choice = asObject(first);
    if (choice["error"] !== undefined && choice["error"] !== null) throw errorInReply({ error: choice["error"] });
    this.#began = true;
    if (choice["finish_reason"] !== undefined && choice["finish_reason"] !== null)
      this.#finish = choice["finish_reason"];
    this.#addDelta(asObject(choice["delta"] ?? choice["message"]));
  }

  body(): unknown {
    if (!this.#began) throw malformed("a stream without choices");
    // The usage chunk follows the end, so with it the answer is whole even where no reason was given.
    if (this.#finish === null && this.#usage === null) throw streamCut();
    if (this.#calls.length > 0) this.#message["tool_calls"] = this.#calls;
    return {
      ...this.#head,
      choices: [{ message: this.#message, finish_reason: this.#finish }],
      usage: this.#usage,
    };
  }

  #addDelta(delta: WireObject): void {
    for (const name of ["content", "refusal", ...REASONING_FIELDS]) append(this.#message, name, delta[name]);
    for (const item of asList(delta["tool_calls"])) this.#addCall(asObject(item));
  }

  #addCall(piece: WireObject): void {
    const call = this.#callFor(piece);
    const named = asObject(piece["function"]);
    const { index: _index, function: _function, ...rest } = piece;
    for (const [name, value] of Object.entries(rest)) if (value !== null) call[name] = value;
    const target = (call["function"] ??= {}) as WireObject;
    for (const [name, value] of Object.entries(named)) {
      if (name === "arguments") append(target, name, value);
      else if (value !== null && value !== "") target[name] = value;
    }
  }

  /** Some servers give every call index 0, or none: a new id together with a name begins a new call. */
  #callFor(piece: WireObject): WireObject {
    const index = piece["index"] ?? 0;
    const place = this.#places.get(index);
    const current = place === undefined ? undefined : this.#calls[place];
    const begins = asText(asObject(piece["function"])["name"]) !== null && this.#isAnother(piece, current);
    if (current !== undefined && !begins) return current;
    const made: WireObject = {};
    this.#places.set(index, this.#calls.length);
    this.#calls.push(made);
    return made;
  }

  #isAnother(piece: WireObject, current: WireObject | undefined): boolean {
    if (current === undefined) return true;
    const id = piece["id"];
    if (typeof id === "string" && id !== "") return id !== current["id"];
    // A name without an id: another call where the one before has all its arguments, else a repeated name.
    const given = asObject(current["function"])["arguments"];
    return typeof given === "string" ? given !== "" && tryParseJson(given) !== undefined : given !== undefined;
  }
}

/** Texts grow, lists grow, anything else is replaced. */
function append(target: WireObject, name: string, piece: unknown): void {
  if (piece === undefined || piece === null) return;
  const present = target[name];
  if (typeof present === "string" && typeof piece === "string") target[name] = present + piece;
  else if (Array.isArray(present) && Array.isArray(piece))
    target[name] = joined(present as unknown[], piece as unknown[]);
  else target[name] = piece;
}

/** Pieces of one reasoning detail share an index and type; their texts belong together. */
function joined(present: unknown[], pieces: unknown[]): unknown[] {
  const list = [...present];
  for (const item of pieces) {
    const piece = asObject(item);
    const last = asObject(list.at(-1));
    const same = piece["index"] !== undefined && piece["index"] === last["index"] && piece["type"] === last["type"];
    if (!same) {
      list.push(item);
      continue;
    }
    const merged = { ...last };
    for (const [name, value] of Object.entries(piece)) {
      if (["text", "summary", "data"].includes(name)) append(merged, name, value);
      else if (value !== null) merged[name] = value;
    }
    list[list.length - 1] = merged;
  }
  return list;
}
