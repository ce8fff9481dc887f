// Many trials that wait for a slow model take hardly longer than the waiting itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { Workshop } from "../support/model-run.ts";

const TRIALS = 200;
const LATENCY_MS = 500;
const MONTHS = 40;

it("200 trials of a model that takes 500 ms finish within 10 % of the ideal", async () => {
  const server = spawn(process.execPath, [resolve(import.meta.dirname, "slow-server.mjs"), String(LATENCY_MS)]);
  const lines = createInterface({ input: server.stdout });
  const nextLine = async (): Promise<Record<string, number>> => {
    const [line] = (await once(lines, "line")) as [string];
    return JSON.parse(line) as Record<string, number>;
  };
  const workshop = new Workshop();
  try {
    const { port } = await nextLine();
    const file = workshop.player("slow", "openai-chat", `http://127.0.0.1:${port}`, [
      `limits: { concurrency: ${TRIALS} }`,
    ]);
    const words = ["--models", file, "--seeds", String(TRIALS), "--out", "run", "--quiet", "--horizon", String(MONTHS)];
    expect(await workshop.arena("run", ...words)).toMatchObject({ code: 0 });
    server.stdin.end();
    const { tookMs = 0, count } = await nextLine();
    const idealMs = MONTHS * LATENCY_MS;
    const ratio = (tookMs / idealMs).toFixed(3);
    console.log(
      `${count} replies, ${tookMs} ms from the first request to the last reply, ideal ${idealMs}, ratio ${ratio}`,
    );
    expect(count).toBe(TRIALS * MONTHS);
    expect(tookMs / idealMs).toBeLessThanOrEqual(1.1);
  } finally {
    server.kill();
    workshop.remove();
  }
});
