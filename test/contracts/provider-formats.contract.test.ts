// §2 of the fixtures: what each wire format demands, against a server that refuses as strictly as the real one.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AssistantTurn, assistantTurn, toolAnswer, userMessage } from "../../src/llm/messages.ts";
import type { ChatRequest } from "../../src/llm/model.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { describeEachFormat } from "../support/mock-model/each-format.ts";
import {
  afterReply,
  CHATTY_MONTH,
  failure,
  type LiveProvider,
  modelFor,
  NO_STOP,
  opening,
  playMonth,
} from "../support/mock-model/players.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";

let server: MockModel;

beforeEach(async () => {
  server = await startMockModel({ brain: chatty });
});

afterEach(async () => {
  await server.close();
});

describeEachFormat("§2 a whole month", { brain: chatty }, (bench) => {
  test("§2 several turns, several calls a turn, every request accepted", async () => {
    const { replies } = await playMonth(bench().model());
    expect(replies.map((reply) => reply.toolCalls.map((call) => call.name))).toEqual(CHATTY_MONTH);
    expect(replies.flatMap((reply) => reply.repairs)).toEqual([]);
  });

  test("§2 equal requests give equal bytes, and a longer conversation begins with the bytes of the shorter", async () => {
    const { server: own, model, provider } = bench();
    const chat = model();
    const request = opening();
    const reply = await chat.complete(request, { signal: NO_STOP });
    const first = own.lastBytes;
    await chat.complete(JSON.parse(JSON.stringify(request)) as ChatRequest, { signal: NO_STOP });
    expect(own.lastBytes).toBe(first);
    await chat.complete(afterReply(request, reply), { signal: NO_STOP });
    const listName = provider === "openai-responses" ? "input" : "messages";
    const list = (bytes: string) => (JSON.parse(bytes) as Record<string, unknown[]>)[listName] ?? [];
    // Anthropic's cache mark moves to the end of the conversation; it is no part of what is cached.
    const unmarked = (item: unknown) => JSON.stringify(item).replace(',"cache_control":{"type":"ephemeral"}', "");
    expect(list(own.lastBytes).slice(0, list(first).length).map(unmarked)).toEqual(list(first).map(unmarked));
  });

  test("§2 a conversation goes through JSON and is taken up by a new client", async () => {
    const { model } = bench();
    const { request } = await playMonth(model({ sampling: THINKING[bench().provider] }));
    const restored = JSON.parse(JSON.stringify(request)) as ChatRequest;
    await model({ sampling: THINKING[bench().provider] }).complete(restored, { signal: NO_STOP });
  });
});

const THINKING: Readonly<Record<LiveProvider, Readonly<Record<string, unknown>>>> = {
  "openai-chat": {},
  "openai-responses": { reasoning: { effort: "medium" } },
  anthropic: { maxOutputTokens: 8192, reasoning: { budgetTokens: 2048 } },
  "openai-compatible": {},
};

