// The declaration of what a test needs, itself tested: a misspelt part would otherwise be skipped for ever.
import { expect, test } from "vitest";
import { isPresent, requiredParts } from "../support/requires.ts";

test.each<[value: string | undefined, parts: string[]]>([
  [undefined, []],
  ["", []],
  ["redis", ["redis"]],
  ["chromium, redis,", ["chromium", "redis"]],
])("ARENA_REQUIRE=%s requires %j", (value, parts) => {
  expect([...requiredParts(value)]).toEqual(parts);
});

test("a required part that no machine can have is an error, not a skip", () => {
  expect(() => requiredParts("redis,chromum")).toThrow("no such part chromum; parts are chromium, redis");
});

test("whether a part is present is the same each time it is asked", () => {
  expect(isPresent("tmpfs")).toBe(isPresent("tmpfs"));
});
