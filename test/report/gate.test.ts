import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { GATE_OPTIONS, type GateRow, judgeGate } from "../../src/report/gate.ts";
import { readTrialsCsv, rowsOfResults } from "../../src/report/gate-rows.ts";
import { gateJUnit, gateMarkdown, gateText } from "../../src/report/gate-text.ts";
import { gatherResults, type ProtocolResults } from "../../src/report/run-results.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, failed, line, MILLION_CENTS, player, run } from "./sample-runs.ts";

function row(label: string, survives: (seed: number) => boolean, seeds = 100, planned = seeds): GateRow {
  const trials = Array.from({ length: seeds }, (_, seed) => {
    const survived = survives(seed);
    return {
      seed,
      repeat: 0,
      survived,
      months: survived ? 132 : 40,
      scoreMusd: survived ? 50 + seed : 0,
      raisedMusd: 0,
    };
  });
  return { label, playerStamp: "s", trials, planned };
}

const all = () => true;

describe("the verdict", () => {
  test("an identical run passes and says what it could have seen", () => {
    const { verdict, players } = judgeGate([row("A", all)], [row("A", all)]);
    expect(verdict).toBe("passed");
    expect(players[0]).toMatchObject({ verdict: "passed", pairs: 100, difference: 0, p: 1, pHolm: 1 });
    expect(players[0]?.detectable).toBeGreaterThan(5);
    expect(players[0]?.detectable).toBeLessThan(10);
  });

  test.each<[what: string, survives: (seed: number) => boolean, verdict: string]>([
    ["five deaths of a hundred may be chance", (seed) => seed >= 5, "passed"],
    ["six are not", (seed) => seed >= 6, "failed"],
    ["half of them are not", (seed) => seed % 2 === 0, "failed"],
  ])("%s", (_what, survives, verdict) => {
    expect(judgeGate([row("A", all)], [row("A", survives)]).verdict).toBe(verdict);
  });

  test("better is never worse, however sure", () => {
    const { verdict, players } = judgeGate([row("A", (seed) => seed % 2 === 0)], [row("A", all)]);
    expect(verdict).toBe("passed");
    expect(players[0]?.pHolm).toBeLessThan(0.001);
  });

  test("five seeds decide nothing, not even when all of them are lost", () => {
    const { verdict, players } = judgeGate([row("A", all, 5)], [row("A", () => false, 5)]);
    expect(verdict).toBe("undecided");
    expect(players[0]?.reason).toBe("5 seeds are shared, 6 are needed to decide anything");
    expect(players[0]?.detectable).toBeNull();
  });

  test("six seeds decide when all are lost", () => {
    expect(judgeGate([row("A", all, 6)], [row("A", () => false, 6)]).verdict).toBe("failed");
  });

  test("more players need more: six deaths among eight players may be chance", () => {
    const labels = ["A", "B", "C", "D", "E", "F", "G", "H"];
    const before = labels.map((label) => row(label, all));
    const now = labels.map((label) => row(label, label === "A" ? (seed) => seed >= 6 : all));
    expect(judgeGate(before, now).verdict).toBe("passed");
    const worse = labels.map((label) => row(label, label === "A" ? (seed) => seed >= 9 : all));
    expect(judgeGate(before, worse).verdict).toBe("failed");
  });

  test("too little coverage, a missing player and a new one", () => {
    const before = [row("A", all), row("B", all)];
    const { verdict, players } = judgeGate(before, [row("A", all, 79, 100), row("C", all)]);
    expect(verdict).toBe("undecided");
    expect(players.map(({ label, verdict: own, reason }) => [label, own, reason])).toEqual([
      ["A", "undecided", "79 of 100 planned trials are scored, at least 80 % are needed"],
      ["B", "undecided", "the run does not have it"],
      ["C", "new", "no baseline to compare its 100 trials with"],
    ]);
  });

  test("one that got worse fails the gate, though another cannot be judged", () => {
    const before = [row("A", all), row("B", all)];
    expect(judgeGate(before, [row("A", () => false)]).verdict).toBe("failed");
  });

  test("the score is judged by its paired mean", () => {
    const lower: GateRow = {
      ...row("A", all),
      trials: row("A", all).trials.map((one) => ({ ...one, scoreMusd: one.scoreMusd - 1 })),
    };
    const options = { ...GATE_OPTIONS, metric: "score" } as const;
    expect(judgeGate([row("A", all)], [lower], options)).toMatchObject({
      verdict: "failed",
      players: [{ difference: -1 }],
    });
    expect(judgeGate([row("A", all)], [row("A", all)], options).verdict).toBe("passed");
  });
});

describe("what is written", () => {
  const result = judgeGate(
    [row("passes <&>", all), row("falls", all), row("missing", all)],
    [row("passes <&>", all), row("falls", () => false), row("new", all)],
  );

  test("JUnit: a failure, an error and a skipped case, well-formed", () => {
    const xml = gateJUnit(result);
    expect(xml).toContain('tests="4" failures="1" errors="1" skipped="1"');
    expect(xml).toMatch(/<testcase name="falls" classname="arena.gate.survival"><failure message="100.0 → 0.0 %/);
    expect(xml).toMatch(/<testcase name="missing"[^>]*><error message="the run does not have it"/);
    expect(xml).toContain('name="passes &lt;&amp;&gt;"');
  });

  test("JUnit leaves out what XML cannot carry", () => {
    const xml = gateJUnit(judgeGate([row("bell\u0007 \ud800 \u{1f600}", all)], []));
    expect(xml).toContain('name="bell  \u{1f600}"');
  });

  test("the terminal and the summary say the smallest fall that would be seen", () => {
    expect(gateText(result)).toMatch(
      /falls +WORSE +100.0 → 0.0 % on 100 shared seeds, p < 0.001; a fall of \d+\.\d points/,
    );
    expect(gateText(result)).toContain("Gate: failed, something got worse");
    expect(gateMarkdown(result)).toMatch(/\| falls +\| +WORSE \|/);
  });
});

describe("a baseline in a trials.csv", () => {
  const folder = mkdtempSync(join(tmpdir(), "arena-gate-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const written = (text: string): string => {
    const file = join(folder, "trials.csv");
    writeFileSync(file, text);
    return file;
  };

  test("gives the rows that its run gives, but for what was planned", () => {
    const lines = [
      line({ label: "=A", seed: 0 }, { scoreCents: 12.34 * MILLION_CENTS, raisedCents: 5 * MILLION_CENTS }),
      line({ label: "=A", seed: 1 }, bankrupt(31)),
      line({ label: "B", seed: 0 }, failed(3)),
    ];
    const results = gatherResults([run([player("=A"), player("B")], lines)]);
    const { protocolStamp, rows } = rowsOfResults(results.tables[0] as ProtocolResults);
    const read = readTrialsCsv(written(tableFiles(results)["trials.csv"]));
    expect(read).toEqual([{ protocolStamp, rows: rows.map((one) => ({ ...one, planned: null })) }]);
  });

  test.each([
    ["no trial", "model,seed\n", /it holds no trial/],
    ["no such columns", "a,b\n1,2\n", /the columns model, seed, .* are missing/],
    [
      "no number",
      "model,seed,repeat,outcome,months,score_usd,raised_usd,protocol,player_stamp\nA,x,0,survived,1,2,3,p,s\n",
      /trials.csv:2: seed 'x' is not a number/,
    ],
    ["a torn line", 'model,seed\n"A', /not valid CSV/],
  ])("%s is told with its place", (_what, text, message) => {
    expect(() => readTrialsCsv(written(text))).toThrow(message);
  });
});
