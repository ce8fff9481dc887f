import { expect, test, describe } from "vitest";
import { startMockModel } from "../support/mock-model/server.ts";
import { LIVE_PROVIDERS, modelFor, opening, afterReply, NO_STOP } from "../support/mock-model/players.ts";
import { chatty } from "../support/mock-model/brains.ts";

describe.each(LIVE_PROVIDERS)("%s", (provider) => {
  test.each([true, false])("plays, stream %s", async (stream) => {
    const server = await startMockModel({ brain: chatty });
    const model = modelFor(provider, server.url, { sampling: { stream } });
    let request = opening();
    for (let i = 0; i < 4; i++) {
      const reply = await model.complete(request, { signal: NO_STOP });
      expect(reply.repairs).toEqual([]);
      expect(reply.usage.input).toBeGreaterThan(10);
      request = afterReply(request, reply);
    }
    expect(JSON.stringify(request.messages.map((m) => m.role === "assistant" ? m.toolCalls.map((c) => [c.name, c.argumentsText]) : m.role))).toMatchInlineSnapshot(`"["user",[["verify_cash_position","{}"],["review_financial_records","{\\"action\\":\\"list\\"}"]],"tool","tool",[["analyze_market_conditions","{\\"indicators\\":[\\"vix\\",\\"fed_funds_rate\\"]}"]],"tool",[["save_note","{\\"content\\":\\"cash and market looked at\\",\\"tags\\":[\\"routine\\"]}"]],"tool",[["fund_raising_request","{\\"amount_usd\\":20000000,\\"instrument\\":\\"equity\\"}"]],"tool"]"`);
    await model.close();
    await server.close();
  });
});
