// What a trial's replies came to, whether they are live or read from a record.
import type { Spent } from "../agents/agent.ts";
import type { RecordedReply } from "../llm/model.ts";

/** Tokens and money of one reply, as recorded. */
export type TurnUsage = NonNullable<Spent["usage"]>;

/** Sums over a trial's replies. A sum is unknown only where no reply told it. */
export class Tally {
  turns = 0;
  usd = 0;
  tokens = 0;
  readonly #sums: Record<keyof TurnUsage, number | null> = {
    inputTokens: null,
    cachedInputTokens: null,
    cacheWriteTokens: null,
    outputTokens: null,
    reasoningTokens: null,
    costUsd: null,
  };
  readonly #oddities: Record<string, number> = {};
  readonly #served = new Map<string, number>();
  #servedModel: string | null = null;

  get spent(): Spent {
    return {
      turns: this.turns,
      servedModel: this.#servedModel,
      servedModels: Object.fromEntries(this.#served),
      oddities: { ...this.#oddities },
      usage: this.turns === 0 ? null : { ...this.#sums },
    };
  }

  add(reply: RecordedReply, usage: TurnUsage | null): void {
    this.turns += 1;
    if (reply.servedModel !== null) this.#serve(reply.servedModel);
    for (const key of Object.keys(this.#sums) as (keyof TurnUsage)[]) {
      const value = usage?.[key] ?? null;
      if (value !== null) this.#sums[key] = (this.#sums[key] ?? 0) + value;
    }
    this.usd += usage?.costUsd ?? 0;
    this.tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
    for (const repair of reply.repairs) this.odd(repair);
    if (reply.finish === "length") this.odd("reply_cut");
    if (reply.toolCalls.length === 0) this.odd(reply.text.trim() === "" ? "reply_empty" : "reply_text_only");
  }

  #serve(model: string): void {
    this.#servedModel = model;
    this.#served.set(model, (this.#served.get(model) ?? 0) + 1);
  }

  odd(name: string): void {
    this.#oddities[name] = (this.#oddities[name] ?? 0) + 1;
  }
}
