// What is wrong with a model's file, key or server is told in one message that names the file, the field and the cure,
// and the other models of the run go on.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runArena } from "../support/arena-process.ts";
import { greedyEquity } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";
import type { Finished } from "../support/program.ts";

const folder = mkdtempSync(join(tmpdir(), "arena-bad-"));
const ENV = { RIGHT_KEY: "sk-right-0123456789", WRONG_KEY: "sk-wrong-0123456789", TORN_KEY: "sk-torn 0123456789" };

let server: MockModel;
let nowhere: MockModel;
let closedPort = 0;

beforeAll(async () => {
  server = await startMockModel({ brain: greedyEquity, apiKey: ENV.RIGHT_KEY });
  // A rate of 2 is one fault in every request.
  nowhere = await startMockModel({ faults: ["not_found"], faultRate: 2 });
  closedPort = await portOfNobody();
});

afterAll(async () => {
  await Promise.all([server.close(), nowhere.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function portOfNobody(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((ready) => listener.listen(0, "127.0.0.1", ready));
  const { port } = listener.address() as AddressInfo;
  await new Promise<void>((closed) => listener.close(() => closed()));
  return port;
}

/** A player's file with a fault of its own. */
function playerFile(name: string, lines: readonly string[]): string {
  const file = `${name}.yaml`;
  const fields: Record<string, string> = {
    label: name,
    category: "Mock",
    framework: "react",
    provider: "openai-chat",
    model: "mock-model",
    endpoint: `{ baseURL: "${server.url}/v1", apiKeyEnv: RIGHT_KEY }`,
  };
  for (const line of lines) fields[line.slice(0, line.indexOf(":"))] = line.slice(line.indexOf(":") + 2);
  writeFileSync(
    join(folder, file),
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(""),
  );
  return file;
}

interface Fault {
  readonly name: string;
  readonly lines: () => readonly string[];
  /** What the one message has to say: place and cure. */
  readonly says: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    name: "no-key",
    lines: () => [`endpoint: { baseURL: "${server.url}/v1", apiKeyEnv: ABSENT_KEY }`],
    says: /no-key\.yaml: endpoint\.apiKeyEnv: ABSENT_KEY is not set; put it into the environment or into \.env/,
  },
  {
    name: "torn-key",
    lines: () => [`endpoint: { baseURL: "${server.url}/v1", apiKeyEnv: TORN_KEY }`],
    says: /torn-key\.yaml: endpoint\.apiKeyEnv: TORN_KEY holds a blank.*; set it anew/,
  },
  {
    name: "wrong-key",
    lines: () => [`endpoint: { baseURL: "${server.url}/v1", apiKeyEnv: WRONG_KEY }`],
    says: /wrong-key\.yaml: endpoint\.apiKeyEnv: wrong_key \(HTTP 401\): .*; check the key/,
  },
  {
    name: "unreachable",
    lines: () => [`endpoint: { baseURL: "http://127.0.0.1:${closedPort}/v1" }`, "limits: { retryWaitSeconds: 0.05 }"],
    says: /unreachable\.yaml: endpoint\.baseURL: unreachable: .*; check endpoint\.baseURL, and that the server is running/,
  },
  {
    name: "unknown-model",
    lines: () => [`endpoint: { baseURL: "${nowhere.url}/v1" }`, "model: no-such-model"],
    says: /unknown-model\.yaml: model: not_found \(HTTP 404\): .*; check model and endpoint\.baseURL/,
  },
  {
    name: "no-prices",
    lines: () => ['endpoint: { baseURL: "http://models.invalid/v1" }', "model: nobody-knows"],
    says: /no-prices\.yaml: prices: none are known for nobody-knows; add prices: .* or pass --allow-unpriced/,
  },
  {
    name: "unknown-provider",
    lines: () => ["provider: openai-chats"],
    says: /unknown-provider\.yaml:4:11: provider: .*openai-chat/,
  },
  {
    name: "contradiction",
    lines: () => ["model: gpt-5.5", "sampling: { temperature: 0.7, reasoning: { effort: medium } }"],
    says: /contradiction\.yaml:7:\d+: sampling\.temperature: .*drop temperature/,
  },
  {
    name: "misspelt",
    lines: () => ["sampling: { temprature: 0.7 }"],
    says: /misspelt\.yaml:7:\d+: sampling: unknown key 'temprature'.*temperature/,
  },
];

function arena(...words: readonly string[]): Promise<Finished> {
  return runArena([...words, "--horizon", "4", "--seeds", "2", "--workers", "1"], { cwd: folder, env: ENV });
}

describe("in a run with a good model", () => {
  let played: Finished;

  beforeAll(async () => {
    const files = [playerFile("good", []), ...FAULTS.map(({ name, lines }) => playerFile(name, lines()))];
    played = await arena("run", "--models", ...files);
  });

  it.each(FAULTS)("$name is told once, with file, field and cure", ({ name, says }) => {
    const told = played.stderr
      .split("\n")
      .filter((line) => line.startsWith("warning: ") && line.includes(`${name}.yaml`));
    expect(told).toEqual([expect.stringMatching(says)]);
  });

  it("the good one is played to its end", () => {
    expect(played.stdout).toMatch(/good .* 2\/2/);
    expect(played.code).toBe(3);
  });

  it("the same command goes on in the same folder once a file is put right", async () => {
    const place = /results in (\S+)/.exec(played.stderr)?.[1] ?? "";
    expect(existsSync(join(folder, place, "manifest.json"))).toBe(true);
    playerFile("contradiction", []);
    const files = ["good", ...FAULTS.map(({ name }) => name)].map((name) => `${name}.yaml`);
    const again = await arena("run", "--models", ...files);
    expect(again.stderr).toContain(`results in ${place}`);
    const lines = readFileSync(join(folder, place, "trials.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { trial: { label: string } }).trial.label).toSorted()).toEqual([
      "contradiction",
      "contradiction",
      "good",
      "good",
    ]);
  });

  it("a plan shows what cannot be played, and says so with its exit code", async () => {
    const plan = await arena(
      "run",
      "--models",
      "good.yaml",
      playerFile("no-key", FAULTS[0]?.lines() ?? []),
      "--dry-run",
    );
    expect(plan.stdout).toMatch(/^no-key: 2 trials; cannot be played: no-key\.yaml: endpoint\.apiKeyEnv: /m);
    expect(plan.code).toBe(3);
  });
});

const ALONE: readonly (readonly [string, number])[] = [
  ["no-key", 1],
  ["contradiction", 1],
  ["wrong-key", 3],
];

it.each(ALONE)("%s alone: nothing can be played, exit %i", async (name, code) => {
  const { lines, says } = FAULTS.find((fault) => fault.name === name) as Fault;
  const told = await arena("run", "--models", playerFile(name, lines()), "--out", `alone-${name}`);
  expect(told.stderr).toMatch(says);
  expect(told.stderr).not.toMatch(/\n {4}at /);
  expect(told.code).toBe(code);
  expect(existsSync(join(folder, `alone-${name}`))).toBe(code === 3);
});

describe("a run that may cost much", () => {
  const dear = () => playerFile("dear", ["prices: { input: 10000, output: 10000 }"]);

  it("is not begun without a terminal", async () => {
    const refused = await arena("run", "--models", dear(), "--out", "dear");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/error: this run may cost \$\d.*more than the \$50 .*\nhint: Pass --yes/);
    expect(existsSync(join(folder, "dear"))).toBe(false);
  });

  it("is planned without being asked about, as one value for programs", async () => {
    const plan = await arena("run", "--models", dear(), "--dry-run", "--json", "--out", "planned");
    expect(JSON.parse(plan.stdout)).toMatchObject({
      event: "plan",
      planned: 2,
      unpriced: [],
      players: [{ model: "dear", planned: 2, todo: 2, basis: "measured", blocked: null }],
    });
    expect(plan.code).toBe(0);
  });
});
