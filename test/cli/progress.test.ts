// Where a run stands and when it ends, on simulated time, and how it is shown.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProgress } from "../../src/cli/progress-lines.ts";
import { barTable } from "../../src/cli/progress-table.ts";
import { RunTally, type Standing } from "../../src/cli/progress-tally.ts";
import { costText, durationText } from "../../src/cli/progress-text.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import type { RunObserver, RunOpening } from "../../src/runner/run-request.ts";
import { bankrupt, failed, line } from "../report/sample-runs.ts";
import { SimulatedTime } from "../support/simulated-time.ts";

const HORIZON = 132;
const MONTH_MS = 80_000;
const RATES = { input: 1, output: 1, tiers: [] };

type Trial = RunOpening["planned"][number];

function trials(count: number, label = "A"): Trial[] {
  return Array.from({ length: count }, (_, seed) => line({ label, seed }).trial);
}

function opening(planned: readonly Trial[], rest: Partial<RunOpening> = {}): RunOpening {
  const labels = [...new Set(planned.map(({ label }) => label))];
  return {
    folder: "run",
    planned,
    kept: [],
    todo: planned,
    horizon: HORIZON,
    prices: new Map(labels.map((label) => [label, RATES])),
    spent: new Map(),
    ...rest,
  };
}

function tallyOf(opened: RunOpening): RunTally {
  const tally = new RunTally();
  tally.opened(opened, 0);
  return tally;
}

const ended = (trial: Trial, result: Parameters<typeof line>[1] = {}): TrialLine =>
  line(trial, { turns: 9, ...result });

type Teller = Pick<RunObserver, "replied" | "begun"> & {
  month(trial: Trial, month: number): void;
  finished(line: TrialLine): void;
};

/** Plays trials in so many lanes; each dies after the months of its seed, or lives. */
function playOut(
  time: SimulatedTime,
  to: Teller,
  todo: readonly Trial[],
  lanes: number,
  livesOf: (seed: number) => number,
) {
  const waiting = [...todo];
  let playing = 0;
  const next = (): void => {
    const trial = waiting.shift();
    if (trial === undefined) return;
    playing += 1;
    to.begun(trial);
    const months = livesOf(trial.seed);
    const play = (month: number): void => {
      time.timer(() => {
        to.replied(trial, { usd: 0.01, tokens: 1000 });
        to.month(trial, month);
        if (month + 1 < months) {
          play(month + 1);
          return;
        }
        to.finished(ended(trial, months < HORIZON ? bankrupt(months - 1) : {}));
        playing -= 1;
        next();
      }, MONTH_MS);
    };
    play(0);
  };
  for (let lane = 0; lane < lanes; lane += 1) next();
  return () => playing > 0;
}

/** What was foretold of a run whenever a month had passed, and when it really ended. */
function foretold(count: number, lanes: number, livesOf: (seed: number) => number = () => HORIZON) {
  const time = new SimulatedTime();
  const planned = trials(count);
  const tally = tallyOf(opening(planned));
  const isPlaying = playOut(
    time,
    {
      replied: (...args) => {
        tally.replied(...args);
      },
      begun: (trial) => {
        tally.begun(trial, time.clock());
      },
      month: (trial, month) => {
        tally.month(trial, month, time.clock());
      },
      finished: (one) => {
        tally.finished(one, time.clock());
      },
    },
    planned,
    lanes,
    livesOf,
  );
  const guesses: { readonly atMs: number; readonly etaMs: number }[] = [];
  while (isPlaying()) {
    time.runUntil(time.clock() + MONTH_MS);
    const { etaMs } = tally.standingOf("A", time.clock());
    if (etaMs !== null) guesses.push({ atMs: time.clock(), etaMs });
  }
  return { endMs: time.clock(), guesses };
}

