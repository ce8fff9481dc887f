// What a model player is given to think with. Behind it stand the record, the retries, the shared limits and the money.
import type { ChatRequest, RecordedReply } from "../../llm/model.ts";
import type { TrialStop } from "../agent.ts";

/** What asking the model leads to. */
export type Asked =
  | { readonly kind: "replied"; readonly reply: RecordedReply }
  /** The conversation is longer than the model takes. */
  | { readonly kind: "overflow" }
  | { readonly kind: "stopped"; readonly stop: TrialStop };

/** One trial's seat at a model. */
export interface ModelSeat {
  /** Asks the model, or takes the reply from the record. Nothing is asked before the last reply is safely recorded. */
  ask(request: ChatRequest, month: number): Promise<Asked>;
  /** Records words of the loop to the model. */
  say(role: "system" | "user", text: string, month: number): void;
  /** Records that the oldest months were left out of the conversation. */
  trimmed(month: number, monthsKept: number): void;
  /** Records a limit that fired without ending the trial. */
  limit(name: string, value: number, month: number): void;
}
