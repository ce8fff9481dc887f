// Every request that the server saw: the proof that no turn was paid twice, and that nothing came after a stop.
import { appendFileSync } from "node:fs";

/** One request. */
export interface LoggedRequest {
  readonly n: number;
  readonly atMs: number;
  readonly path: string;
  readonly model: string;
  /** Digest of the request's bytes. */
  readonly hash: string;
  /** How many times the same bytes have come, this time included. */
  readonly attempt: number;
  readonly fault: string | null;
  readonly promptTokens: number;
  /** Set when the exchange is over. */
  status: number | null;
  /** Whether a whole answer was delivered: what a provider would charge for. */
  paid: boolean;
}

/** The requests in the order of their arrival; written to a file as they end, where one is named. */
export class RequestLog {
  readonly entries: LoggedRequest[] = [];
  readonly #file: string | null;
  readonly #attempts = new Map<string, number>();

  constructor(file: string | null) {
    this.#file = file;
  }

  /** The number of this attempt with these bytes, counted from 1. */
  countAttempt(hash: string): number {
    const attempt = (this.#attempts.get(hash) ?? 0) + 1;
    this.#attempts.set(hash, attempt);
    return attempt;
  }

  begin(entry: Omit<LoggedRequest, "n" | "status" | "paid">): LoggedRequest {
    const logged: LoggedRequest = { n: this.entries.length + 1, ...entry, status: null, paid: false };
    this.entries.push(logged);
    return logged;
  }

  end(entry: LoggedRequest, status: number | null, paid: boolean): void {
    entry.status = status;
    entry.paid = paid;
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Requests that were answered in full. */
  get paid(): readonly LoggedRequest[] {
    return this.entries.filter((entry) => entry.paid);
  }
}
