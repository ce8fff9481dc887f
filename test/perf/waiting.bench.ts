// Many trials that wait for a slow model take hardly longer than the waiting itself.
import { expect, it } from "vitest";
import { greedyEquity } from "../support/mock-model/brains.ts";
import { startMockModel } from "../support/mock-model/server.ts";
import { Workshop } from "../support/model-run.ts";

const TRIALS = 200;
const LATENCY_MS = 500;
const MONTHS = 40;

it("200 trials of a model that takes 500 ms finish within 10 % of the ideal", async () => {
  const server = await startMockModel({ brain: greedyEquity, latencyMs: LATENCY_MS });
  const workshop = new Workshop();
  const file = workshop.player("slow", "openai-chat", server.url, [`limits: { concurrency: ${TRIALS} }`]);
  try {
    const words = ["--models", file, "--seeds", String(TRIALS), "--out", "run", "--quiet", "--horizon", String(MONTHS)];
    const done = await workshop.arena("run", ...words);
    expect(done).toMatchObject({ code: 0 });
    const times = server.log.entries.map(({ atMs }) => atMs);
    const tookMs = Math.max(...times) + LATENCY_MS - Math.min(...times);
    const idealMs = MONTHS * LATENCY_MS;
    console.log(
      `${tookMs} ms from the first request to the last reply, ideal ${idealMs}, ratio ${(tookMs / idealMs).toFixed(3)}`,
    );
    expect(tookMs / idealMs).toBeLessThanOrEqual(1.1);
  } finally {
    await server.close();
    workshop.remove();
  }
});
