import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cassetteLine, playCassette } from "../../src/llm/cassette.ts";
import { type ChatRequest, recordedReply } from "../../src/llm/model.ts";
import { requestHash } from "../../src/llm/request-hash.ts";
import { failure, NO_STOP, opening } from "../support/mock-model/players.ts";
import { reply } from "../support/scripted-seat.ts";

const FIRST = { seed: 0, repeat: 0 };
const OTHER = { seed: 1, repeat: 0 };

test("a hash is that of what is asked: equal after JSON, different for any change, blind to cache keys", () => {
  const hash = requestHash(opening());
  expect(requestHash(JSON.parse(JSON.stringify(opening())) as ChatRequest)).toBe(hash);
  expect(requestHash(opening({ cacheKey: "x" }))).toBe(hash);
  expect(requestHash(opening({ tools: [] }))).not.toBe(hash);
  expect(requestHash(opening({ maxOutputTokens: 9 }))).not.toBe(hash);
  expect(requestHash(opening({ messages: [] }))).not.toBe(hash);
});

describe("a cassette", () => {
  let folder = "";
  const file = () => join(folder, "demo.jsonl");
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cassette-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const line = (trial: typeof FIRST, text: string) =>
    cassetteLine(trial, requestHash(opening()), recordedReply({ ...reply(text), pace: null }));

  test("plays a trial's replies back in order, each line once, and no other trial's", async () => {
    writeFileSync(file(), line(FIRST, "one") + line(OTHER, "another's") + line(FIRST, "two"));
    const played = playCassette(file(), FIRST);
    const next = async () => (await played.complete(opening(), { signal: NO_STOP })).text;
    expect([await next(), await next()]).toEqual(["one", "two"]);
    expect(await failure(played.complete(opening(), { signal: NO_STOP }))).toMatchObject({
      code: "cassette_miss",
      class: "wrong",
    });
  });

  test("that is broken names its line, one that is missing its file", () => {
    writeFileSync(file(), '\n{"request":"x"}\n');
    expect(() => playCassette(file(), FIRST)).toThrow(`${file()}:2: not a line of a cassette`);
    expect(() => playCassette("/nowhere/at-all.jsonl", FIRST)).toThrow("cannot read the cassette");
  });

  test("takes no line that is no reply", () => {
    expect(() => cassetteLine(FIRST, "hash", { text: "only text" })).toThrow();
  });
});
