// What the server needs of a wire format: check a request as strictly as the real server, see what it says,
// write the answer whole or as events, and word an error.
import type { ContentFault } from "./faults.ts";
import type { StreamEvent } from "./sse.ts";
import type { Draft, View, Violation } from "./view.ts";

/** A request body, as JSON. */
export type Body = Readonly<Record<string, unknown>>;

/** Servers of the chat format differ; a prefix of the address says which one is meant. */
export type MockDialect =
  | "openai"
  | "deepseek"
  | "gemini"
  | "kimi"
  | "mistral"
  | "openrouter"
  | "ollama"
  | "vllm"
  | "llama-server";

/** How an answer is to be written. */
export interface Writing {
  readonly body: Body;
  readonly bodyHash: string;
  readonly dialect: MockDialect;
  readonly fault: ContentFault | null;
}

/** One wire format. */
export interface MockFormat {
  readonly name: "chat" | "responses" | "anthropic";
  check(body: Body, dialect: MockDialect, headers: Readonly<Record<string, unknown>>): Violation | null;
  view(body: Body): View;
  reasons(body: Body, dialect: MockDialect): boolean;
  callId(seed: string, dialect: MockDialect, reasons: boolean): string | null;
  whole(draft: Draft, writing: Writing): unknown;
  events(draft: Draft, writing: Writing): StreamEvent[];
  /** An error body, whole. */
  error(violation: Violation, dialect: MockDialect): unknown;
  /** An error that comes in a stream that has begun. */
  errorEvent(violation: Violation): StreamEvent;
}
