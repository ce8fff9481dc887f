// §2 of the fixtures: what each compatible server wants differently, against one that refuses as strictly.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { userMessage } from "../../src/llm/messages.ts";
import { chatty } from "../support/mock-model/brains.ts";
import {
  afterReply,
  CHATTY_MONTH,
  dialectModel,
  failure,
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

describe("§2 compatible servers", () => {
  const DIALECTS = ["deepseek", "gemini", "kimi", "mistral", "openrouter", "ollama", "vllm", "llama-server"] as const;

  test.each(DIALECTS.flatMap((dialect) => [false, true].map((stream) => ({ dialect, stream }))))(
    "$dialect accepts a whole month, stream $stream",
    async ({ dialect, stream }) => {
      const model = dialectModel(dialect, server.url, { sampling: { stream } });
      const { request, replies } = await playMonth(model);
      await model.complete(
        { ...request, messages: [...request.messages, userMessage("Month 4.\nPending: none")] },
        { signal: NO_STOP },
      );
      expect(replies.map((reply) => reply.toolCalls.map((call) => call.name))).toEqual(CHATTY_MONTH);
    },
  );

  test("DeepSeek's reasoning_content goes back on turns with calls", async () => {
    const model = dialectModel("deepseek", server.url);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    expect(server.lastBytes).toContain('"reasoning_content":"Thinking about');
  });

  test("Gemini's thought_signature goes back on the call it came with", async () => {
    const model = dialectModel("gemini", server.url);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    expect(server.lastBytes).toContain('"extra_content":{"google":{"thought_signature":"thought-');
  });

  test("Gemini's errors are a list, and their words are read", async () => {
    const model = dialectModel("gemini", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    const error = await failure(model.complete(afterReply(opening(), { ...reply, echo: null }), { signal: NO_STOP }));
    expect(error).toMatchObject({ class: "wrong", status: 400 });
    expect(error.words).toContain("thought_signature");
  });

  test("Kimi gets no empty assistant content", async () => {
    const model = dialectModel("kimi", server.url);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    expect(server.lastBytes).not.toContain('"content":""');
    expect(server.lastBytes).not.toContain('"content":null');
  });

  test("OpenRouter's 200 with an error body is an error", async () => {
    server.script("error_body_200");
    const error = await failure(dialectModel("openrouter", server.url).complete(opening(), { signal: NO_STOP }));
    expect(error).toMatchObject({ class: "transient", status: 502, retryable: true });
    expect(error.words).toContain("upstream is gone");
  });

  test.each([false, true])(
    "OpenRouter's empty choices are a malformed reply, also where a stream was asked for: %s",
    async (stream) => {
      server.script("empty_choices");
      const error = await failure(
        dialectModel("openrouter", server.url, { sampling: { stream } }).complete(opening(), { signal: NO_STOP }),
      );
      expect(error).toMatchObject({ class: "malformed", retryable: true });
    },
  );

  test("vLLM's reasoning goes back under the name it came with", async () => {
    const model = dialectModel("vllm", server.url);
    const { request } = await playMonth(model);
    await model.complete(request, { signal: NO_STOP });
    expect(server.lastBytes).toContain('"reasoning":"Thinking about');
  });

  test("vLLM gets valid JSON back even where the model's was not", async () => {
    server.script("arguments_broken");
    const model = dialectModel("vllm", server.url);
    const reply = await model.complete(opening(), { signal: NO_STOP });
    await model.complete(afterReply(opening(), reply), { signal: NO_STOP });
    expect(server.log.paid).toHaveLength(2);
  });

  test("Mistral's templates get ids of nine letters and digits, whoever made them", async () => {
    const reply = await dialectModel("vllm", server.url).complete(opening(), { signal: NO_STOP });
    expect(reply.toolCalls[0]?.id.length).toBeGreaterThan(9);
    await dialectModel("mistral", server.url).complete(afterReply(opening(), reply), { signal: NO_STOP });
  });

  test("Ollama's calls are objects without ids", async () => {
    const reply = await dialectModel("ollama", server.url).complete(opening(), { signal: NO_STOP });
    expect(reply.repairs).toEqual(["arguments_object", "missing_call_id"]);
    expect(reply.toolCalls[0]).toMatchObject({ arguments: {} });
  });

  test("a server that numbers every streamed call zero still makes two", async () => {
    server.script("stream_index_zero");
    const reply = await dialectModel("generic", server.url, { sampling: { stream: true } }).complete(opening(), {
      signal: NO_STOP,
    });
    expect(reply.toolCalls.map((call) => call.name)).toEqual(CHATTY_MONTH[0]);
  });

  test("extraBody and headers go out with every request", async () => {
    const fields = {
      sampling: { extraBody: { top_k: 20 } },
      endpoint: { baseURL: `${server.url}/vllm/v1`, headers: { "x-team": "finance" } },
    };
    await modelFor("openai-compatible", server.url, fields).complete(opening(), { signal: NO_STOP });
    expect(server.lastBody["top_k"]).toBe(20);
    expect(server.lastHeaders["x-team"]).toBe("finance");
  });
});
