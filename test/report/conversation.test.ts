import { expect, test } from "vitest";
import type { UnstampedEvent } from "../../src/record/events.ts";
import { type ChatMessage, conversationOf, NOT_CARRIED_OUT } from "../../src/report/conversation.ts";

const month = 0;
const call = (name: string, sent: unknown = {}): UnstampedEvent => ({ event: "call", month, name, arguments: sent });
const result = (text: string): UnstampedEvent => ({ event: "result", month, text, isError: false });
const turn = (text: string, calls: readonly string[]): UnstampedEvent => ({
  event: "turn",
  month,
  turn: 1,
  requestHash: "",
  reply: {
    text,
    toolCalls: calls.map((id) => ({ id, name: "verify_cash_position", argumentsText: "{}", arguments: {} })),
    echo: null,
  },
  usage: null,
});

async function messagesOf(events: readonly UnstampedEvent[]): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  const stamped = events.map((event) => ({ ...event, at: { ms: 0 } }));
  for await (const message of conversationOf(stamped)) messages.push(message);
  return messages;
}

test("a model's trial: system, opening, reply with its calls, and their answers under the reply's ids", async () => {
  const messages = await messagesOf([
    { event: "message", month, role: "system", text: "You are the CFO." },
    { event: "opening", month, text: "Month 0" },
    turn("Let me look.", ["a", "b"]),
    call("verify_cash_position"),
    result("15"),
    call("verify_cash_position"),
    result("15 again"),
    turn("Done.", []),
    { event: "message", month, role: "user", text: "Decide." },
  ]);
  const looked = (id: string) => ({
    id,
    type: "function",
    function: { name: "verify_cash_position", arguments: "{}" },
  });
  expect(messages).toEqual([
    { role: "system", content: "You are the CFO." },
    { role: "user", content: "Month 0" },
    { role: "assistant", content: "Let me look.", tool_calls: [looked("a"), looked("b")] },
    { role: "tool", tool_call_id: "a", content: "15" },
    { role: "tool", tool_call_id: "b", content: "15 again" },
    { role: "assistant", content: "Done." },
    { role: "user", content: "Decide." },
  ]);
});

test("a scripted player's calls are assistant messages of one call each", async () => {
  const messages = await messagesOf([
    { event: "opening", month, text: "Month 0" },
    call("fund_raising_request", { instrument: "equity", amount_usd: 1 }),
    result("Requested."),
  ]);
  expect(messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: "fund_raising_request", arguments: '{"instrument":"equity","amount_usd":1}' },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "Requested." },
  ]);
});

test.each([
  [
    "the month's end",
    [turn("", ["a", "b"]), call("pass"), result("Passed."), { event: "opening", month: 1, text: "Month 1" } as const],
  ],
  ["a record cut between two calls", [turn("", ["a", "b"]), call("pass"), result("Passed.")]],
  ["a record cut before an answer", [turn("", ["a", "b"]), call("pass")]],
])("every call has an answer, even across %s", async (_what, events) => {
  const messages = await messagesOf(events);
  const asked = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  const answers = messages.flatMap((message) => (message.role === "tool" ? [message] : []));
  expect(answers.map((answer) => answer.tool_call_id)).toEqual(asked.map(({ id }) => id));
  expect(answers.at(-1)?.content).toBe(NOT_CARRIED_OUT);
});
