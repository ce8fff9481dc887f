// Keys never leave the request they are for: not in an error's words, not in anything that can be serialised,
// not where a server quotes them back.
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { describeEachFormat } from "../support/mock-model/each-format.ts";
import { CONTENT_FAULTS, type FaultName, TRANSPORT_FAULTS } from "../support/mock-model/faults.ts";
import { failure, opening, TEST_KEY } from "../support/mock-model/players.ts";

const HEADER_SECRET = "team-token-9f8e7d6c5b4a";
/** Faults that only time ends. */
const ENDLESS: readonly FaultName[] = ["stall_first_byte", "stall_idle", "trickle"];
const SECONDS = { whatEnds: 20, whatNeverEnds: 0.2 };

/** Everything that could be written of a value, by any means. */
function everyTrace(value: unknown): string {
  const parts = [JSON.stringify(value), inspect(value, { depth: 12, showHidden: true, getters: true })];
  if (value instanceof Error) parts.push(String(value), value.stack ?? "", inspect(value.cause, { depth: 12 }));
  return parts.join("\n");
}

describeEachFormat("§ secrets", { apiKey: "another-key-entirely" }, (bench) => {
  test("a server that quotes the key back is not repeated", async () => {
    const { ask } = bench();
    const error = await failure(ask(opening()));
    expect(error).toMatchObject({ code: "wrong_key", class: "wrong" });
    const traces = everyTrace(error);
    expect(traces).toContain("Incorrect API key provided");
    expect(traces).not.toContain(TEST_KEY);
    expect(traces).not.toContain(TEST_KEY.slice(8, 20));
  });

  test("the model itself shows neither key nor header", () => {
    const model = bench().model({
      endpoint: { baseURL: `${bench().server.url}/v1`, headers: { "x-team": HEADER_SECRET } },
    });
    const traces = everyTrace(model);
    expect(traces).not.toContain(TEST_KEY);
    expect(traces).not.toContain(HEADER_SECRET);
  });
});

describeEachFormat("§ secrets in every failure and reply", {}, (bench) => {
  test.each(["whatEnds", "whatNeverEnds"] as const)("no fault brings the key to light: %s", async (kind) => {
    const { server, model } = bench();
    const chat = model({
      limits: { requestTimeoutSeconds: SECONDS[kind] },
      endpoint: { baseURL: `${server.url}/v1`, headers: { "x-team": HEADER_SECRET } },
    });
    const every = [...CONTENT_FAULTS, ...TRANSPORT_FAULTS];
    const faults = every.filter((fault) => ENDLESS.includes(fault) === (kind === "whatNeverEnds"));
    server.script(...faults);
    const signal = new AbortController().signal;
    const outcomes = await Promise.allSettled(faults.map(() => chat.complete(opening(), { signal })));
    expect(server.log.entries.map(({ fault }) => fault).toSorted()).toEqual(faults.toSorted());
    for (const outcome of outcomes) {
      const traces = everyTrace(outcome.status === "fulfilled" ? outcome.value : outcome.reason);
      expect(traces).not.toContain(TEST_KEY);
      expect(traces).not.toContain(HEADER_SECRET);
    }
    expect(JSON.stringify(server.log.entries)).not.toContain(TEST_KEY);
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describeEachFormat("§ the environment is not asked", { apiKey: TEST_KEY }, (bench) => {
  test("address and key are the player's own, whatever the environment says", async () => {
    for (const vendor of ["OPENAI", "ANTHROPIC"]) {
      vi.stubEnv(`${vendor}_BASE_URL`, "http://127.0.0.1:9/v1");
      vi.stubEnv(`${vendor}_API_KEY`, "sk-of-someone-else");
    }
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "token-of-someone-else");
    vi.stubEnv("OPENAI_ORG_ID", "org-of-someone-else");
    const { server, ask } = bench();
    await ask(opening());
    expect(JSON.stringify(server.lastHeaders)).not.toContain("of-someone-else");
    expect(server.log.paid).toHaveLength(1);
  });
});
