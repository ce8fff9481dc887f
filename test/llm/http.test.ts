// The transport against a real server: what it asks for, and the shapes of answers that SDKs are given.
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { FailureCarrier } from "../../src/llm/failure.ts";
import { openTransport } from "../../src/llm/http.ts";

const TIMEOUTS = { connectMs: 1000, firstByteMs: 1000, idleMs: 1000, attemptMs: 1000 };

async function answered(listener: RequestListener, init: RequestInit = {}): Promise<Response> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const transport = openTransport(TIMEOUTS);
  onTestFinished(async () => {
    await transport.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return await transport.fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}", ...init });
}

test("answers are asked for uncompressed, with the headers that were given", async () => {
  let seen: IncomingHttpHeaders = {};
  const headers = new Headers({ authorization: "Bearer k", "content-type": "application/json" });
  const response = await answered(
    (request, reply) => {
      seen = request.headers;
      reply.setHeader("set-cookie", ["a=1", "b=2"]).end("{}");
    },
    { headers },
  );
  expect(await response.text()).toBe("{}");
  expect(seen).toMatchObject({
    authorization: "Bearer k",
    "content-type": "application/json",
    "accept-encoding": "identity",
  });
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test.each([
  ["a body", 200, "text", "text"],
  ["an empty body", 200, "", ""],
  ["no content", 204, "", ""],
])("%s is a success with its text", async (_name, status, body, text) => {
  const response = await answered((_request, reply) => reply.writeHead(status).end(body));
  expect([response.status, await response.text()]).toEqual([status, text]);
});

test("an event stream comes as it is sent", async () => {
  let goOn = (): void => undefined;
  const response = await answered((_request, reply) => {
    reply.writeHead(200, { "content-type": "text/event-stream" });
    reply.write("data: 1\n\n");
    goOn = () => reply.end("data: 2\n\n");
  });
  const pieces: string[] = [];
  for await (const bytes of response.body ?? []) {
    pieces.push(new TextDecoder().decode(bytes as Uint8Array));
    // The second is sent only after the first was seen.
    goOn();
  }
  expect(pieces).toEqual(["data: 1\n\n", "data: 2\n\n"]);
});

test.each([302, 404, 500])("status %i is a failure with its words", async (status) => {
  const failed = answered((_request, reply) => reply.writeHead(status, { location: "/elsewhere" }).end("words"));
  await expect(failed).rejects.toBeInstanceOf(FailureCarrier);
  await expect(failed).rejects.toMatchObject({ failure: { kind: "http", status, body: "words" } });
});

test("a stopped request ends as the stop says", async () => {
  const stop = new AbortController();
  const pending = answered(
    () => {
      stop.abort();
    },
    { signal: stop.signal },
  );
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
});
