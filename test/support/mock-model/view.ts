// What a scripted model sees of a conversation, and what it decides: the same in all four formats.

/** A message of the conversation, whatever format it came in. */
export interface SeenMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly isError: boolean;
  readonly calls: readonly SeenCall[];
}

/** A call that an earlier turn made. */
export interface SeenCall {
  readonly id: string;
  readonly name: string;
}

/** A request as a brain sees it. */
export interface View {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly SeenMessage[];
  readonly tools: readonly string[];
}

/** A call that a brain wants to make. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a brain says and does. */
export interface Decision {
  readonly text: string;
  readonly calls: readonly WantedCall[];
}

/** A scripted policy: the conversation in, a decision out. No memory of its own. */
export type Brain = (view: View) => Decision;

/** The answer to a request before it is written in a format; faults have their way with it here. */
export interface Draft {
  text: string;
  calls: DraftCall[];
  reasoning: string | null;
  refusal: string | null;
  finish: "calls" | "stop" | "length" | "pause";
  usage: DraftUsage | "null" | "absent";
}

/** A call as it will be written; `arguments` is text, or an object where a server sends one. */
export interface DraftCall {
  id: string | null;
  name: string;
  arguments: unknown;
}

/** Tokens that the server claims to have counted. */
export interface DraftUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** A refusal of a request, in the words of the real server. */
export interface Violation {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
