// The long proof for model players: five models, five seeds, every month, a misbehaving server, kills in the middle.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chatty } from "../support/mock-model/brains.ts";
import { startMockModel } from "../support/mock-model/server.ts";
import { proveRun } from "../support/model-acceptance.ts";
import { linesOf, Workshop } from "../support/model-run.ts";

const SIZE = { seeds: 5, horizon: 132, latencyMs: 40, faultRate: 0.03 };

describe("five models × five seeds × 132 months at 40 ms with 3 % misbehaviour", () => {
  it("are all scored and verify; killed in the middle and resumed they give the same tables and pay nothing twice", async () => {
    const whole = await proveRun({ ...SIZE, killsAfterReplies: [] });
    expect(whole.finished).toMatchObject({ code: 0 });
    expect(whole.scored).toBe(25);
    expect(whole.verified).toMatchObject({ code: 0 });
    expect(whole.paid).toBe(whole.turns);

    const broken = await proveRun({ ...SIZE, killsAfterReplies: [2000, 6000] });
    expect(broken.finished).toMatchObject({ code: 0 });
    expect(broken.verified).toMatchObject({ code: 0 });
    expect(broken.tables).toBe(whole.tables);
    expect(broken.paid - broken.turns).toBeLessThanOrEqual(broken.inFlightAtKills);
    console.log(
      `${whole.turns} turns, oddities ${JSON.stringify(whole.oddities)}; ` +
        `${broken.paidBeforeKills} paid before the kills, ${broken.paid - broken.turns} replies in flight lost`,
    );
  });
});

describe("a server that admits 20 requests a second", () => {
  it("is used to at least 80 % after 30 s of learning, with at most 10 % refused, and fails no trial", async () => {
    const server = await startMockModel({ brain: chatty, latencyMs: 40, admitPerSecond: 20 });
    const workshop = new Workshop();
    const file = workshop.player("busy", "openai-chat", server.url, ["limits: { concurrency: 40 }"]);
    try {
      const { child, finished } = workshop.start(
        "run",
        "--models",
        file,
        "--seeds",
        "40",
        "--horizon",
        "60",
        "--out",
        "run",
      );
      const startMs = await firstRequest(server.log.entries);
      await sleep(61_000);
      child.kill("SIGINT");
      await finished;
      const learnt = server.log.entries.filter(({ atMs }) => atMs >= startMs + 30_000 && atMs < startMs + 60_000);
      const answered = learnt.filter(({ status }) => status === 200).length;
      console.log(`${answered} answered and ${learnt.length - answered} refused in 30 s`);
      expect(answered).toBeGreaterThanOrEqual(0.8 * 20 * 30);
      expect(learnt.length - answered).toBeLessThanOrEqual(0.1 * learnt.length);
      expect(linesOf(workshop, "run").filter(({ result }) => result.outcome.kind !== "completed")).toEqual([]);
    } finally {
      await server.close();
      workshop.remove();
    }
  });
});

async function firstRequest(entries: readonly { readonly atMs: number }[]): Promise<number> {
  for (;;) {
    const [first] = entries;
    if (first !== undefined) return first.atMs;
    await sleep(50);
  }
}
