import { expect, test } from "vitest";
import { systemClock } from "../../src/std/clock.ts";

test("the machine's clock tells milliseconds since 1970", () => {
  const before = new Date().getTime();
  const now = systemClock();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(new Date().getTime());
});
