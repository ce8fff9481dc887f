// What of the past a model sees again: by default this month only, and the notes it recalls.
import type { Message } from "../../llm/messages.ts";

/** How much of the conversation a month begins with. */
export type MemoryPolicy =
  | { readonly policy: "monthly-reset" }
  | { readonly policy: "window"; readonly months: number }
  | { readonly policy: "full" };

/** A trial's conversation, kept in whole months so that a call is never parted from its answer. */
export class Conversation {
  readonly #policy: MemoryPolicy;
  #months: Message[][] = [];

  constructor(policy: MemoryPolicy) {
    this.#policy = policy;
  }

  /** Begins a month, leaving out what the policy forgets. */
  beginMonth(opening: Message): void {
    const kept = this.#policy.policy === "full" ? this.#months : this.#months.slice(-this.#monthsRemembered());
    this.#months = [...(this.#monthsRemembered() === 0 ? [] : kept), [opening]];
  }

  add(message: Message): void {
    this.#months.at(-1)?.push(message);
  }

  get messages(): readonly Message[] {
    return this.#months.flat();
  }

  get monthCount(): number {
    return this.#months.length;
  }

  /** Forgets the older half of the months before this one; false when there is none to forget. */
  trim(): boolean {
    const past = this.#months.length - 1;
    if (past === 0) return false;
    this.#months = this.#months.slice(Math.ceil(past / 2));
    return true;
  }

  #monthsRemembered(): number {
    switch (this.#policy.policy) {
      case "monthly-reset":
        return 0;
      case "window":
        return this.#policy.months;
      case "full":
        return Number.POSITIVE_INFINITY;
    }
  }
}
