import { expect, test } from "vitest";
import { UserError } from "../../src/std/user-error.ts";

test("a user's error says what, what to do and where it came from", () => {
  const cause = new Error("EACCES");
  const error = new UserError("results/ cannot be written", { hint: "Name another folder with --out", cause });
  expect([error.message, error.hint, error.cause]).toEqual([
    "results/ cannot be written",
    "Name another folder with --out",
    cause,
  ]);
});

test("without a cause it carries none, not even an empty one", () => {
  const error = new UserError("no such file");
  expect([error.hint, Object.hasOwn(error, "cause")]).toEqual([undefined, false]);
});
