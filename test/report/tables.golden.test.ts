// Proves only that nothing changed: the tables of a small folder, byte for byte.
import { expect, test } from "vitest";
import { gatherResults } from "../../src/report/run-results.ts";
import { table1Of } from "../../src/report/table1.ts";
import { table1Text } from "../../src/report/text-table.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, failed, line, MILLION_CENTS, player, run, truncated } from "./sample-runs.ts";

const scripted = (label: string) => player(label, { framework: "scripted", category: "Scripted" });
const players = [
  scripted("never-raise"),
  scripted("greedy-equity"),
  player("GPT-5.5"),
  player("Claude Opus 4.7"),
  player("Qwen3.5-9B", { category: "Open-source LLMs (Small)" }),
  player("Codex CLI + GPT-5.5", { framework: "codex", category: "Other frameworks" }),
];
const raised = (amountMusd: number) => ({ raisedCents: amountMusd * MILLION_CENTS });
const lines = [0, 1, 2].flatMap((seed) => [
  line({ label: "never-raise", seed }, bankrupt(32 + seed, { crises: [true, seed === 2, false] })),
  line(
    { label: "greedy-equity", seed },
    { scoreCents: (130 + 7 * seed) * MILLION_CENTS, ...raised(140 + 5 * seed), requests: 90, equityRounds: 8 },
  ),
  line(
    { label: "GPT-5.5", seed },
    seed === 1 ? failed(12) : bankrupt(49 + seed, { ...raised(20), toolCalls: 82, closings: 3, requests: 5 }),
  ),
  line(
    { label: "Claude Opus 4.7", seed },
    seed === 0 ? { ...raised(60), toolCalls: 445 } : bankrupt(88 - seed, raised(75)),
  ),
  line({ label: "Qwen3.5-9B", seed }, bankrupt(64 + 9 * seed, { ...raised(12.5), requests: 40 })),
  line({ label: "Codex CLI + GPT-5.5", seed }, seed === 2 ? truncated(70) : { ...raised(61), closings: 100 }),
]);
const results = gatherResults([run(players, lines, { seeds: [0, 1, 2] })]);

test.each(Object.entries(tableFiles(results)))("%s is what it was", async (name, text) => {
  await expect(text).toMatchFileSnapshot(`golden/${name}`);
});

test("the table on a terminal is what it was", async () => {
  await expect(table1Text(results.tables.map(table1Of), results.warnings)).toMatchFileSnapshot("golden/table1.txt");
});
