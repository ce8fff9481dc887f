// What an agent sees of the environment, and all it may know of it.
import type { Json } from "../std/json.ts";

/** What a call asks for: looking costs budget, deciding ends the month, notes are free. */
export type ToolKind = "information" | "action" | "note";

/** A tool as it is offered to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly kind: ToolKind;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the arguments: always an object. */
  readonly inputSchema: { readonly [key: string]: Json };
}

/** One call of a tool. `arguments` is whatever the caller sent, already parsed from JSON. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** What a call answers. A refusal is an answer too: `isError`, with the reason in `text`. */
export interface ToolResult {
  /** What a model reads: at most {@link MAX_ANSWER_CHARS} characters. */
  readonly text: string;
  /** The same facts, typed, for scripted players and reports. */
  readonly data: Json;
  readonly isError: boolean;
}

/** Characters of the longest answer, for every player alike. */
export const MAX_ANSWER_CHARS = 8000;

/** The two ways of raising money. */
export type Instrument = "equity" | "debt";

/** The request that has not come back yet. */
export interface PendingRequest {
  readonly instrument: Instrument;
  readonly amountUsd: number;
  readonly sinceMonth: number;
}

/** What came back at the start of this month. */
export type Settlement =
  | {
      readonly outcome: "settled";
      readonly instrument: "equity";
      readonly amountUsd: number;
      readonly sharePriceUsd: number;
      readonly shares: number;
    }
  | {
      readonly outcome: "settled";
      readonly instrument: "debt";
      readonly amountUsd: number;
      readonly ratePct: number;
    }
  | { readonly outcome: "declined"; readonly instrument: Instrument; readonly requestedUsd: number };

/** How a month was decided; `forced` when the player never decided and the month was closed for it. */
export interface MonthDecision {
  readonly action: "book_closing" | "fund_raising_request" | "pass" | "closing_and_request";
  readonly result: "done" | "refused";
  readonly forced: boolean;
}

/** The facts of a month's opening message. */
export interface OpeningData {
  readonly month: number;
  readonly label: string;
  readonly callsLeft: number;
  /** The last month whose books can be read, or null while nothing is closed. */
  readonly closedThrough: number | null;
  readonly pending: PendingRequest | null;
  readonly settlement: Settlement | null;
  readonly lastDecision: (MonthDecision & { readonly text: string }) | null;
  readonly notesSaved: number;
  /** The last month of the game, told only where the protocol discloses it. */
  readonly lastMonth?: number;
}

/** A month's opening message. */
export interface Opening {
  readonly text: string;
  readonly data: OpeningData;
}

/** The rules of a game that differ between protocols, as far as a player is told them before it starts. */
export interface DeskRules {
  /** One action ends the month; else one closing and one request may be made, each at once. */
  readonly oneActionAMonth: boolean;
  /** What comes of a request is known at once; else months later. */
  readonly settlesAtOnce: boolean;
  /** Notes outstanding at the end are subtracted from the score. */
  readonly debtCountsInScore: boolean;
}

/** What an agent sits at for one month. Synchronous: an answer never depends on how long it took. */
export interface Desk {
  readonly rules: DeskRules;
  readonly opening: Opening;
  readonly tools: readonly ToolSpec[];
  /** Answers a call; an action is recorded as the month's decision. Throws only on a bug of ours. */
  call(call: ToolCall): ToolResult;
  /** True once the month's action is taken: every further call is answered "not executed". */
  readonly isMonthDecided: boolean;
}
