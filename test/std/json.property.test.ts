import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, tryParseJson } from "../../src/std/json.ts";

test("canonical JSON parses back to the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(tryParseJson(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("canonical JSON does not depend on the order in which keys were set", () => {
  const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key });
  fc.assert(
    fc.property(entries, (pairs) => {
      expect(canonicalJson(Object.fromEntries([...pairs].reverse()))).toBe(canonicalJson(Object.fromEntries(pairs)));
    }),
  );
});
