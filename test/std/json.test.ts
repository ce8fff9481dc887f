import { describe, expect, test } from "vitest";
import { canonicalJson, tryParseJson } from "../../src/std/json.ts";

describe("canonical JSON", () => {
  test.each<[what: string, value: unknown, text: string]>([
    ["keys in order", { b: 1, a: 2 }, '{"a":2,"b":1}'],
    ["keys of inner objects in order", [{ b: { d: 1, c: 2 } }], '[{"b":{"c":2,"d":1}}]'],
    ["lists as they are", [3, 1, 2], "[3,1,2]"],
    ["capital letters first", { a: 1, B: 2 }, '{"B":2,"a":1}'],
    ["no absent values", { a: undefined, b: null }, '{"b":null}'],
    ["a minus zero as zero", -0, "0"],
  ])("has %s", (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe("a text that may be JSON", () => {
  test.each<[text: string, value: unknown]>([
    ['{"a":[1]}', { a: [1] }],
    ["null", null],
    ["{", undefined],
    ["", undefined],
  ])("%j gives %j", (text, value) => {
    expect(tryParseJson(text)).toEqual(value);
  });
});
