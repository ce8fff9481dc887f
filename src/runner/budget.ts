// Money and tokens that a run, and each of its models, may use: checked before a request with its worst case.

/** Caps; an absent one does not bind. */
export interface Caps {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
}

/** An amount of money and tokens. */
export interface Amount {
  readonly usd: number;
  readonly tokens: number;
}

/** All of them together. */
export function sumOf(amounts: Iterable<Amount>): Amount {
  let sum: Amount = { usd: 0, tokens: 0 };
  for (const amount of amounts) sum = plus(sum, amount, 1);
  return sum;
}

/** What became of asking for room. */
export type Room = "fits" | "wait" | "never";

/** One purse: what is spent, and what outstanding requests may still spend. */
export class Budget {
  readonly #caps: Caps;
  #spent: Amount;
  #reserved: Amount = { usd: 0, tokens: 0 };
  #outstanding = 0;

  /** A purse out of which `spent` is gone already. */
  constructor(caps: Caps, spent: Amount = { usd: 0, tokens: 0 }) {
    this.#caps = caps;
    this.#spent = spent;
  }

  get spent(): Amount {
    return this.#spent;
  }

  /** Whether a request of this worst case fits now, may fit once outstanding ones settle, or never will. */
  roomFor(worst: Amount): Room {
    const fits = (cap: number | undefined, spent: number, reserved: number, more: number): boolean =>
      cap === undefined || spent + reserved + more <= cap;
    const isFitting =
      fits(this.#caps.usd, this.#spent.usd, this.#reserved.usd, worst.usd) &&
      fits(this.#caps.tokens, this.#spent.tokens, this.#reserved.tokens, worst.tokens);
    if (isFitting) return "fits";
    return this.#outstanding > 0 ? "wait" : "never";
  }

  reserve(worst: Amount): void {
    this.#outstanding += 1;
    this.#reserved = plus(this.#reserved, worst, 1);
  }

  /** Gives a reservation back; what was really used is told by {@link spend}. */
  settle(worst: Amount): void {
    this.#outstanding -= 1;
    this.#reserved = this.#outstanding === 0 ? { usd: 0, tokens: 0 } : plus(this.#reserved, worst, -1);
  }

  spend(amount: Amount): void {
    this.#spent = plus(this.#spent, amount, 1);
  }

  /** The caps in words, for the message that a run stopped at one. */
  get capsText(): string {
    const parts = [
      ...(this.#caps.usd === undefined ? [] : [`$${this.#caps.usd}`]),
      ...(this.#caps.tokens === undefined ? [] : [`${this.#caps.tokens} tokens`]),
    ];
    return parts.join(" or ");
  }
}

function plus(left: Amount, right: Amount, sign: 1 | -1): Amount {
  return { usd: left.usd + sign * right.usd, tokens: left.tokens + sign * right.tokens };
}
