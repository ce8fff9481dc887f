// The facts that causes rest on, from small records, and the tables that show them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../src/config/data.ts";
import { REFUSALS_THAT_CLOSE as REFUSALS_AT_THE_DESK } from "../../src/env/desk.ts";
import type { Attempt } from "../../src/report/causes/attempt.ts";
import { answerOf, REFUSALS_THAT_CLOSE } from "../../src/report/causes/calls.ts";
import { CAUSE_WORDS, CAUSES, causeOf } from "../../src/report/causes/cause.ts";
import { causesCsv } from "../../src/report/causes/causes-csv.ts";
import { causesMarkdown } from "../../src/report/causes/causes-markdown.ts";
import { causesText } from "../../src/report/causes/causes-text.ts";
import type { TrialFacts } from "../../src/report/causes/facts.ts";
import type { Life, LivedMonth } from "../../src/report/causes/life.ts";
import { CauseTally } from "../../src/report/causes/summary.ts";
import { causeOptionsOf, trialFacts } from "../../src/report/causes/trial-facts.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { CASH, CLOSE, type Decider, episodeAt, market, PASS, raise, retrieve } from "../support/play.ts";
import { recordTrial } from "../support/record-trial.ts";

/** The answer to a request of month 0 takes longer than a month. */
const SLOW_SEED = [0, 1, 2, 3].find((seed) => (drawTape(seed)[0]?.delay ?? 0) > 0.5) ?? 0;

async function factsOf(decide: Decider, options: Parameters<typeof recordTrial>[1] = {}): Promise<TrialFacts> {
  const { line, events } = await recordTrial(decide, options);
  return trialFacts(line, events, causeOptionsOf(options.protocol ?? null));
}

describe("the facts of a trial", () => {
  test("never raising: the worked example's peak, its warning and its death", async () => {
    const facts = await factsOf((desk) => void desk.call(PASS), { protocol: { noise: false } });
    // Cash without noise peaks in month 8 with 17.7M and is gone in month 32.
    expect(facts).toMatchObject({ outcome: "bankrupt", cause: "never-raised", months: 32, cashPeakMonth: 8 });
    expect(facts).toMatchObject({ firstRequestMonth: null, firstRequestAfterPeak: null, attempts: [] });
    // It opens month 26 with less than 15.95M, a tenth below.
    expect(facts).toMatchObject({ warningMonth: 26, warningMonths: 32 - 26 });
  });

  test("raised money moves neither the peak nor the warning", async () => {
    const never = await factsOf((desk) => void desk.call(PASS));
    const greedy = await factsOf((desk) => {
      desk.call(desk.opening.data.pending === null ? raise("equity", 20_000_000) : PASS);
    });
    expect(greedy.outcome).toBe("survived");
    expect([greedy.cashPeakMonth, greedy.warningMonth]).toEqual([never.cashPeakMonth, never.warningMonth]);
    expect(greedy).toMatchObject({ cause: null, warningMonths: null, monthsLeftAtFirstRequest: null });
    expect(greedy.firstRequestAfterPeak).toBe(-(never.cashPeakMonth ?? 0));
  });

  test("attempts tell what was asked, answered and received, as the trial's line adds it up", async () => {
    const { line, events } = await recordTrial((desk) => {
      desk.call(desk.opening.data.pending === null ? raise("debt", 20_000_000) : PASS);
    });
    const { attempts } = await trialFacts(line, events, causeOptionsOf(null));
    const received = attempts.reduce((sum, { receivedCents }) => sum + receivedCents, 0);
    expect(received).toBe(line.result.raisedCents);
    expect(attempts).toHaveLength(line.result.requests);
    expect(attempts.filter(({ outcome }) => outcome === "settled")).toHaveLength(line.result.debtRounds);
    for (const { month, answeredMonth } of attempts) {
      if (answeredMonth !== null) expect(answeredMonth - month).toBeGreaterThanOrEqual(1);
    }
  });

  test("without delay an attempt is answered in its own month", async () => {
    const decide: Decider = (desk, month) => void desk.call(month === 3 ? raise("equity", 5_000_000) : PASS);
    const { attempts } = await factsOf(decide, { protocol: { delay: false } });
    expect(attempts).toEqual([expect.objectContaining({ month: 3, answeredMonth: 3 })]);
  });

  test("a request while another is pending is waste, not an attempt", async () => {
    const decide: Decider = (desk, month) => void desk.call(month < 2 ? raise("equity", 1_000_000) : PASS);
    const facts = await factsOf(decide, { seed: SLOW_SEED });
    expect(facts.attempts.filter(({ month }) => month < 2)).toHaveLength(1);
    expect(facts.wasted.refusedRequests).toBe(1);
  });

  test("look-ups, books' age, passes and forced passes are counted from the events", async () => {
    const facts = await factsOf((desk, month) => {
      desk.call(CASH);
      desk.call(market({ indicators: ["vix"] }));
      desk.call(retrieve("balance_sheet"));
      desk.call({ name: "verify_cash_position", arguments: { nothing: 1 } });
      if (month === 0 || month % 2 === 1) desk.call(month === 0 ? CLOSE : PASS);
    });
    const months = facts.monthsActed;
    expect(facts.looks).toEqual({ cash: months, projection: 0, documents: months, market: months });
    expect(facts.wasted).toMatchObject({ refusedCalls: months, refusedRaises: 0 });
    expect(facts.wasted.passes + facts.wasted.forcedPasses).toBe(months - 1);
    expect(facts.wasted.forcedPasses).toBe(Math.ceil(months / 2) - 1);
    // The closing of month 0 yields the opening balance sheet only: in month t the books are t + 1 months old.
    expect(facts.staleness.atDecisions).toBe((months + 1) / 2);
  });
});

