// What a doctor finds at servers that are well, and at servers that are not.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { playerSchema } from "../../src/config/player.ts";
import { type Examination, examine } from "../../src/runner/doctor/examine.ts";
import { chatty, textCalls, textOnly } from "../support/mock-model/brains.ts";
import type { FaultName } from "../support/mock-model/faults.ts";
import { type MockModel, type MockOptions, startMockModel } from "../support/mock-model/server.ts";
import type { Brain } from "../support/mock-model/view.ts";

const KEY = "sk-doctor-SECRET-0123456789";
const KEY_NAME = "ARENA_DOCTOR_KEY";

let server: MockModel;

beforeEach(() => {
  vi.stubEnv(KEY_NAME, KEY);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

interface Case {
  readonly provider?: string;
  /** Path of the address below the server's. */
  readonly path?: string;
  readonly endpoint?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly server?: MockOptions;
  readonly faults?: readonly (FaultName | null)[];
}

async function examined({ provider = "openai-compatible", path = "/v1", ...more }: Case): Promise<Examination> {
  server = await startMockModel({ brain: chatty, apiKey: KEY, ...more.server });
  server.script(...(more.faults ?? []));
  const player = playerSchema.parse({
    label: "patient",
    category: "Mock",
    framework: "react",
    provider,
    model: "mock-model",
    endpoint: { baseURL: `${server.url}${path}`, apiKeyEnv: KEY_NAME, ...more.endpoint },
    limits: { requestTimeoutSeconds: 5 },
    ...more.fields,
  });
  const examination = await examine(player, () => undefined);
  expect(JSON.stringify(examination)).not.toContain(KEY.slice(3, 20));
  return examination;
}

function wrongIn({ checks }: Examination): string[] {
  return checks.filter(({ ok }) => ok === false).map(({ name }) => name);
}

describe("a server that is well", () => {
  const callsText: Brain = (view) => textCalls(view);
  it.each<[string, Case]>([
    ["openai-chat", { provider: "openai-chat" }],
    ["openai-responses", { provider: "openai-responses" }],
    [
      "a reasoning model, streamed",
      { provider: "openai-responses", fields: { model: "gpt-5.5", sampling: { stream: true } } },
    ],
    ["anthropic", { provider: "anthropic", path: "" }],
    [
      "anthropic, thinking",
      { provider: "anthropic", path: "", fields: { sampling: { reasoning: { budgetTokens: 2048 } } } },
    ],
    ["deepseek", { path: "/deepseek/v1", endpoint: { dialect: "deepseek" } }],
    ["gemini", { path: "/gemini/v1", endpoint: { dialect: "gemini" } }],
    ["kimi", { path: "/kimi/v1", endpoint: { dialect: "kimi" } }],
    ["mistral", { path: "/mistral/v1", endpoint: { dialect: "mistral" } }],
    ["openrouter", { path: "/openrouter/v1", endpoint: { dialect: "openrouter" } }],
    ["ollama", { path: "/ollama/v1", endpoint: { dialect: "ollama" } }],
    ["vllm", { path: "/vllm/v1", endpoint: { dialect: "vllm" } }],
    ["llama-server", { path: "/llama-server/v1", endpoint: { dialect: "llama-server" } }],
    ["calls by text", { fields: { toolCalling: "text" }, server: { brain: callsText } }],
    ["once too busy", { faults: ["rate_limit_ms"] }],
  ])("%s: every check is good, in three requests", async (_name, one) => {
    const { checks, spent } = await examined(one);
    expect(checks.filter(({ ok }) => ok !== true)).toEqual([]);
    expect(checks).toHaveLength(9);
    expect(server.log.paid).toHaveLength(3);
    expect(spent).toMatchObject({ requests: 3, usd: 0 });
  });

  it("is paid for at its prices, a little", async () => {
    const { spent, checks } = await examined({ fields: { prices: { input: 2, output: 8 } } });
    expect(spent.usd).toBeCloseTo(((spent.inputTokens ?? 0) * 2 + (spent.outputTokens ?? 0) * 8) / 1e6, 10);
    expect(spent.usd).toBeLessThan(0.05);
    expect(checks.at(-1)?.seen).toContain("from the player's file");
  });
});

describe("a server that is not well", () => {
  const vllm = { path: "/vllm/v1", endpoint: { dialect: "vllm" } };
  const llama = { path: "/llama-server/v1", endpoint: { dialect: "llama-server" } };
  const ollama = { path: "/ollama/v1", endpoint: { dialect: "ollama" } };
  it.each<[string, Case, string, string]>([
    ["another key", { server: { apiKey: "another" } }, "key", KEY_NAME],
    ["an empty account", { faults: ["insufficient_quota"] }, "key", "no credit or quota"],
    ["no such model", { faults: ["not_found"] }, "model", "check model and endpoint.baseURL"],
    ["a model that is not for this key", { faults: ["forbidden"] }, "model", "may not use this model"],
    ["another address", { faults: ["redirect"] }, "endpoint", "redirects"],
    ["no API at all", { faults: ["not_json", "not_json"] }, "endpoint", "check provider"],
    ["settings that it refuses", { faults: ["bad_request"] }, "settings", "provider's words"],
    ["vLLM without its flags", { ...vllm, faults: ["vllm_no_tool_parser"] }, "tool call", "--enable-auto-tool-choice"],
    ["vLLM with another parser", { ...vllm, faults: ["calls_as_hermes"] }, "tool call", "--tool-call-parser"],
    ["llama-server without jinja", { ...llama, faults: ["llama_no_jinja", "llama_no_jinja"] }, "tool call", "--jinja"],
    ["a llama-server that parses nothing", { ...llama, server: { brain: textOnly } }, "tool call", "--jinja"],
    ["a model that only talks", { server: { brain: textOnly } }, "tool call", "toolCalling: text"],
    ["a reply cut by its limit", { faults: ["length_cut"] }, "tool call", "sampling.maxOutputTokens"],
    ["broken arguments", { faults: ["arguments_broken"] }, "tool call", "toolCalling: text"],
    ["a tool that does not exist", { faults: ["unknown_tool"] }, "tool call", "toolCalling: text"],
    ["a turn that it does not take back", { faults: [null, "bad_request"] }, "second turn", "dialect"],
    ["silence about tokens", { faults: ["usage_absent"] }, "usage", "stream: false"],
    ["a prompt cut in silence", { ...ollama, server: { cutAtTokens: 4096 } }, "context", "OLLAMA_CONTEXT_LENGTH"],
    ["too little context", { ...vllm, faults: [null, null, "context_maximum_length"] }, "context", "--max-model-len"],
  ])("%s: that check fails and says what to change", async (_name, one, check, cure) => {
    const examination = await examined(one);
    expect(wrongIn(examination)).toEqual([check]);
    expect(examination.checks.find(({ ok }) => ok === false)?.change).toContain(cure);
  });

  it("that nobody can reach: nothing behind it is judged", async () => {
    const examination = await examined({ endpoint: { baseURL: "http://127.0.0.1:9/v1" } });
    expect(wrongIn(examination)).toEqual(["endpoint"]);
    expect(examination.checks[1]?.seen).toContain("unreachable");
    expect(examination.checks.filter(({ ok }) => ok === null)).toHaveLength(6);
  });

  it("whose key is not there: nothing is sent", async () => {
    vi.stubEnv(KEY_NAME, "");
    const examination = await examined({});
    expect(wrongIn(examination)).toEqual(["key"]);
    expect(examination.checks[0]?.change).toContain(".env");
    expect(server.log.entries).toHaveLength(0);
  });

  it("whose prices nobody knows: says so without sending a key that is not there", async () => {
    vi.stubEnv(KEY_NAME, "");
    const examination = await examined({ endpoint: { baseURL: "http://models.invalid/v1" } });
    expect(wrongIn(examination)).toEqual(["key", "prices"]);
    expect(examination.checks.at(-1)?.change).toContain("--allow-unpriced");
  });

  it("that repeats the key in its reply: the key is not shown", async () => {
    const parrot: Brain = () => ({ text: `Your key is ${KEY}.`, calls: [] });
    const { checks } = await examined({ server: { brain: parrot } });
    expect(checks.find(({ name }) => name === "tool call")?.seen).toContain("Your key is [secret]");
  });
});
