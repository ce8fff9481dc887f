// §1 of the fixtures: one loop for all. What odd replies become, in every format, over real HTTP.
import { expect, test } from "vitest";
import { MAX_BROKEN_CHARS } from "../../src/llm/calls.ts";
import { type ModelToolCall, toolAnswer, userMessage } from "../../src/llm/messages.ts";
import { UNKNOWN_USAGE } from "../../src/llm/model.ts";
import { AssertionError } from "../../src/std/assert.ts";
import { describeEachFormat } from "../support/mock-model/each-format.ts";
import type { FaultName } from "../support/mock-model/faults.ts";
import { afterReply, dialectModel, failure, NO_STOP, opening, TOOLS } from "../support/mock-model/players.ts";
import { startMockModel } from "../support/mock-model/server.ts";

const RAISE = { instrument: "equity", amount_usd: 20_000_000 };

describeEachFormat("§1 replies", {}, (bench) => {
  test("§1.1 calls count though the server says stop", async () => {
    const { server, ask } = bench();
    server.script("finish_mismatch");
    const reply = await ask(opening());
    expect(reply.toolCalls.map((call) => call.name)).toEqual(["fund_raising_request"]);
    expect(reply.finish).toBe("calls");
  });

  test("§1.1 a reply that says tool_calls and has none is a text-only reply", async () => {
    const { server, ask } = bench();
    server.script("finish_calls_without_calls");
    const reply = await ask(opening());
    expect(reply).toMatchObject({ toolCalls: [], finish: "stop", text: "I have decided." });
  });

  test("§1.2 calls keep their order, and surplus ones must be answered before the next request goes out", async () => {
    const { server, ask } = bench();
    server.script("surplus_calls");
    const request = opening();
    const reply = await ask(request);
    expect(reply.toolCalls.map((call) => call.name)).toEqual(["fund_raising_request", "verify_cash_position"]);
    const unanswered = { ...request, messages: afterReply(request, reply).messages.slice(0, -1) };
    await expect(ask(unanswered)).rejects.toThrow(AssertionError);
    expect(server.log.entries).toHaveLength(1);
    const [first, second] = reply.toolCalls;
    const answers = [
      toolAnswer(first?.id ?? "", "requested"),
      toolAnswer(second?.id ?? "", "not executed: the month is closed", true),
    ];
    await ask({ ...request, messages: [...unanswered.messages.slice(0, -1), ...answers] });
    expect(server.log.paid).toHaveLength(2);
  });

  test.each([
    { fault: "arguments_object", expected: RAISE },
    { fault: "arguments_double_encoded", expected: RAISE },
    { fault: "arguments_trailing", expected: RAISE },
    { fault: "arguments_empty", expected: {} },
  ] as const)("§1.3 $fault is read", async ({ fault, expected }) => {
    const { server, ask } = bench();
    server.script(fault);
    const reply = await ask(opening());
    expect(reply.toolCalls[0]).toMatchObject({ arguments: expected, argumentsError: null });
  });

  test("§1.3 broken arguments stay a call with an error that the model can read, and the trial goes on", async () => {
    const { server, ask } = bench();
    server.script("arguments_broken");
    const request = opening();
    const reply = await ask(request);
    const [call] = reply.toolCalls;
    expect(call).toMatchObject({ arguments: null });
    expect(call?.argumentsError).toContain("JSON");
    expect(reply.repairs).toContain("arguments_broken");
    const next = { ...request, messages: [...request.messages, ...turnWith(reply, call?.argumentsError ?? "")] };
    expect((await ask(next)).toolCalls[0]?.arguments).toEqual(RAISE);
  });

  test("§1.3 broken arguments are cut at 16 KB", async () => {
    const { server, ask } = bench();
    server.script("arguments_huge_broken");
    const reply = await ask(opening());
    expect(reply.toolCalls[0]?.argumentsText).toHaveLength(MAX_BROKEN_CHARS);
    await ask(afterReply(opening(), reply));
  });

  test.each(["missing_call_id", "duplicate_call_id"] as const)(
    "§1.3 %s: calls get stable ids of ours",
    async (fault) => {
      const { server, ask } = bench();
      server.script(fault, fault);
      const reply = await ask(opening());
      const again = await ask(opening());
      const ids = reply.toolCalls.map((call) => call.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain("");
      expect(again.toolCalls.map((call) => call.id)).toEqual(ids);
      expect(reply.repairs).toContain(fault);
      await ask(afterReply(opening(), reply));
    },
  );

  test("§1.3 an id that an earlier turn used is replaced too", async () => {
    const { server, ask } = bench();
    server.script("duplicate_call_id", "duplicate_call_id");
    const request = opening();
    const first = await ask(request);
    const second = await ask(afterReply(request, first));
    const ids = [...first.toolCalls, ...second.toolCalls].map((call) => call.id);
    expect(new Set(ids).size).toBe(ids.length);
    await ask(afterReply(afterReply(request, first), second));
  });

  test("§1.4 an unknown tool's name arrives as it was written", async () => {
    const { server, ask } = bench();
    server.script("unknown_tool");
    const reply = await ask(opening());
    expect(reply.toolCalls.map((call) => call.name)).toEqual(["print_money"]);
    await ask(afterReply(opening(), reply));
  });

  test.each(["empty_reply", "text_only", "thinking_only"] as const)(
    "§1.5 after %s the model can be asked once more",
    async (fault) => {
      const { server, ask } = bench();
      server.script(fault);
      const request = opening();
      const reply = await ask(request);
      expect(reply.toolCalls).toEqual([]);
      const again = await ask(afterReply(request, reply, userMessage("Call a tool to decide this month.")));
      expect(again.toolCalls).toHaveLength(1);
    },
  );

  test("§1.6 a reply cut by the output limit says so, and a larger limit goes out with the next request", async () => {
    const { server, ask, provider } = bench();
    server.script("length_cut");
    const reply = await ask(opening());
    expect(reply).toMatchObject({ finish: "length", toolCalls: [] });
    await ask(opening({ maxOutputTokens: 9000 }));
    const field = {
      "openai-chat": "max_completion_tokens",
      "openai-responses": "max_output_tokens",
      anthropic: "max_tokens",
      "openai-compatible": "max_tokens",
    };
    expect(server.lastBody[field[provider]]).toBe(9000);
  });

  test("§1.9 amounts are canonical before they are hashed: 1 and 1.0 are one text", async () => {
    const { ask } = bench();
    const reply = await ask(opening());
    expect(reply.toolCalls[0]?.argumentsText).toBe('{"amount_usd":20000000,"instrument":"equity"}');
  });

  test.each<FaultName>([
    "context_length_exceeded",
    "context_prompt_too_long",
    "context_maximum_length",
    "context_input_and_max_tokens",
    "context_413",
  ])("§1.10 %s is an overflow of the context", async (fault) => {
    const { server, ask } = bench();
    server.script(fault);
    const error = await failure(ask(opening()));
    expect(error).toMatchObject({ class: "context", code: "context_overflow", retryable: false });
  });

  test.each(["usage_null", "usage_absent"] as const)("§1.11 %s means unknown, not zero", async (fault) => {
    const { server, ask } = bench();
    server.script(fault);
    const reply = await ask(opening());
    expect(reply.usage).toEqual(UNKNOWN_USAGE);
    expect(reply.repairs).toContain("usage_missing");
  });

  test("§1.11 usage is one record: the whole prompt, its cached part, the output", async () => {
    const { server, ask } = bench();
    const { usage } = await ask(opening());
    expect(usage.input).toBe(server.log.entries[0]?.promptTokens);
    expect(usage.cachedInput).toBe(Math.floor((usage.input ?? 0) / 2));
    expect(usage.output).toBeGreaterThan(0);
  });
});

describeEachFormat("§1.12 a context cut in silence", { cutAtTokens: 700 }, (bench) => {
  test("§1.12 far fewer prompt tokens than were sent is a loud failure", async () => {
    const { ask } = bench();
    const long = opening({
      messages: [userMessage(`Pending: none\n${"Revenue rose a little this month. ".repeat(400)}`)],
    });
    const error = await failure(ask(long));
    expect(error).toMatchObject({ code: "context_cut", class: "wrong", retryable: false });
    expect(error.words).toContain("700 prompt tokens");
  });

  test("§1.12 a server known to count wrongly can be excused", async () => {
    const { ask, server } = bench();
    const long = opening({
      messages: [userMessage(`Pending: none\n${"Revenue rose a little this month. ".repeat(400)}`)],
    });
    const reply = await ask(long, { endpoint: { baseURL: `${server.url}/v1`, checkContext: false } });
    expect(reply.usage.input).toBe(700);
  });
});

const RECOVERABLE = ["calls_as_hermes", "calls_as_llama", "calls_as_mistral", "calls_as_qwen"] as const;

test.each(RECOVERABLE)("§1.8 %s is recovered only where the player opts in", async (fault) => {
  const server = await startMockModel();
  server.script(fault, fault);
  const strict = await dialectModel("vllm", server.url).complete(opening(), { signal: NO_STOP });
  expect(strict.toolCalls).toEqual([]);
  const lenient = dialectModel("vllm", server.url, { recoverTextCalls: true });
  const reply = await lenient.complete(opening(), { signal: NO_STOP });
  expect(reply.toolCalls).toMatchObject([{ name: "fund_raising_request", arguments: RAISE }]);
  expect(reply.repairs).toContain("recovered_text_calls");
  await lenient.complete(afterReply(opening(), reply), { signal: NO_STOP });
  expect(server.lastBytes).not.toContain("TOOL_CALLS");
  await server.close();
});

test.each([false, true])(
  "§1.7 thinking in tags is stripped from the text and stays in the echo, stream %s",
  async (stream) => {
    const server = await startMockModel();
    server.script("think_text");
    const model = dialectModel("llama-server", server.url, { sampling: { stream }, recoverTextCalls: true });
    const reply = await model.complete(opening(), { signal: NO_STOP });
    expect(reply.text).not.toContain("think");
    expect(reply.repairs).toContain("think_stripped");
    expect(reply.toolCalls.map((call) => call.name)).toEqual(["fund_raising_request"]);
    await model.complete(afterReply(opening(), reply), { signal: NO_STOP });
    expect(server.lastBytes).toContain("<think>Should I call");
    await server.close();
  },
);

test("§1.7 thinking that never ends is no text", async () => {
  const server = await startMockModel();
  server.script("think_unclosed");
  const reply = await dialectModel("generic", server.url).complete(opening({ tools: TOOLS }), { signal: NO_STOP });
  expect(reply).toMatchObject({ text: "", toolCalls: [], finish: "length" });
  await server.close();
});

function turnWith(reply: { text: string; toolCalls: readonly ModelToolCall[]; echo: unknown }, error: string) {
  const request = afterReply(opening({ messages: [] }), reply as Parameters<typeof afterReply>[1]);
  return request.messages.map((message) =>
    message.role === "tool" ? toolAnswer(message.callId, error, true) : message,
  );
}
