import { expect, test } from "vitest";
import { recoverCalls } from "../../src/llm/recover-calls.ts";

const PASS = [{ name: "pass", arguments: "{}" }];
const RAISE = [{ name: "raise", arguments: '{"usd":5}' }];

test.each([
  {
    notation: "Hermes",
    text: 'So.\n<tool_call>\n{"name": "pass", "arguments": {}}\n</tool_call>',
    calls: PASS,
    rest: "So.",
  },
  {
    notation: "Hermes, arguments as text",
    text: '<tool_call>{"name":"raise","arguments":"{\\"usd\\":5}"}</tool_call>',
    calls: RAISE,
    rest: "",
  },
  {
    notation: "Hermes, two",
    text: '<tool_call>{"name":"pass","arguments":{}}</tool_call><tool_call>{"name":"raise","arguments":{"usd":5}}</tool_call>',
    calls: [...PASS, ...RAISE],
    rest: "",
  },
  { notation: "Hermes without an end", text: '<tool_call>{"name":"pass","arguments":{}}', calls: PASS, rest: "" },
  {
    notation: "Qwen XML",
    text: "<tool_call>\n<function=raise>\n<parameter=usd>\n5\n</parameter>\n</function>\n</tool_call>",
    calls: RAISE,
    rest: "",
  },
  {
    notation: "Qwen XML with a text value",
    text: "<tool_call><function=note><parameter=content>two words</parameter></function></tool_call>",
    calls: [{ name: "note", arguments: '{"content":"two words"}' }],
    rest: "",
  },
  { notation: "Llama", text: '{"name": "raise", "parameters": {"usd": 5}}', calls: RAISE, rest: "" },
  {
    notation: "Llama, two",
    text: '{"name":"pass","parameters":{}}; {"name":"raise","parameters":{"usd":5}}',
    calls: [...PASS, ...RAISE],
    rest: "",
  },
  {
    notation: "Llama behind a tag",
    text: 'Well. <|python_tag|>{"name":"raise","parameters":{"usd":5}}<|eom_id|>',
    calls: RAISE,
    rest: "Well.",
  },
  {
    notation: "Mistral list",
    text: 'Fine.[TOOL_CALLS][{"name":"raise","arguments":{"usd":5}}]',
    calls: RAISE,
    rest: "Fine.",
  },
  { notation: "Mistral new", text: '[TOOL_CALLS]raise[ARGS]{"usd":5}', calls: RAISE, rest: "" },
  {
    notation: "Mistral new, two",
    text: '[TOOL_CALLS]pass[ARGS]{}[TOOL_CALLS]raise[ARGS]{"usd":5}',
    calls: [...PASS, ...RAISE],
    rest: "",
  },
  { notation: "prose", text: "I would raise 5.", calls: [], rest: "I would raise 5." },
  { notation: "JSON that is no call", text: '{"usd": 5}', calls: [], rest: '{"usd": 5}' },
  {
    notation: "tags around prose",
    text: "<tool_call>soon</tool_call>",
    calls: [],
    rest: "<tool_call>soon</tool_call>",
  },
])("$notation", ({ text, calls, rest }) => {
  const found = recoverCalls(text);
  expect(found.calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(calls);
  expect(found.text).toBe(rest);
});
