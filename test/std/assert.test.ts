import { describe, expect, test } from "vitest";
import { AssertionError, assert, present, unreachable } from "../../src/std/assert.ts";

describe("an assertion", () => {
  test.each([[true], [1], ["x"], [{}]])("passes for %j", (condition) => {
    expect(() => assert(condition, "no")).not.toThrow();
  });

  test.each([[false], [0], [""], [null], [undefined]])("throws its message for %j", (condition) => {
    expect(() => assert(condition, "books do not balance")).toThrow(new AssertionError("books do not balance"));
  });

  test("is told from other errors by its name", () => {
    expect(new AssertionError("x").name).toBe("AssertionError");
  });
});

describe("a value that must be present", () => {
  test.each([[0], [""], [false]])("is handed back even when it is %j", (value) => {
    expect(present(value, "absent")).toBe(value);
  });

  test.each([[null], [undefined]])("throws when it is %s", (value) => {
    expect(() => present(value, "absent")).toThrow(new AssertionError("absent"));
  });
});

test("an unreachable place names the value that reached it", () => {
  expect(() => unreachable({ kind: "new" } as never)).toThrow('unreachable: {"kind":"new"}');
});