describe("the time that is left", () => {
  test.each([
    [1, 1],
    [8, 4],
    [5, 4],
    [12, 3],
  ])("of %i trials, %i at once, is known from the first month on", (count, lanes) => {
    const { endMs, guesses } = foretold(count, lanes);
    expect(guesses.length).toBeGreaterThanOrEqual(HORIZON - 1);
    for (const { atMs, etaMs } of guesses) expect(Math.abs(atMs + etaMs - endMs)).toBeLessThan(endMs / 20);
  });

  test("goes by how long the player's companies live", () => {
    const { endMs, guesses } = foretold(40, 4, (seed) => (seed % 4 === 0 ? HORIZON : 30));
    const later = guesses.filter(({ atMs }) => atMs > endMs / 3);
    for (const { atMs, etaMs } of later) expect(Math.abs(atMs + etaMs - endMs)).toBeLessThan(endMs / 4);
  });

  test("is not shortened by what a record repeats, however much that is", () => {
    const [trial] = trials(1) as [Trial];
    const etaWith = (spent: RunOpening["spent"]) => {
      const tally = tallyOf(opening([trial], { spent }));
      tally.begun(trial, 0);
      for (let month = 60; month < 70; month += 1) tally.month(trial, month, (month - 59) * MONTH_MS);
      return tally.standingOf("A", 10 * MONTH_MS);
    };
    const resumed = etaWith(new Map([["A", { usd: 4, tokens: 5e6, replies: 900 }]]));
    expect(resumed.etaMs).toBe((HORIZON - 70) * MONTH_MS);
    expect(resumed.etaMs).toBe(etaWith(new Map()).etaMs);
    expect(resumed.model).toEqual({ calls: 900, tokens: 5e6, cost: 4 });
  });

  test("is unknown before the first month, after the last trial, and of a player that has stopped", () => {
    const planned = trials(2);
    const [first, second] = planned as [Trial, Trial];
    const tally = tallyOf(opening(planned));
    expect(tally.standingOf("A", 5).etaMs).toBeNull();
    tally.begun(first, 0);
    tally.month(first, 0, MONTH_MS);
    expect(tally.total(MONTH_MS).etaMs).toBeGreaterThan(0);
    tally.stopped("A");
    expect(tally.total(MONTH_MS).etaMs).toBeNull();
    const other = tallyOf(opening(planned));
    for (const trial of [first, second]) other.finished(ended(trial), MONTH_MS);
    expect(other.total(MONTH_MS)).toMatchObject({ etaMs: null, ended: 2, monthsLeft: 0 });
  });
});

describe("the counts", () => {
  test("of a failed trial that is taken up again are those of one trial", () => {
    const [trial] = trials(1) as [Trial];
    const tally = tallyOf(opening([trial], { kept: [ended(trial, failed(7))] }));
    expect(tally.standingOf("A", 1)).toMatchObject({ planned: 1, ended: 1, failed: 1, months: 7, monthsLeft: 0 });
    tally.begun(trial, 1);
    expect(tally.standingOf("A", 1)).toMatchObject({ ended: 0, failed: 0, monthsLeft: HORIZON - 7 });
    tally.finished(ended(trial), 2);
    expect(tally.standingOf("A", 2)).toMatchObject({ planned: 1, ended: 1, survived: 1, failed: 0, months: HORIZON });
  });

  test("of all players are the sums, and unpriced models leave the cost of the others", () => {
    const planned = [...trials(2, "A"), ...trials(1, "B"), ...trials(1, "C")];
    const [a, , b] = planned as [Trial, Trial, Trial];
    const prices = new Map([
      ["A", RATES],
      ["B", null],
    ]);
    const tally = tallyOf(opening(planned, { prices }));
    tally.replied(a, { usd: 0.5, tokens: 10 });
    tally.replied(b, { usd: 0, tokens: 5 });
    tally.finished(ended(b, bankrupt(30)), 1);
    expect(tally.standingOf("B", 1).model).toEqual({ calls: 1, tokens: 5, cost: null });
    expect(tally.standingOf("C", 1).model).toBeNull();
    expect(tally.total(1)).toMatchObject({
      planned: 4,
      ended: 1,
      bankrupt: 1,
      months: 31,
      monthsLeft: 3 * HORIZON,
      model: { calls: 2, tokens: 15, cost: 0.5 },
    });
  });

  test("call free what costs nothing", () => {
    const tally = tallyOf(opening(trials(1), { prices: new Map([["A", "free"]]) }));
    expect(tally.total(0).model).toEqual({ calls: 0, tokens: 0, cost: "free" });
    expect(costText({ calls: 0, tokens: 0, cost: "free" })).toBe("free");
    expect(costText({ calls: 0, tokens: 0, cost: 0.004 })).toBe("<$0.01");
    expect(costText({ calls: 0, tokens: 0, cost: null })).toBe("");
  });
});

const count = fc.nat({ max: 2_000_000 });
const standings: fc.Arbitrary<Standing> = fc
  .record({
    planned: count,
    ended: count,
    survived: count,
    bankrupt: count,
    failed: count,
    months: count,
    monthsLeft: count,
    monthsAtMost: count,
    model: fc.option(
      fc.record({
        calls: count,
        tokens: fc.nat(),
        cost: fc.oneof(fc.double({ min: 0, max: 1e5, noNaN: true }), fc.constant("free" as const), fc.constant(null)),
      }),
    ),
    etaMs: fc.option(fc.nat({ max: 1e9 })),
  })
  .map((standing) => ({ ...standing, monthsAtMost: standing.monthsLeft + standing.monthsAtMost }));

