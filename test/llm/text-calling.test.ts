import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toolAnswer, userMessage } from "../../src/llm/messages.ts";
import { asText, findTextCalls, toolInstructions } from "../../src/llm/text-calling.ts";
import { textCalls } from "../support/mock-model/brains.ts";
import { afterReply, LIVE_PROVIDERS, modelFor, NO_STOP, opening, TOOLS } from "../support/mock-model/players.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";

const fenced = (body: string) => `Thinking aloud.\n\n\`\`\`json\n${body}\n\`\`\``;

test.each([
  { what: "a fenced call", text: fenced('{"tool": "pass", "arguments": {}}'), names: ["pass"] },
  { what: "a fence without a language", text: '```\n{"tool":"pass","arguments":{}}\n```', names: ["pass"] },
  { what: "a fence that was cut", text: '```json\n{"tool":"pass","arguments":{}}', names: ["pass"] },
  { what: "name instead of tool", text: fenced('{"name": "pass"}'), names: ["pass"] },
  { what: "nothing but the JSON", text: '{"tool":"pass","arguments":{}}', names: ["pass"] },
  { what: "two blocks", text: `${fenced('{"tool":"a"}')}\n${fenced('{"tool":"b"}')}`, names: ["a", "b"] },
  { what: "other JSON in a fence", text: fenced('{"cash": 5}'), names: [] },
  { what: "JSON in prose", text: 'I would send {"tool":"pass"} now.', names: [] },
  { what: "broken JSON with a name", text: fenced('{"tool": "pass", "arguments": {'), names: ["pass"] },
])("$what gives $names", ({ text, names }) => {
  expect(findTextCalls(text).calls.map((call) => call.name)).toEqual(names);
});

test("a block that names no tool is noted", () => {
  expect(findTextCalls(fenced('{"tool": pass')).broken).toBe(true);
});

test("the schemas of all tools stand in the instructions", () => {
  const text = toolInstructions(TOOLS);
  for (const tool of TOOLS) expect(text).toContain(`- ${tool.name}: ${tool.description}`);
});

describe.each(LIVE_PROVIDERS)("over %s", (provider) => {
  let server: MockModel;
  beforeEach(async () => {
    server = await startMockModel({ brain: textCalls });
  });
  afterEach(async () => {
    await server.close();
  });

  test("a call in text is a call, and its answer comes back as a message", async () => {
    const model = modelFor(provider, server.url, { toolCalling: "text" });
    const reply = await model.complete(opening(), { signal: NO_STOP });
    expect(reply.toolCalls).toMatchObject([{ name: "fund_raising_request", arguments: { amount_usd: 20_000_000 } }]);
    expect(reply).toMatchObject({ finish: "calls", repairs: [] });
    await model.complete(afterReply(opening(), reply, userMessage("Month 4.\nPending: none")), { signal: NO_STOP });
    expect(server.lastBody).not.toHaveProperty("tools");
    expect(server.lastBytes).toContain("Result of fund_raising_request");
    expect(server.log.paid).toHaveLength(2);
  });
});

test("a failed call says so, and calls vanish from the wire", () => {
  const call = { id: "c1", name: "pass", arguments: {}, argumentsError: null, argumentsText: "{}" };
  const request = asText({
    ...opening(),
    messages: [
      userMessage("go"),
      { role: "assistant", text: "calling", toolCalls: [call], echo: null },
      toolAnswer("c1", "no", true),
    ],
  });
  expect(request.tools).toEqual([]);
  expect(request.messages[1]).toMatchObject({ text: "calling", toolCalls: [] });
  expect(request.messages[2]).toEqual({ role: "user", text: "Error of pass:\nno" });
});
