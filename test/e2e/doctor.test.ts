// `arena doctor` as it is typed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runArena } from "../support/arena-process.ts";
import { chatty } from "../support/mock-model/brains.ts";
import { type MockModel, startMockModel } from "../support/mock-model/server.ts";

const KEY = "sk-doctor-e2e-SECRET-0123456789";

let folder = "";
let server: MockModel;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "arena-doctor-"));
  server = await startMockModel({ brain: chatty, apiKey: KEY });
  writeFileSync(
    join(folder, "model.yaml"),
    `label: Patient\ncategory: Mock\nframework: react\nprovider: openai-chat\nmodel: mock-model\n` +
      `endpoint: { baseURL: "${server.url}/v1", apiKeyEnv: PATIENT_KEY }\nprices: { input: 2, output: 8 }\n`,
  );
  writeFileSync(
    join(folder, "rule.yaml"),
    "label: Rule\ncategory: Scripted\nframework: scripted\npolicy: never-raise\n",
  );
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("tells what it will cost, ticks off what is well, and takes the key from .env", async () => {
  writeFileSync(join(folder, ".env"), `PATIENT_KEY=${KEY}\n`);
  const visit = await runArena(["doctor", "model.yaml"], { cwd: folder });
  expect(visit.stderr).toMatch(
    /^Patient: asking its model, 3 requests, below \d\d,\d{3} input tokens in all, at most \$0\.\d\d\n$/,
  );
  expect(visit.stdout).toMatch(
    /^Patient \(model\.yaml\)\n(?:✓ .+\n){9}3 requests, .+ tokens, \$0\.0\d\nAll is well\.\n$/,
  );
  expect(visit.code).toBe(0);
  expect(visit.stdout + visit.stderr).not.toContain(KEY.slice(3, 20));
});

it("says what to change, and exits with 1", async () => {
  const visit = await runArena(["doctor", "model.yaml"], {
    cwd: folder,
    env: { PATIENT_KEY: "sk-of-somebody-else-99" },
  });
  expect(visit.code).toBe(1);
  expect(visit.stdout).toContain("✗ key          wrong_key (HTTP 401)");
  expect(visit.stdout).toContain("→ PATIENT_KEY holds a key that this server refuses");
  expect(visit.stdout).toContain("1 of 9 checks failed.");
  expect(visit.stdout + visit.stderr).not.toContain("somebody-else");
});

it("has nothing to check for a scripted player", async () => {
  const visit = await runArena(["doctor", "rule.yaml"], { cwd: folder });
  expect(visit).toEqual({
    code: 0,
    stdout: "Rule (rule.yaml): nothing to check, it needs neither key nor network\n",
    stderr: "",
  });
});

it("speaks JSON to programs, a line a player", async () => {
  const visit = await runArena(["doctor", "model.yaml", "rule.yaml", "--json"], { cwd: folder });
  const [patient, rule] = visit.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(patient).toMatchObject({ file: "model.yaml", model: "Patient", ok: false, requests: 0, cost_usd: 0 });
  expect(patient?.["checks"]).toContainEqual({
    name: "key",
    ok: false,
    seen: "PATIENT_KEY is not set",
    change: "put it into the environment or into .env",
  });
  expect(rule).toMatchObject({ model: "Rule", ok: true, checks: [] });
  expect(visit.code).toBe(1);
});