describe("§2 OpenAI Chat Completions", () => {
  test("arguments go back as a string, results with tool_call_id, content may be null", async () => {
    const model = modelFor("openai-chat", server.url);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    const messages = server.lastBody["messages"] as Record<string, unknown>[];
    expect(messages[2]).toMatchObject({ role: "assistant", tool_calls: [{ function: { arguments: "{}" } }, {}] });
    expect(messages[3]).toMatchObject({ role: "tool", content: "verify_cash_position done" });
    expect(messages[5]).toMatchObject({ role: "assistant", content: null });
  });

  test("a refusal arrives in its own field", async () => {
    server.script("refusal");
    const reply = await modelFor("openai-chat", server.url).complete(opening(), { signal: NO_STOP });
    expect(reply).toMatchObject({ finish: "refusal", text: "I cannot help with this.", toolCalls: [] });
  });

  test("reasoning models get max_completion_tokens and no temperature", async () => {
    const model = modelFor("openai-chat", server.url, {
      model: "gpt-5.5",
      sampling: { reasoning: { effort: "low" }, stream: false },
    });
    await model.complete(opening({ cacheKey: "trial-1" }), { signal: NO_STOP });
    expect(server.lastBody).toMatchObject({
      max_completion_tokens: 4096,
      reasoning_effort: "low",
      prompt_cache_key: "trial-1",
    });
    expect(server.lastBody).not.toHaveProperty("temperature");
    expect(server.lastBody).not.toHaveProperty("max_tokens");
  });

  test("a failed call is told in words", async () => {
    const model = modelFor("openai-chat", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    const answers = reply.toolCalls.map((call) => toolAnswer(call.id, "no such document", true));
    await model.complete(opening({ messages: [...opening().messages, assistantTurn(reply), ...answers] }), {
      signal: NO_STOP,
    });
    expect(server.lastBytes).toContain("Error: no such document");
  });

  test("content in parts is read", async () => {
    server.script("content_parts");
    const reply = await modelFor("openai-chat", server.url).complete(opening(), { signal: NO_STOP });
    expect(reply.text).toBe("First the cash and the documents.");
  });
});

describe("§2 OpenAI Responses", () => {
  const thinking = { sampling: THINKING["openai-responses"] };

  test("tools are flat, answers name the call_id, nothing is stored, no item ids go back", async () => {
    const model = modelFor("openai-responses", server.url, thinking);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    expect(server.lastBody).toMatchObject({
      store: false,
      tools: [{ type: "function", name: "verify_cash_position" }, {}, {}, {}, {}, {}],
    });
    const input = server.lastBody["input"] as Record<string, unknown>[];
    expect(input.filter((item) => "id" in item)).toEqual([]);
    expect(input.find((item) => item["type"] === "function_call_output")).toMatchObject({
      output: "verify_cash_position done",
    });
  });

  test.each([false, true])(
    "reasoning items go back with the item that followed them, summary kept, stream %s",
    async (stream) => {
      const model = modelFor("openai-responses", server.url, { sampling: { ...thinking.sampling, stream } });
      const { request } = await playMonth(model);
      await model.complete(request, { signal: NO_STOP });
      expect(server.lastBody["include"]).toEqual(["reasoning.encrypted_content"]);
      const input = server.lastBody["input"] as Record<string, unknown>[];
      const reasoning = input.filter((item) => item["type"] === "reasoning");
      expect(reasoning).toHaveLength(4);
      expect(reasoning[0]).toMatchObject({ summary: [] });
    },
  );

  test("a turn that is nothing but reasoning is left out of the next request", async () => {
    server.script("thinking_only");
    const model = modelFor("openai-responses", server.url, thinking);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    expect(reply.echo?.items).toHaveLength(1);
    await model.complete(afterReply(opening(), reply, userMessage("Call a tool.")), { signal: NO_STOP });
    expect(server.lastBytes).not.toContain('"reasoning","');
  });

  test("models that do not reason are not asked for encrypted reasoning", async () => {
    await modelFor("openai-responses", server.url).complete(opening(), { signal: NO_STOP });
    expect(server.lastBody).not.toHaveProperty("include");
  });

  test("a refusal is told apart from text", async () => {
    server.script("refusal");
    const reply = await modelFor("openai-responses", server.url).complete(opening(), { signal: NO_STOP });
    expect(reply).toMatchObject({ finish: "refusal", text: "I cannot help with this." });
  });

  test("a last event without the finished items is completed from the events before it", async () => {
    server.script("stream_index_zero");
    const reply = await modelFor("openai-responses", server.url, { sampling: { stream: true } }).complete(opening(), {
      signal: NO_STOP,
    });
    expect(reply.toolCalls).toHaveLength(2);
  });
});

describe("§2 Anthropic Messages", () => {
  const thinking = { sampling: THINKING["anthropic"] };

  test("all results of a turn stand in one user message, results first, text after, failures marked", async () => {
    const model = modelFor("anthropic", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    const answers = reply.toolCalls.map((call, index) => toolAnswer(call.id, "answer", index === 1));
    const next = [...opening().messages, assistantTurn(reply), ...answers, userMessage("One call left.")];
    await model.complete(opening({ messages: next }), { signal: NO_STOP });
    const messages = server.lastBody["messages"] as { role: string; content: Record<string, unknown>[] }[];
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
    expect(messages[1]?.content[1]).toMatchObject({ type: "tool_use", input: {} });
    expect(messages[2]?.content.map((block) => block["type"])).toEqual(["tool_result", "tool_result", "text"]);
    expect(messages[2]?.content[0]).not.toHaveProperty("is_error");
    expect(messages[2]?.content[1]).toMatchObject({ is_error: true });
  });

  test.each([false, true])(
    "thinking and redacted blocks go back unchanged with their signature, stream %s",
    async (stream) => {
      const model = modelFor("anthropic", server.url, { sampling: { ...thinking.sampling, stream } });
      const { request, replies } = await playMonth(model);
      await model.complete(request, { signal: NO_STOP });
      expect(replies[0]?.echo?.items[0]).toMatchObject({
        type: "thinking",
        signature: expect.stringContaining("thinking-") as string,
      });
      expect(replies[0]?.echo?.items[1]).toMatchObject({ type: "redacted_thinking" });
      expect(server.log.paid).toHaveLength(5);
    },
  );

  test("an altered thinking block is refused, which shows that the server looks", async () => {
    const model = modelFor("anthropic", server.url, thinking);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    const [first, ...rest] = reply.echo?.items ?? [];
    const altered = {
      format: "anthropic" as const,
      items: [{ ...(first as object), thinking: "something else" }, ...rest],
    };
    const error = await failure(
      model.complete(afterReply(opening(), { ...reply, echo: altered }), { signal: NO_STOP }),
    );
    expect(error).toMatchObject({ class: "wrong", status: 400 });
    expect(error.words).toContain("signature");
  });

  test("thinking is never last: a turn cut while thinking is left out", async () => {
    server.script("thinking_only");
    const model = modelFor("anthropic", server.url, thinking);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    await model.complete(afterReply(opening(), reply, userMessage("Call a tool.")), { signal: NO_STOP });
    expect((server.lastBody["messages"] as unknown[]).length).toBe(1);
  });

  test("the thinking setting stays the same in every request, with max_tokens above its budget", async () => {
    const model = modelFor("anthropic", server.url, thinking);
    await playMonth(model);
    expect(server.lastBody).toMatchObject({ max_tokens: 8192, thinking: { type: "enabled", budget_tokens: 2048 } });
  });

  test("no empty text blocks, even where a turn said nothing", async () => {
    const model = modelFor("anthropic", server.url);
    const turn: AssistantTurn = { role: "assistant", text: "  ", toolCalls: [], echo: null };
    await model.complete(opening({ messages: [...opening().messages, turn, userMessage("Decide.")] }), {
      signal: NO_STOP,
    });
    const messages = server.lastBody["messages"] as { content: unknown[] }[];
    expect(messages).toHaveLength(1);
  });

  test("an empty answer of a tool is no empty block", async () => {
    const model = modelFor("anthropic", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    const answers = reply.toolCalls.map((call) => toolAnswer(call.id, ""));
    await model.complete(opening({ messages: [...opening().messages, assistantTurn(reply), ...answers] }), {
      signal: NO_STOP,
    });
    expect(server.lastBytes).toContain("(no output)");
  });

  test("pause_turn means continue: the turn goes back and the model goes on", async () => {
    server.script("pause_turn");
    const model = modelFor("anthropic", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    expect(reply.finish).toBe("pause");
    const next = await model.complete(afterReply(opening(), reply), { signal: NO_STOP });
    expect(next.toolCalls.length).toBeGreaterThan(0);
  });

  test("the prompt is marked for the cache: system, tools, and the last message", async () => {
    const model = modelFor("anthropic", server.url);
    await playMonth(model);
    const body = server.lastBody as { system: unknown[]; tools: unknown[]; messages: { content: unknown[] }[] };
    const mark = { cache_control: { type: "ephemeral" } };
    expect(body.system.at(-1)).toMatchObject(mark);
    expect(body.tools.at(-1)).toMatchObject(mark);
    expect(body.messages.at(-1)?.content.at(-1)).toMatchObject(mark);
    expect(server.lastBytes.split('"cache_control"')).toHaveLength(4);
  });

  test("effort thinks adaptively", async () => {
    await modelFor("anthropic", server.url, { sampling: { reasoning: { effort: "high" } } }).complete(opening(), {
      signal: NO_STOP,
    });
    expect(server.lastBody).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
      stream: true,
    });
  });
});
