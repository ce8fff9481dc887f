import { expect, test } from "vitest";
import { contextCutError, looksCut } from "../../src/llm/context-cut.ts";
import { promptBytes, worstCaseOf } from "../../src/llm/estimate.ts";
import { userMessage } from "../../src/llm/messages.ts";
import { opening } from "../support/mock-model/players.ts";

test.each([
  { bytes: 40_000, tokens: 10_000, cut: false },
  { bytes: 40_000, tokens: 6000, cut: false },
  { bytes: 40_000, tokens: 4096, cut: true },
  { bytes: 24_000, tokens: 4096, cut: true },
  { bytes: 24_000, tokens: 4095, cut: true },
  { bytes: 24_000, tokens: 4000, cut: false },
  { bytes: 20_000, tokens: 4096, cut: false },
  { bytes: 80_000, tokens: 4100, cut: true },
  { bytes: 2000, tokens: 10, cut: false },
  { bytes: 80_000, tokens: 0, cut: false },
  { bytes: 80_000, tokens: null, cut: false },
])("$bytes bytes reported as $tokens tokens: cut is $cut", ({ bytes, tokens, cut }) => {
  expect(looksCut(bytes, tokens)).toBe(cut);
  expect(contextCutError(bytes, tokens) === null).toBe(!cut);
});

test("the estimate counts everything that the model reads", () => {
  const small = promptBytes(opening());
  const larger = promptBytes(opening({ messages: [...opening().messages, userMessage("é".repeat(300))] }));
  expect(larger - small).toBeGreaterThanOrEqual(600);
  expect(worstCaseOf(opening(), 4096)).toEqual({ inputTokens: Math.ceil(small / 3), outputTokens: 4096 });
  expect(worstCaseOf(opening({ maxOutputTokens: 9 }), 4096).outputTokens).toBe(9);
});
