// A trial as the messages of a chat, in the shape that OpenAI's chat API takes and fine-tuning tools read.
import { z } from "zod";
import type { TrialEvent } from "../record/events.ts";
import { present } from "../std/assert.ts";

/** One message, ready to be written as a line of JSON. */
export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly ChatCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** A tool call of an assistant message; the arguments are JSON text. */
export interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * The messages of a trial from its events, as they stream by: openings and reminders are the user's, a model's replies
 * the assistant's. A player without a model (scripted, human) has its calls as assistant messages of one call each.
 * Every call has an answer, as the API demands: one that was never carried out is answered with {@link NOT_CARRIED_OUT}.
 */
export async function* conversationOf(
  events: AsyncIterable<TrialEvent> | Iterable<TrialEvent>,
): AsyncGenerator<ChatMessage> {
  const open: string[] = [];
  let current: string | null = null;
  let made = 0;
  for await (const event of events) {
    if (event.event === "call") {
      current = open.shift() ?? null;
      if (current !== null) continue;
      made += 1;
      current = `call_${made}`;
      yield { role: "assistant", content: null, tool_calls: [chatCall(current, event.name, argumentsText(event))] };
    } else if (event.event === "result") {
      yield { role: "tool", tool_call_id: present(current, "a result follows its call"), content: event.text };
      current = null;
    } else if (event.event === "opening" || event.event === "message" || event.event === "turn") {
      yield* unanswered(open);
      if (event.event !== "turn") {
        yield { role: event.event === "opening" ? "user" : event.role, content: event.text };
        continue;
      }
      const { text, toolCalls } = replySchema.parse(event.reply);
      open.push(...toolCalls.map(({ id }) => id));
      const calls = toolCalls.map((call) => chatCall(call.id, call.name, call.argumentsText));
      yield { role: "assistant", content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    }
  }
  yield* unanswered(current === null ? open : [current, ...open]);
}

/** The answer to a call that the month's end or the end of the record left without one. */
export const NOT_CARRIED_OUT = "Not carried out: the month had ended.";

/** What of a recorded reply a message shows. */
const replySchema = z.object({
  text: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), argumentsText: z.string() })),
});

function* unanswered(open: string[]): Generator<ChatMessage> {
  for (const id of open.splice(0)) yield { role: "tool", tool_call_id: id, content: NOT_CARRIED_OUT };
}

function chatCall(id: string, name: string, text: string): ChatCall {
  return { id, type: "function", function: { name, arguments: text } };
}

function argumentsText({ arguments: sent }: Extract<TrialEvent, { event: "call" }>): string {
  return JSON.stringify(sent ?? {});
}
