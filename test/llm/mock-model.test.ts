import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { userMessage } from "../../src/llm/messages.ts";
import { drawFaults, SURVIVABLE } from "../support/mock-model/faults.ts";
import { failure, modelFor, NO_STOP, opening } from "../support/mock-model/players.ts";
import { startMockModel } from "../support/mock-model/server.ts";

const PLAN = { rate: 0.5, among: SURVIVABLE };

test("content is drawn from the request, transport from the request and the attempt", () => {
  const draws = Array.from({ length: 200 }, (_, index) => drawFaults(PLAN, `hash-${index}`, 1));
  expect(Array.from({ length: 200 }, (_, index) => drawFaults(PLAN, `hash-${index}`, 1))).toEqual(draws);
  const second = Array.from({ length: 200 }, (_, index) => drawFaults(PLAN, `hash-${index}`, 2));
  expect(second.map((draw) => draw.content)).toEqual(draws.map((draw) => draw.content));
  expect(second.map((draw) => draw.transport)).not.toEqual(draws.map((draw) => draw.transport));
  const happened = draws.filter((draw) => draw.content !== null || draw.transport !== null).length;
  expect(happened).toBeGreaterThan(60);
  expect(happened).toBeLessThan(120);
});

test("two servers meet the same requests with the same faults", async () => {
  const faultsOf = async () => {
    const server = await startMockModel({ faultRate: 0.6 });
    const model = modelFor("openai-chat", server.url);
    for (let month = 0; month < 30; month++) {
      await model
        .complete(opening({ messages: [userMessage(`Month ${month}\nPending: none`)] }), { signal: NO_STOP })
        .catch(() => undefined);
    }
    await server.close();
    return server.log.entries.map((entry) => entry.fault);
  };
  const first = await faultsOf();
  expect(await faultsOf()).toEqual(first);
  expect(first.filter((fault) => fault !== null).length).toBeGreaterThan(5);
});

test("more than so many a second are refused, with a time to wait", async () => {
  const server = await startMockModel({ admitPerSecond: 5 });
  const model = modelFor("openai-chat", server.url);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => model.complete(opening(), { signal: NO_STOP })),
  );
  const refused = outcomes
    .filter((outcome) => outcome.status === "rejected")
    .map((outcome) => outcome.reason as unknown);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ class: "rate" });
  await server.close();
});

test("an account that is empty stays empty", async () => {
  const server = await startMockModel({ quotaAfter: 1 });
  const model = modelFor("anthropic", server.url);
  await model.complete(opening(), { signal: NO_STOP });
  expect(await failure(model.complete(opening(), { signal: NO_STOP }))).toMatchObject({ class: "money" });
  expect(server.log.paid).toHaveLength(1);
  await server.close();
});

const SCRIPT = "scripts/mock-model.ts";

test("the command serves on 127.0.0.1, logs what it saw, and ends by itself", async () => {
  const log = join(mkdtempSync(join(tmpdir(), "mock-")), "log.jsonl");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", SCRIPT, "--policy", "never-raise", "--latency-ms", "10", "--for-seconds", "2", "--log", log],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const reply = await modelFor("openai-chat", url).complete(opening(), { signal: NO_STOP });
  expect(reply.toolCalls[0]?.name).toBe("pass");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({ n: 1, status: 200, paid: true, attempt: 1 });
});

test("the command refuses a policy that does not exist, and names those that do", async () => {
  const outcome = await promisify(execFile)(process.execPath, ["--import", "tsx", SCRIPT, "--policy", "wild"]).catch(
    (error: unknown) => error as { stderr: string; code: number },
  );
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("greedy-equity") as string });
});
