import fc from "fast-check";
import { expect, test } from "vitest";
import { toAnthropicWire } from "../../src/llm/anthropic-wire.ts";
import { readArguments } from "../../src/llm/calls.ts";
import { toChatWire } from "../../src/llm/chat-wire.ts";
import { traitsOf } from "../../src/llm/dialect.ts";
import { type AssistantTurn, type Message, toolAnswer, userMessage } from "../../src/llm/messages.ts";
import { recoverCalls } from "../../src/llm/recover-calls.ts";
import { toResponsesWire } from "../../src/llm/responses-wire.ts";
import { asText, findTextCalls } from "../../src/llm/text-calling.ts";
import { withoutThinking } from "../../src/llm/thinking-text.ts";
import { checkAnthropic } from "../support/mock-model/anthropic-check.ts";
import { checkChat } from "../support/mock-model/chat-check.ts";
import type { Body } from "../support/mock-model/format.ts";
import { opening, settingsFor } from "../support/mock-model/players.ts";
import { responsesFormat } from "../support/mock-model/responses-format.ts";

const anyText = fc.oneof(fc.string(), fc.constantFrom("", " ", "\n"), fc.string({ unit: "binary", maxLength: 20 }));

interface TurnShape {
  readonly text: string;
  readonly answers: readonly { text: string; isError: boolean; broken: boolean }[];
  readonly afterwards: string | null;
}

const turn: fc.Arbitrary<TurnShape> = fc.record({
  text: anyText,
  answers: fc.array(fc.record({ text: anyText, isError: fc.boolean(), broken: fc.boolean() }), { maxLength: 3 }),
  afterwards: fc.option(fc.string({ minLength: 1 }).filter((text) => text.trim() !== "")),
});

/** A conversation of these turns, every call answered, a user message wherever a turn made none. */
function conversation(turns: readonly TurnShape[]): Message[] {
  const messages: Message[] = [userMessage("Month 0\nPending: none")];
  turns.forEach(({ text, answers, afterwards }, at) => {
    const toolCalls = answers.map(({ broken }, index) => ({
      id: `call-${at}-${index}`,
      name: "pass",
      arguments: broken ? null : {},
      argumentsError: broken ? "no JSON" : null,
      argumentsText: broken ? '{"a' : "{}",
    }));
    const made: AssistantTurn = { role: "assistant", text, toolCalls, echo: null };
    messages.push(
      made,
      ...toolCalls.map((call, index) => toolAnswer(call.id, answers[index]?.text ?? "", answers[index]?.isError)),
    );
    if (afterwards !== null || toolCalls.length === 0) messages.push(userMessage(afterwards ?? "Go on."));
  });
  return messages;
}

const COMPATIBLE = ["kimi", "mistral", "vllm"] as const;

test("every conversation of ours is one that the strictest server of each format accepts", () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 5 }), (turns) => {
      const request = opening({ messages: conversation(turns) });
      const anthropic = JSON.parse(
        JSON.stringify(toAnthropicWire(request, settingsFor("anthropic", "http://x"))),
      ) as Body;
      expect(checkAnthropic(anthropic, { "anthropic-version": "x" })).toBeNull();
      const responses = toResponsesWire(request, settingsFor("openai-responses", "http://x"));
      expect(responsesFormat.check(responses, "openai", {})).toBeNull();
      const openai = settingsFor("openai-chat", "http://x");
      expect(checkChat(toChatWire(request, openai, traitsOf(openai)), "openai")).toBeNull();
      for (const dialect of COMPATIBLE) {
        const settings = settingsFor("openai-compatible", "http://x", { endpoint: { dialect } });
        const body = toChatWire(request, settings, traitsOf(settings));
        expect(checkChat(body, dialect), dialect).toBeNull();
        expect(
          checkChat(toChatWire(asText(request), settings, traitsOf(settings)), dialect),
          `${dialect}, text`,
        ).toBeNull();
      }
    }),
  );
});

test("no text that a model can write makes a parser throw, and what is read is canonical", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.json()), (text) => {
      const read = readArguments(text);
      expect(read.arguments === null).toBe(read.error !== null);
      if (read.arguments !== null) expect(readArguments(read.text)).toMatchObject({ text: read.text, repairs: [] });
      findTextCalls(text);
      recoverCalls(text);
      withoutThinking(text);
    }),
  );
});
