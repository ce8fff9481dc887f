// §4 of the fixtures, as far as one request goes: its worst case is known before it is sent, and is never
// below what the provider then charges.
import { expect, test } from "vitest";
import { leaseSizer, worstCaseOf } from "../../src/llm/estimate.ts";
import { UNKNOWN_USAGE } from "../../src/llm/model.ts";
import { costOf, pricesSchema } from "../../src/llm/prices.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { describeEachFormat } from "../support/mock-model/each-format.ts";
import { afterReply, NO_STOP, opening } from "../support/mock-model/players.ts";

const PRICES = pricesSchema.parse({
  input: 3,
  cachedInput: 0.3,
  cacheWrite: 3.75,
  output: 15,
  tiers: [{ aboveInputTokens: 200_000, input: 6, output: 22.5 }],
});
const MAX_OUTPUT = 4096;

describeEachFormat("§4 money", { brain: chatty }, (bench) => {
  test("§4 no request of a month costs more than its worst case", async () => {
    const model = bench().model();
    const size = leaseSizer(MAX_OUTPUT, PRICES);
    let request = opening();
    for (let turn = 0; turn < 4; turn++) {
      const worst = size(request);
      const reply = await model.complete(request, { signal: NO_STOP });
      const cost = costOf(reply.usage, PRICES, worst);
      expect(cost?.estimated).toBe(false);
      expect(cost?.usd).toBeGreaterThan(0);
      expect(cost?.usd).toBeLessThanOrEqual(worst.worstUsd ?? 0);
      request = afterReply(request, reply);
    }
  });

  test("§4 a reply that reports no usage is charged at its worst, and says that this is an estimate", async () => {
    const { server, ask } = bench();
    server.script("usage_absent");
    const reply = await ask(opening());
    expect(reply.usage).toEqual(UNKNOWN_USAGE);
    const worst = worstCaseOf(opening(), MAX_OUTPUT);
    const usd = (worst.inputTokens * 3 + worst.outputTokens * 15) / 1e6;
    expect(costOf(reply.usage, PRICES, worst)).toEqual({ usd, estimated: true });
  });
});
