import { expect, test } from "vitest";
import { argumentsForWire, MAX_BROKEN_CHARS, readArguments, readCalls } from "../../src/llm/calls.ts";

const NESTED = JSON.stringify(JSON.stringify('{"a":1}'));

test.each([
  { raw: '{"b":2,"a":1}', text: '{"a":1,"b":2}', repairs: [] },
  { raw: '{"amount_usd": 1.0}', text: '{"amount_usd":1}', repairs: [] },
  { raw: '{"amount_usd": 2e7}', text: '{"amount_usd":20000000}', repairs: [] },
  { raw: { amount_usd: 1 }, text: '{"amount_usd":1}', repairs: ["arguments_object"] },
  { raw: '"{\\"a\\":1}"', text: '{"a":1}', repairs: ["arguments_double_encoded"] },
  { raw: NESTED, text: '{"a":1}', repairs: ["arguments_double_encoded"] },
  { raw: undefined, text: "{}", repairs: ["arguments_empty"] },
  { raw: null, text: "{}", repairs: ["arguments_empty"] },
  { raw: "", text: "{}", repairs: ["arguments_empty"] },
  { raw: "  \n", text: "{}", repairs: ["arguments_empty"] },
  { raw: "null", text: "{}", repairs: ["arguments_empty"] },
  { raw: '{}""', text: "{}", repairs: ["arguments_trailing"] },
  { raw: '{"a":"}"}""', text: '{"a":"}"}', repairs: ["arguments_trailing"] },
  { raw: '{"a":1}{"a":1}', text: '{"a":1}', repairs: ["arguments_trailing"] },
])("arguments $raw are read as $text", ({ raw, text, repairs }) => {
  const read = readArguments(raw);
  expect(read).toMatchObject({ error: null, text, repairs });
  expect(read.arguments).toEqual(JSON.parse(text));
});

test.each([
  { raw: '{"a":1', complaint: "end too early" },
  { raw: '{"a":1}{"a":2}', complaint: "not valid JSON" },
  { raw: "{'a': 1}", complaint: "not valid JSON" },
  { raw: "[1,2]", complaint: "not a JSON object" },
  { raw: "17", complaint: "not a JSON object" },
  { raw: [1], complaint: "not a JSON object" },
  { raw: true, complaint: "not a JSON object" },
])("broken arguments $raw are an error that says: $complaint", ({ raw, complaint }) => {
  const read = readArguments(raw);
  expect(read.arguments).toBeNull();
  expect(read.error).toContain(complaint);
  expect(read.repairs).toEqual(["arguments_broken"]);
});

test("broken arguments are cut, and go back as valid JSON", () => {
  const read = readArguments(`{"a":"${"x".repeat(50_000)}`);
  expect(read.text).toHaveLength(MAX_BROKEN_CHARS);
  const call = { id: "1", name: "pass", arguments: null, argumentsError: read.error, argumentsText: read.text };
  expect(JSON.parse(argumentsForWire(call))).toEqual({ invalid_json: read.text });
});

test("an empty object that is called broken stays an error, never an empty call", () => {
  const { calls } = readCalls([{ id: "a", name: "pass", arguments: "{" }], new Set());
  expect(calls[0]).toMatchObject({ arguments: null, argumentsText: "{" });
});

test("ids of ours depend on nothing but their place", () => {
  const raw = [
    { id: "x", name: "a", arguments: "{}" },
    { id: "x", name: "b", arguments: "{}" },
    { id: null, name: "c", arguments: "{}" },
  ];
  const first = readCalls(raw, new Set());
  expect(readCalls(raw, new Set())).toEqual(first);
  expect(first.calls[0]?.id).toBe("x");
  expect(first.calls[1]?.id).toMatch(/^[a-z0-9]{9}$/);
  expect(new Set(first.calls.map((call) => call.id)).size).toBe(3);
  expect(first.repairs).toEqual(["duplicate_call_id", "missing_call_id"]);
});

test("an id that the conversation has used gets another", () => {
  const { calls } = readCalls([{ id: "call_0", name: "a", arguments: "{}" }], new Set(["call_0"]));
  expect(calls[0]?.id).not.toBe("call_0");
});

test("a call without a name is kept under one that exists nowhere", () => {
  const { calls, repairs } = readCalls([{ id: "a", name: undefined, arguments: "{}" }], new Set());
  expect(calls[0]?.name).toBe("unnamed");
  expect(repairs).toEqual(["missing_call_name"]);
});
