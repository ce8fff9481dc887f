import { expect, test } from "vitest";
import { mostEquity } from "../../src/oracle/equity-rounds.ts";
import type { RequestAhead } from "../../src/oracle/foresight.ts";

/** A request that takes two months and succeeds while at most `rounds` rounds have settled. */
function request(month: number, filledCents: number, rounds = 9): RequestAhead {
  const arrives = month + 2;
  return { month, arrives, nextFrom: arrives, filledCents, fillShare: 1, succeeds: (_instrument, n) => n <= rounds };
}

const RICH = Array.from({ length: 8 }, () => 100);

test.each<[what: string, cashCents: number[], requests: RequestAhead[], months: number[] | null]>([
  ["takes the larger of two that overlap", RICH, [request(0, 5), request(1, 9)], [1]],
  ["takes both where they follow one another", RICH, [request(0, 5), request(2, 9)], [0, 2]],
  ["takes the two small ones for one large", RICH, [request(0, 5), request(1, 9), request(2, 5)], [0, 2]],
  ["saves the market for the later, larger ones", RICH, [request(0, 1, 0), request(2, 5, 0), request(4, 9, 1)], [2, 4]],
  ["asks early enough to live", [0, 0, 0, -4, 9, 9, 9, 9], [request(1, 4), request(2, 9)], [1]],
  ["leaves a plan that comes too late", [0, 0, -1, 0, 0, 0, 0, 0], [request(1, 4)], null],
  ["passes where nothing succeeds", RICH, [request(0, 5, -1)], []],
])("%s", (_what, cashCents, requests, months) => {
  const best = mostEquity({ cashCents, requests }, true);
  expect(best?.rounds.map(({ month }) => month) ?? null).toEqual(months);
});

test("counts what could be raised without regard to survival when it need not survive", () => {
  const best = mostEquity({ cashCents: [0, 0, -1, 0, 0, 0, 0, 0], requests: [request(1, 4)] }, false);
  expect(best?.raisedCents).toBe(4);
});