describe("the words by which records tell refusals", () => {
  const episode = episodeAt(1, { seed: SLOW_SEED }, (desk) => void desk.call(raise("equity", 1_000_000)));
  const answers = [
    episode.desk.call({ name: "no_such_tool", arguments: {} }),
    episode.desk.call(CASH),
    episode.desk.call(raise("equity", 1_000_000)),
    episode.desk.call(CASH),
  ];

  test("are those of the desk", () => {
    const said = answers.map(({ text, isError }) =>
      answerOf({ event: "result", month: 1, text, isError, at: { ms: 0 } }),
    );
    expect(said).toEqual(["refused", "answered", "pending", "after-the-end"]);
    expect(REFUSALS_THAT_CLOSE).toBe(REFUSALS_AT_THE_DESK);
  });
});

const M = 100_000_000;

/** A life that loses its last 12M in its last year, after `months` months. */
function lifeOf(months: number, attempts: readonly Attempt[], change: Partial<LivedMonth> = {}): Life {
  const quiet = { debtService: 0, closedThrough: 0, wasForced: false, wasClosedByRefusals: false, passed: true };
  return {
    attempts,
    looks: { cash: 0, projection: 0, documents: 0, market: 0 },
    months: Array.from({ length: months }, (_, month) => {
      const cash = Math.min(12, months - 2 - month) * M;
      return { month, cash, ownCash: cash, refusedRaises: 0, looksAtBooks: 0, looksAtCash: 0, ...quiet, ...change };
    }),
  };
}

function asked(month: number, answeredMonth: number | null, outcome: Attempt["outcome"], millions = 20): Attempt {
  const receivedCents = outcome === "settled" ? millions * M : 0;
  return { month, instrument: "equity", requestedCents: millions * M, outcome, answeredMonth, receivedCents };
}

test("every cause stands in the rules of docs/causes.md", () => {
  const rules = readFileSync(join(packageRoot(), "docs/causes.md"), "utf8").split("## The rules")[1] ?? "";
  expect(CAUSES.filter((cause) => !rules.includes(CAUSE_WORDS[cause]))).toEqual([]);
});