describe("the bars", () => {
  test("are lines of one width that no terminal must break", () => {
    const rows = fc.array(fc.record({ label: fc.string({ minLength: 1, maxLength: 60 }), standing: standings }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 10, max: 200 }), (all, width) => {
        const lines = barTable(all, width);
        expect(lines).toHaveLength(all.length + 1);
        const [first = ""] = lines;
        expect(first.length).toBeLessThanOrEqual(width);
        for (const text of lines) expect(text).toHaveLength(first.length);
      }),
    );
  });

  test("of models fit 79 columns with every figure, and cut long labels", () => {
    const tally = tallyOf(opening([...trials(5, "mock-a"), ...trials(5, "a-very-long-label-of-a-model-2026-11-30")]));
    const [trial] = trials(1, "mock-a") as [Trial];
    tally.begun(trial, 0);
    for (let month = 0; month < 60; month += 1) {
      tally.replied(trial, { usd: 0.01, tokens: 20_000 });
      tally.month(trial, month, (month + 1) * 1000);
    }
    const rows = tally.labels.map((label) => ({ label, standing: tally.standingOf(label, 60_000) }));
    expect(barTable(rows, 79)).toEqual([
      "                            ended surv bankr fail months calls tokens  cost eta",
      "mock-a             ░░░░░░░░   0/5    0     0    0 60/660    60   1.2M $0.60 10m",
      "a-very-long-label… ░░░░░░░░   0/5    0     0    0  0/660     0      0 $0.00    ",
    ]);
  });

  test("of scripted players have no column for models", () => {
    const tally = tallyOf(opening(trials(3, "never-raise"), { prices: new Map() }));
    const [heading] = barTable([{ label: "never-raise", standing: tally.total(0) }], 79);
    expect(heading?.trim().split(/ +/)).toEqual(["ended", "surv", "bankr", "fail", "months", "eta"]);
  });
});

describe("plain lines", () => {
  const HOUR_MS = 3_600_000;

  /** Everything a log gets of a run that is looked at every second, with when. */
  function logOf(hours: number, count: number, lanes: number) {
    const time = new SimulatedTime();
    const log: { readonly atMs: number; readonly text: string }[] = [];
    const lines = new LineProgress((text) => void log.push({ atMs: time.clock(), text }), time.clock);
    const planned = trials(count);
    lines.opened(opening(planned));
    playOut(time, lines, planned, lanes, () => HORIZON);
    for (let second = 1; second <= hours * 3600; second += 1) {
      time.runUntil(second * 1000);
      lines.look();
    }
    lines.close();
    return log;
  }

  test("are never silent for more than five minutes, though no trial ends, and stay few", () => {
    // A trial takes 132 × 80 s, nearly three hours.
    const log = logOf(24, 32, 4);
    const gaps = log.slice(1).map(({ atMs }, index) => atMs - (log[index]?.atMs ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * 60_000 + 1000);
    expect(log.length).toBeLessThan(500);
    expect(log.filter(({ atMs }) => atMs < 2 * HOUR_MS).length).toBeGreaterThan(30);
  });

  test("tell months, calls, tokens, cost and the time left before the first trial ends", () => {
    const before = logOf(1, 8, 4).at(-1);
    expect(before?.text).toMatch(
      /^0\/8 trials, 0 survived, 0 bankrupt; 1\d\d of 1,056 months, 1\d\d calls, 1\d\dk tokens, \$1\.\d\d; about \dh\d\dm left$/,
    );
  });

  test("end with a line of the player that says what it came to", () => {
    expect(logOf(6, 8, 4).map(({ text }) => text)).toContain(
      "A: 8/8, 8 survived, 0 bankrupt; 1,056 months, 1,056 calls, 1.1M tokens, $10.56",
    );
  });

  test("stay few where a trial ends, or a request is retried, every second", () => {
    const time = new SimulatedTime();
    const log: string[] = [];
    const lines = new LineProgress((text) => void log.push(text), time.clock);
    const planned = trials(5000);
    lines.opened(opening(planned, { prices: new Map() }));
    for (const trial of planned.slice(1)) {
      time.runUntil(time.clock() + 1000);
      lines.finished(ended(trial, { turns: 0 }));
      lines.retry(trial, 2, 100, "busy");
    }
    lines.close();
    expect(log.length).toBeLessThan(700);
    expect(log.filter((text) => text.includes("attempt 2")).length).toBeGreaterThan(100);
  });
});

test.each([
  [45_000, "45s"],
  [720_000, "12m"],
  [3 * 3_600_000 + 300_000, "3h05m"],
  [51 * 3_600_000, "2d03h"],
])("%i ms are %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
