// A run of several models against a misbehaving server, killed and resumed: shared by the short and the long proof.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chatty } from "./mock-model/brains.ts";
import { type MockModel, startMockModel } from "./mock-model/server.ts";
import { linesOf, Workshop } from "./model-run.ts";
import type { Finished } from "./program.ts";

/** How large the proof is. */
export interface ProofSize {
  readonly seeds: number;
  readonly horizon: number;
  readonly latencyMs: number;
  readonly faultRate: number;
  /** After how many replies, counted over all processes, the process is killed; once each. */
  readonly killsAfterReplies: readonly number[];
}

/** What the proof found. */
export interface Proof {
  readonly finished: Finished;
  readonly verified: Finished;
  readonly planned: number;
  readonly scored: number;
  readonly turns: number;
  readonly paid: number;
  readonly paidBeforeKills: number;
  /** Replies that a killed process may have paid for and not written down: one a trial in flight and kill. */
  readonly inFlightAtKills: number;
  readonly tables: string;
  readonly oddities: Readonly<Record<string, number>>;
}

/** A server of this machine is well again at once. */
const LIMITS = "limits: { retryWaitSeconds: 0.05 }";

const MODELS = [
  ["chat", "openai-chat", [LIMITS]],
  ["responses", "openai-responses", [LIMITS]],
  ["anthropic", "anthropic", [LIMITS]],
  ["compatible", "openai-compatible", [LIMITS]],
  ["streamed", "openai-compatible", [LIMITS, "sampling: { stream: true }"]],
] as const;

/** Plays the five models, killed and resumed as asked, and gathers what a test asserts. */
export async function proveRun(size: ProofSize): Promise<Proof> {
  const workshop = new Workshop();
  const server = await startMockModel({ brain: chatty, latencyMs: size.latencyMs, faultRate: size.faultRate });
  try {
    return await proof(workshop, server, size);
  } finally {
    await server.close();
    workshop.remove();
  }
}

async function proof(workshop: Workshop, server: MockModel, size: ProofSize): Promise<Proof> {
  const files = MODELS.map(([name, provider, lines]) => workshop.player(name, provider, server.url, [...lines]));
  const seeds = `0-${size.seeds - 1}`;
  const words = ["run", "--models", ...files, "--seeds", seeds, "--horizon", String(size.horizon)];
  for (const replies of size.killsAfterReplies) await killed(workshop, server, [...words, "--out", "run"], replies);
  const paidBeforeKills = server.log.paid.length;
  const finished = await workshop.arena(...words, "--out", "run");
  const lines = existsSync(workshop.path("run", "trials.jsonl")) ? linesOf(workshop, "run") : [];
  const oddities: Record<string, number> = {};
  for (const { result } of lines) {
    for (const [name, count] of Object.entries(result.oddities)) oddities[name] = (oddities[name] ?? 0) + count;
  }
  return {
    finished,
    verified: await workshop.arena("verify", "run"),
    planned: MODELS.length * size.seeds,
    scored: lines.filter(({ result }) => result.outcome.kind === "completed").length,
    turns: lines.reduce((sum, { result }) => sum + result.turns, 0),
    paid: server.log.paid.length,
    paidBeforeKills,
    inFlightAtKills: size.killsAfterReplies.length * MODELS.length * Math.min(4, size.seeds),
    tables: workshop.read("run", "table1.csv") + workshop.read("run", "trials.csv"),
    oddities,
  };
}

async function killed(workshop: Workshop, server: MockModel, words: readonly string[], replies: number): Promise<void> {
  const { child, finished } = workshop.start(...words);
  while (server.log.paid.length < replies && child.exitCode === null) await sleep(10);
  child.kill("SIGKILL");
  await finished;
}
