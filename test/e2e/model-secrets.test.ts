// Keys are in the environment and in requests, and nowhere else: every byte that a run leaves behind is searched.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runArena } from "../support/arena-process.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import type { Finished } from "../support/program.ts";

const RIGHT = "sk-proj-Right7Vq2mXw9Zr4Kt8";
const WRONG = "sk-proj-Wrong3Bn6yHc1Jd5Lp0";
const HEADER = "team-token-Hdr5Tg7Uk2Ws9Ex";

const folder = mkdtempSync(join(tmpdir(), "arena-secrets-"));
let mock: MockModel;
let parrot: Server;
/** What the parrot was sent: the proof that there was something to keep secret. */
const heard: string[] = [];
let run: Finished;

beforeAll(async () => {
  mock = await startMockModel({ brain: chatty, apiKey: RIGHT });
  parrot = await startParrot();
  const parrotUrl = `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`;
  // One key comes from the environment, the other from .env.
  writeFileSync(join(folder, ".env"), `RIGHT_KEY=${RIGHT}\n`);
  const files = [
    player("right", "openai-chat", `${mock.url}/v1`, "RIGHT_KEY"),
    player("right-anthropic", "anthropic", mock.url, "RIGHT_KEY"),
    player("wrong", "openai-responses", `${mock.url}/v1`, "WRONG_KEY"),
    player("wrong-anthropic", "anthropic", mock.url, "WRONG_KEY"),
    player("parrot", "openai-chat", `${parrotUrl}/v1`, "RIGHT_KEY"),
    player("parrot-anthropic", "anthropic", parrotUrl, "RIGHT_KEY"),
  ];
  const words = [
    "run",
    "--models",
    ...files,
    "--seeds",
    "1",
    "--horizon",
    "3",
    "--workers",
    "1",
    "--out",
    "results/run",
    "--debug",
  ];
  run = await runArena(words, { cwd: folder, env: { WRONG_KEY: WRONG } });
});

afterAll(async () => {
  await mock.close();
  parrot.closeAllConnections();
  parrot.close();
  rmSync(folder, { recursive: true, force: true });
});

function player(name: string, provider: string, url: string, keyName: string): string {
  const file = join(folder, `${name}.yaml`);
  const endpoint = `{ baseURL: "${url}", apiKeyEnv: ${keyName}, headers: { x-team: "${HEADER}" } }`;
  const limits = "{ attempts: 4, retryWaitSeconds: 0.05 }";
  const fields = { label: name, category: "Mock", framework: "react", provider, model: "mock-model", endpoint, limits };
  writeFileSync(
    file,
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(""),
  );
  return file;
}

/** A server that quotes what it was sent in every kind of error it knows. */
async function startParrot(): Promise<Server> {
  const server = createServer((request, response) => {
    const quote = JSON.stringify(request.headers);
    heard.push(quote);
    request.resume().on("end", () => {
      const kinds: readonly [number, string][] = [
        [500, JSON.stringify({ error: { message: `cannot serve ${quote}` } })],
        [200, JSON.stringify({ error: { message: `no use: ${quote}`, code: 502 } })],
        [503, `<html><body>Bad gateway for ${quote}</body></html>`],
        [400, JSON.stringify({ error: { type: "invalid_request_error", message: `refused: ${quote}` } })],
      ];
      const [status, body] = kinds[(heard.length - 1) % kinds.length] ?? [500, ""];
      response.writeHead(status, { "content-type": "application/json", "x-echo": quote.slice(0, 400) }).end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

/** Everything that was written and said. */
function everyByte(): ReadonlyMap<string, string> {
  const files = readdirSync(join(folder, "results"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const texts = files.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "latin1")] as const);
  return new Map([...texts, ["stdout", run.stdout], ["stderr", run.stderr]]);
}

it("the run had keys to tell: the right one was accepted, the wrong one refused, both were quoted", () => {
  expect(run.code).toBe(3);
  expect(mock.log.paid.length).toBeGreaterThan(0);
  expect(heard.join("\n")).toContain(RIGHT);
  expect(heard.join("\n")).toContain(HEADER);
  expect(run.stderr).toContain("[secret]");
  expect(run.stderr).toMatch(/wrong\.yaml: endpoint\.apiKeyEnv: wrong_key/);
  const texts = everyByte();
  expect([...texts.keys()]).toEqual(expect.arrayContaining(["manifest.json", "right-s0-r0.jsonl", "stderr"]));
});

it.each([
  ["the right key", RIGHT],
  ["the wrong key", WRONG],
  ["the header", HEADER],
])("%s is in no file and no word, whole or in part", (_what, secret) => {
  const forms = [secret, secret.slice(8, 20), Buffer.from(secret).toString("base64"), encodeURIComponent(secret)];
  for (const [name, text] of everyByte()) {
    for (const form of forms) expect(text.includes(form), `${name} holds ${form}`).toBe(false);
  }
});

it("nor is one in the words of the command itself, which name variables and files", () => {
  const { sessions } = JSON.parse(readFileSync(join(folder, "results/run/manifest.json"), "utf8")) as {
    readonly sessions: readonly { readonly flags: readonly string[] }[];
  };
  expect(sessions[0]?.flags).toContain("--horizon");
});
