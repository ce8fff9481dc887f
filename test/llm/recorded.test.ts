import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playCassette, recordCassette } from "../../src/llm/cassette.ts";
import type { ChatRequest } from "../../src/llm/model.ts";
import { recordedReply } from "../../src/llm/model.ts";
import { recordedModel, type RecordedExchange } from "../../src/llm/recorded.ts";
import { recordedReplySchema } from "../../src/llm/reply-schema.ts";
import { requestHash } from "../../src/llm/request-hash.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { afterReply, failure, LIVE_PROVIDERS, modelFor, NO_STOP, opening } from "../support/mock-model/players.ts";
import { startMockModel, type MockModel } from "../support/mock-model/server.ts";

let server: MockModel;
beforeEach(async () => {
  server = await startMockModel({ brain: chatty });
});
afterEach(async () => {
  await server.close();
});

describe.each(LIVE_PROVIDERS)("%s", (provider) => {
  test("an interrupted month goes on after the last recorded reply, and nothing is asked twice", async () => {
    const thinking =
      provider === "anthropic" ? { sampling: { maxOutputTokens: 8192, reasoning: { budgetTokens: 1024 } } } : {};
    const live = modelFor(provider, server.url, thinking);
    const exchanges: RecordedExchange[] = [];
    let request = opening();
    for (let turn = 0; turn < 2; turn++) {
      const reply = await live.complete(request, { signal: NO_STOP });
      // What a record holds is JSON, and is checked when it is read.
      const kept = recordedReplySchema.parse(JSON.parse(JSON.stringify(recordedReply(reply))));
      exchanges.push({ requestHash: requestHash(request), reply: kept });
      request = afterReply(request, reply);
    }
    const resumed = recordedModel(exchanges, live);
    let again = opening();
    for (let turn = 0; turn < 4; turn++) again = afterReply(again, await resumed.complete(again, { signal: NO_STOP }));
    expect(resumed.left).toBe(0);
    expect(server.log.paid).toHaveLength(4);
    expect(new Set(server.log.paid.map((entry) => entry.hash)).size).toBe(4);
  });
});

test("a request that differs from the record is an error that names the turn", async () => {
  const live = modelFor("openai-chat", server.url);
  const reply = await live.complete(opening(), { signal: NO_STOP });
  const recorded = recordedModel([{ requestHash: requestHash(opening()), reply: recordedReply(reply) }], live);
  const error = await failure(recorded.complete(opening({ system: "You are someone else." }), { signal: NO_STOP }));
  expect(error).toMatchObject({ code: "record_differs", class: "wrong" });
  expect(error.words).toContain("turn 1");
  expect(recorded.left).toBe(1);
});

test("a record without a model behind it ends with an error", async () => {
  expect(await failure(recordedModel([], null).complete(opening(), { signal: NO_STOP }))).toMatchObject({
    code: "record_ended",
  });
});

test("a hash is that of what is asked: equal after JSON, different for any change, blind to cache keys", () => {
  const hash = requestHash(opening());
  expect(requestHash(JSON.parse(JSON.stringify(opening())) as ChatRequest)).toBe(hash);
  expect(requestHash(opening({ cacheKey: "x" }))).toBe(hash);
  expect(requestHash(opening({ tools: [] }))).not.toBe(hash);
  expect(requestHash(opening({ maxOutputTokens: 9 }))).not.toBe(hash);
  expect(requestHash(opening({ messages: [] }))).not.toBe(hash);
});

test("a cassette plays back what was recorded, each line once", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "cassette-")), "demo.jsonl");
  const recording = recordCassette(modelFor("openai-responses", server.url), file);
  const first = await recording.complete(opening(), { signal: NO_STOP });
  await recording.complete(afterReply(opening(), first), { signal: NO_STOP });
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  const played = playCassette(file);
  expect(await played.complete(opening(), { signal: NO_STOP })).toEqual({ ...first, pace: null });
  expect(await failure(played.complete(opening(), { signal: NO_STOP }))).toMatchObject({ code: "cassette_miss" });
  expect(server.log.entries).toHaveLength(2);
});

test("a broken cassette names its line, a missing one its file", () => {
  const file = join(mkdtempSync(join(tmpdir(), "cassette-")), "broken.jsonl");
  writeFileSync(file, '\n{"request":"x"}\n');
  expect(() => playCassette(file)).toThrow(`${file}:2: not a line of a cassette`);
  expect(() => playCassette("/nowhere/at-all.jsonl")).toThrow("cannot read the cassette");
});
