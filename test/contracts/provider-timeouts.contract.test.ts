// §3 of the fixtures: time limits for connecting, the first byte, silence in the middle, and a whole attempt,
// each against a server that stalls exactly there; and that nothing is sent after a stop.
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ChatModel } from "../../src/llm/model.ts";
import type { FaultName } from "../support/mock-model/faults.ts";
import { failure, LIVE_PROVIDERS, modelFor, NO_STOP, opening } from "../support/mock-model/players.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";

/** Long enough that only the limit under test can end a request. */
const PATIENT = {
  requestTimeoutSeconds: 20,
  connectTimeoutSeconds: 20,
  firstByteTimeoutSeconds: 20,
  idleTimeoutSeconds: 20,
};

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}

/** One way of talking to a server, with a server of its own that is about to do this. */
async function inEveryFormat(
  fault: FaultName,
  body: (way: { model: ChatModel; server: MockModel }) => Promise<void>,
  limits: object,
): Promise<void> {
  const ways = LIVE_PROVIDERS.flatMap((provider) => [false, true].map((stream) => ({ provider, stream })));
  await Promise.all(
    ways.map(async ({ provider, stream }) => {
      const server = await startMockModel();
      server.script(fault);
      const model = modelFor(provider, server.url, { sampling: { stream }, limits: { ...PATIENT, ...limits } });
      await body({ model, server }).catch((error: unknown) => {
        throw new Error(`${provider}, ${stream ? "streamed" : "whole"}`, { cause: error });
      });
      await model.close();
      await server.close();
    }),
  );
}

describe("§3 timeouts, in every format, whole and streamed", () => {
  const CASES = [
    {
      name: "no first byte",
      fault: "stall_first_byte",
      limits: { firstByteTimeoutSeconds: 0.3 },
      code: "timeout_first_byte",
    },
    { name: "silence between bytes", fault: "stall_idle", limits: { idleTimeoutSeconds: 0.3 }, code: "timeout_idle" },
    {
      name: "an attempt that never ends, though bytes keep coming",
      fault: "trickle",
      limits: { idleTimeoutSeconds: 0.5, requestTimeoutSeconds: 0.9 },
      code: "timeout_attempt",
    },
  ] as const;

  test.each(CASES)("§3 $name", async ({ fault, limits, code }) => {
    await inEveryFormat(
      fault,
      async ({ model, server }) => {
        const { value, ms } = await timed(failure(model.complete(opening(), { signal: NO_STOP })));
        expect(value).toMatchObject({ class: "transient", code, retryable: true });
        expect(ms).toBeGreaterThan(250);
        expect(ms).toBeLessThan(4000);
        expect(server.log.entries).toHaveLength(1);
      },
      limits,
    );
  });

  test("§3 a request can have a shorter time of its own, and its words say how long it was", async () => {
    await inEveryFormat(
      "stall_first_byte",
      async ({ model }) => {
        const error = await failure(model.complete(opening(), { signal: NO_STOP, attemptMs: 200 }));
        expect(error).toMatchObject({ code: "timeout_attempt", words: "no complete answer within 0.2 s" });
      },
      {},
    );
  });

  test.each(["stall_first_byte", "stall_idle", "trickle"] as const)(
    "§3 a stop ends a request at once (%s), and the server sees no other",
    async (fault) => {
      await inEveryFormat(
        fault,
        async ({ model, server }) => {
          const stop = new AbortController();
          const pending = failure(model.complete(opening(), { signal: stop.signal }));
          await sleep(200);
          const stoppedAt = performance.now();
          stop.abort();
          expect(await pending).toMatchObject({ class: "aborted", retryable: false });
          expect(performance.now() - stoppedAt).toBeLessThan(500);
          await sleep(200);
          expect(server.log.entries).toHaveLength(1);
          expect(server.log.paid).toHaveLength(0);
        },
        {},
      );
    },
  );

  test("§3 a stop before the request sends nothing", async () => {
    await inEveryFormat(
      "stall_first_byte",
      async ({ model, server }) => {
        const error = await failure(model.complete(opening(), { signal: AbortSignal.abort() }));
        expect(error.class).toBe("aborted");
        expect(server.log.entries).toHaveLength(0);
      },
      {},
    );
  });
});

describe("§3 no connection", () => {
  test.each(LIVE_PROVIDERS)("%s: a handshake that never ends", async (provider) => {
    // TLS to a server that accepts and says nothing: connected, as far as TCP knows, and yet not.
    const held: Socket[] = [];
    const silent = await listening(createServer((socket) => held.push(socket)));
    const { port } = silent.address() as AddressInfo;
    const model = modelFor(provider, "", {
      endpoint: { baseURL: `https://127.0.0.1:${port}/v1` },
      limits: { ...PATIENT, connectTimeoutSeconds: 0.4 },
    });
    const { value, ms } = await timed(failure(model.complete(opening(), { signal: NO_STOP })));
    expect(value).toMatchObject({ class: "transient", code: "unreachable" });
    expect(ms).toBeLessThan(4000);
    await model.close();
    for (const socket of held) socket.destroy();
    silent.close();
  });
});

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
