// §3 of the fixtures: time limits for connecting, the first byte, silence in the middle, and a whole attempt,
// each against a server that stalls exactly there; and that nothing is sent after a stop.
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { ChatModel } from "../../src/llm/model.ts";
import { inEachFormat } from "../support/mock-model/each-format.ts";
import type { FaultName } from "../support/mock-model/faults.ts";
import { failure, LIVE_PROVIDERS, modelFor, NO_STOP, opening } from "../support/mock-model/players.ts";
import type { MockModel } from "../support/mock-model/server.ts";

/** Long enough that only the limit under test can end a request. */
const PATIENT = {
  requestTimeoutSeconds: 20,
  connectTimeoutSeconds: 20,
  firstByteTimeoutSeconds: 20,
  idleTimeoutSeconds: 20,
};

/** A server in each format that is about to do this, and a model with these limits in front of it. */
function inEveryFormat(
  fault: FaultName,
  limits: object,
  body: (way: { model: ChatModel; server: MockModel }) => Promise<void>,
): Promise<void> {
  return inEachFormat({}, async ({ server, model }) => {
    server.script(fault);
    await body({ server, model: model({ limits: { ...PATIENT, ...limits } }) });
  });
}

// What waits can wait at once.
describe.concurrent("§3 timeouts, in every format, whole and streamed", () => {
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
      limits: { idleTimeoutSeconds: 1.2, requestTimeoutSeconds: 1.8 },
      code: "timeout_attempt",
    },
  ] as const;

  test.each(CASES)("§3 $name", async ({ fault, limits, code }) => {
    await inEveryFormat(fault, limits, async ({ model, server }) => {
      const startedMs = performance.now();
      const error = await failure(model.complete(opening(), { signal: NO_STOP }));
      expect(error).toMatchObject({ class: "transient", code, retryable: true });
      expect(performance.now() - startedMs).toBeGreaterThan(250);
      expect(server.log.entries).toHaveLength(1);
    });
  });

  test("§3 a request can have a shorter time of its own, and its words say how long it was", async () => {
    await inEveryFormat("stall_first_byte", {}, async ({ model }) => {
      const error = await failure(model.complete(opening(), { signal: NO_STOP, attemptMs: 200 }));
      expect(error).toMatchObject({ code: "timeout_attempt", words: "no complete answer within 0.2 s" });
    });
  });

  test.each(["stall_first_byte", "stall_idle", "trickle"] as const)(
    "§3 a stop ends a request (%s), and the server sees no other",
    async (fault) => {
      await inEveryFormat(fault, {}, async ({ model, server }) => {
        const stop = new AbortController();
        const pending = failure(model.complete(opening(), { signal: stop.signal }));
        await vi.waitUntil(() => server.log.entries.length > 0, { timeout: 20_000, interval: 10 });
        // What the server has begun to say is on its way, or has come.
        await sleep(100);
        stop.abort();
        // Not the end of its patience, which would be another class.
        expect(await pending).toMatchObject({ class: "aborted", retryable: false });
        await sleep(200);
        expect(server.log.entries).toHaveLength(1);
        expect(server.log.paid).toHaveLength(0);
      });
    },
  );

  test("§3 a stop before the request sends nothing", async () => {
    await inEveryFormat("stall_first_byte", {}, async ({ model, server }) => {
      const error = await failure(model.complete(opening(), { signal: AbortSignal.abort() }));
      expect(error.class).toBe("aborted");
      expect(server.log.entries).toHaveLength(0);
    });
  });

  test.each(LIVE_PROVIDERS)("§3 %s: a handshake that never ends is no connection", async (provider) => {
    // TLS to a server that accepts and says nothing: connected, as far as TCP knows, and yet not.
    const held: Socket[] = [];
    const silent = await listening(createServer((socket) => held.push(socket)));
    const { port } = silent.address() as AddressInfo;
    const model = modelFor(provider, "", {
      endpoint: { baseURL: `https://127.0.0.1:${port}/v1` },
      limits: { ...PATIENT, connectTimeoutSeconds: 0.4 },
    });
    const error = await failure(model.complete(opening(), { signal: NO_STOP }));
    expect(error).toMatchObject({ class: "transient", code: "unreachable" });
    await model.close();
    for (const socket of held) socket.destroy();
    silent.close();
  });
});

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