describe("the rules, one by one", () => {
  test.each<[what: string, life: Life, cause: (typeof CAUSES)[number]]>([
    ["no request", lifeOf(60, []), "never-raised"],
    ["a first request 11 months before death", lifeOf(60, [asked(48, null, "pending")]), "raised-too-late"],
    ["a first request 12 months before death, declined", lifeOf(60, [asked(47, 50, "declined")]), "declined"],
    [
      "a second spell that waited and came late",
      lifeOf(60, [asked(0, 3, "settled"), asked(50, 55, "declined")]),
      "raised-too-late",
    ],
    [
      "a second spell that asked at once",
      lifeOf(60, [asked(44, 50, "settled"), asked(50, 55, "declined")]),
      "declined",
    ],
    [
      "still pending, asked in time",
      lifeOf(60, [asked(44, 53, "settled"), asked(53, null, "pending")]),
      "raised-too-late",
    ],
    ["half of the last year's loss is enough", lifeOf(60, [asked(0, 3, "settled", 6)]), "stopped-raising"],
    ["less than half is too little", lifeOf(60, [asked(0, 3, "settled", 5)]), "raised-too-little"],
    ["debt service of half the loss", lifeOf(60, [asked(0, 3, "settled")], { debtService: 0.5 * M }), "debt-service"],
    ["debt service of less", lifeOf(60, [asked(0, 3, "settled")], { debtService: 0.4 * M }), "stopped-raising"],
    ["money came, then only talk", lifeOf(60, [asked(0, 3, "settled")], { wasForced: true }), "never-decided"],
    ["money came, then bad amounts", lifeOf(60, [asked(0, 3, "settled")], { refusedRaises: 1 }), "invalid-arguments"],
    ["months closed by refusals", lifeOf(60, [], { wasForced: true, wasClosedByRefusals: true }), "invalid-arguments"],
    [
      "books looked at and never closed",
      lifeOf(60, [], { looksAtBooks: 1, closedThrough: null }),
      "books-never-closed",
    ],
    ["books looked at and closed once", lifeOf(60, [], { looksAtBooks: 1 }), "never-raised"],
    [
      "cash looked at as often as open books",
      lifeOf(60, [], { looksAtBooks: 1, looksAtCash: 1, closedThrough: null }),
      "never-raised",
    ],
    ["dead in its first month", lifeOf(1, []), "never-raised"],
  ])("%s", (_what, life, cause) => {
    expect(causeOf(life, { slowestAnswerMonths: 6 })).toBe(cause);
  });

  test("without delay no request is too late", () => {
    expect(causeOf(lifeOf(60, [asked(58, 58, "declined")]), causeOptionsOf({ delay: false }))).toBe("declined");
  });
});

describe("a player's summary", () => {
  test("names causes with three trials to look at, and means over trials", async () => {
    const tally = new CauseTally("player", "stamp");
    for (const seed of [0, 1, 2, 3]) tally.add(await factsOf((desk) => void desk.call(PASS), { seed }));
    tally.addWithoutRecord();
    const summary = tally.summary();
    expect(summary).toMatchObject({
      trials: 4,
      survived: 0,
      bankrupt: 4,
      withoutRecord: 1,
      neverAsked: 4,
      attempts: 0,
    });
    expect(summary.causes).toEqual([
      { cause: "never-raised", count: 4, examples: ["player-s0-r0", "player-s1-r0", "player-s2-r0"] },
    ]);
    expect(summary).toMatchObject({
      externalShare: null,
      approvalRate: null,
      looksOfSurvivors: null,
      looksOfBankrupt: 0,
    });
    expect(causesText([summary])).toContain("4 never raised (player-s0-r0, player-s1-r0, player-s2-r0)");
    expect(causesMarkdown([summary])).toContain("1 finished trials have no event file");
  });

  test("its CSV has a row a trial, with a blank where nothing can be said", async () => {
    const [header, row, ...rest] = causesCsv([await factsOf((desk) => void desk.call(PASS))])
      .trimEnd()
      .split("\n");
    expect(rest).toEqual([]);
    const cells = Object.fromEntries((header ?? "").split(",").map((name, at) => [name, row?.split(",")[at]]));
    expect(cells).toMatchObject({
      model: "player",
      seed: "0",
      cause: "never-raised",
      first_request_month: "",
      requests: "0",
    });
    expect(cells["received_usd"]).toBe("0.00");
    expect(cells["warning_months"]).toMatch(/^\d+$/);
  });
});
