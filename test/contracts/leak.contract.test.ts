// What no player may read from any answer, refusal, schema, paper or opening: the tape, the future, accruals past the
// last close, the horizon, real dates, the seed, the regime.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { TOOL_SPECS } from "../../src/env/desk.ts";
import type { Episode } from "../../src/env/episode.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { drawTape } from "../../src/sim/tape.ts";
import { look, type MonthPlan, plans } from "../support/arbitraries.ts";
import { decides } from "../support/plan-play.ts";
import { newEpisode, passIfUndecided, play } from "../support/play.ts";
import { SCENARIO } from "../support/scenario.ts";

/** One thing a player got: an opening or an answer, as text and as JSON, at the desk of a month. */
interface Sight {
  readonly text: string;
  readonly json: string;
  readonly month: number;
  readonly episode: Episode;
}

/** The years of the world's data and those around them. */
const REAL_YEAR = /(?<![\d.,])20(?:1[3-9]|2[0-7])(?![\d.,])/;

const SEEDS = [918_273_645, 1_029_384_756, 555_666_777];
const PROTOCOLS: readonly Partial<Protocol>[] = [
  {},
  { exclusivity: false },
  { delay: false },
  { ruleset: "hardened", exclusivity: false, toolBudget: 1000 },
];

/** What is in a sight that must not be, and in how many things it might have been. */
type Find = (sight: Sight, seed: number) => { readonly found: readonly (string | number)[]; readonly looked: number };

const inWhole = (found: readonly string[] | null) => ({ found: found ?? [], looked: 1 });

const FINDS = {
  draws: ({ json }, seed) => inWhole([...numbersIn(json)].filter((number) => spellingsOf(seed).has(number))),
  accruals: (sight) => {
    const hidden = hiddenAccruals(sight);
    const numbers = numbersIn(sight.json);
    const isShown = (cents: number) => numbers.has(String(cents / 100)) || numbers.has((cents / 100).toFixed(2));
    return { found: hidden.filter(isShown), looked: hidden.length };
  },
  years: ({ text }) => inWhole(text.match(REAL_YEAR)),
  secrets: ({ json }, seed) => inWhole(json.match(new RegExp(`${seed}|${SECRET_WORDS}`, "i"))),
  fates: ({ json, episode }) => {
    const { pending } = episode.company;
    if (pending === null) return { found: [], looked: 0 };
    const { filledCents } = pending;
    const filled = filledCents > 100_000 && numbersIn(json).has(String(filledCents / 100)) ? [filledCents] : [];
    return { found: [...(json.match(/due_?month|succeeds|filled/i) ?? []), ...filled], looked: 1 };
  },
} as const satisfies Record<string, Find>;

type Kind = keyof typeof FINDS;

const KINDS = Object.keys(FINDS) as readonly Kind[];
const results = Object.fromEntries(KINDS.map((kind) => [kind, { found: [] as string[], looked: 0 }])) as Record<
  Kind,
  { found: string[]; looked: number }
>;

const SECRET_WORDS = "regime|recession|expansion|neutral|surge|base_growth|tape|horizon(?!_months)";

beforeAll(searchRandomDesks);

/** Plays random desks, the same ones each time, and searches everything they show. */
function searchRandomDesks(): void {
  for (const [index, protocol] of PROTOCOLS.entries()) {
    for (const plan of fc.sample(plans(36, 4), { numRuns: 3, seed: index + 1 })) {
      for (const seed of SEEDS) {
        playSeeing(withMoney(plan), { ...protocol, horizon: 60 }, seed, (episode, month, seen) => {
          const sight = { text: seen.text, json: JSON.stringify(seen), month, episode };
          for (const kind of KINDS) {
            const { found, looked } = FINDS[kind](sight, seed);
            results[kind].looked += looked;
            results[kind].found.push(...found.map((what) => `${what} in month ${month}: ${seen.text.slice(0, 200)}`));
          }
        });
      }
    }
  }
}

/** A random plan that asks for equity in its first months, so that the company lives to be looked at. */
function withMoney(plan: readonly MonthPlan[]): readonly MonthPlan[] {
  const asks = { name: "fund_raising_request", arguments: { instrument: "equity", amount_usd: 60_000_001 } };
  return plan.map((month, index) => (index % 7 === 0 ? { ...month, actions: [asks, ...month.actions] } : month));
}

function playSeeing(
  plan: readonly MonthPlan[],
  protocol: Partial<Protocol>,
  seed: number,
  see: (episode: Episode, month: number, seen: { text: string }) => void,
): void {
  play(
    (desk, month, episode) => {
      see(episode, month, desk.opening);
      decides(plan, (now, result) => see(episode, now, result))(desk, month, episode);
    },
    { protocol, seed },
  );
}

/** Every number in a JSON text, strings included, without signs. */
function numbersIn(json: string): ReadonlySet<string> {
  return new Set((json.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((token) => token.replaceAll(",", "")));
}

describe("no desk shows", () => {
  test.each<[what: string, kind: Kind, leastLooked: number]>([
    ["a draw of the tape, past or to come", "draws", 4000],
    ["an accrual of a month that is not closed", "accruals", 50_000],
    ["a real year", "years", 4000],
    ["the seed, the regime, or the columns that drive the company", "secrets", 4000],
    ["what a pending request will bring, or when", "fates", 1000],
  ])("%s", (_what, kind, leastLooked) => {
    expect(results[kind].found).toEqual([]);
    expect(results[kind].looked).toBeGreaterThan(leastLooked);
  });
});

describe("the horizon", () => {
  test("is in no schema, description or paper", () => {
    const texts = [JSON.stringify(TOOL_SPECS), JSON.stringify(SCENARIO.papers)];
    for (const text of texts) {
      expect(text).not.toMatch(/\b13[12]\b|\b11 years|\beleven|episode|last month of the game/i);
      expect(text).not.toMatch(REAL_YEAR);
    }
  });

  test("is in no refusal", () => {
    const calls = fc
      .sample(look, { numRuns: 400, seed: 11 })
      .filter(({ arguments: args }) => !/13[12]/.test(JSON.stringify(args)));
    let refusals = 0;
    let episode = newEpisode({ seed: 1 });
    for (const call of calls) {
      const result = episode.desk.call(call);
      if (result.isError) {
        refusals += 1;
        expect(result.text).not.toMatch(/\b13[012]\b/);
      }
      if (episode.desk.isMonthDecided || episode.month < refusals / 15) {
        passIfUndecided(episode);
        if (episode.step().kind === "terminated") episode = newEpisode({ seed: 1 });
      }
    }
    expect(refusals).toBeGreaterThan(50);
  });

  test("of 24 months, undisclosed, leaves every byte of those months as in the whole game", () => {
    for (const plan of fc.sample(plans(24, 4), { numRuns: 6, seed: 5 })) {
      const [short, whole] = [24, 132].map((horizon) => {
        const bytes: string[] = [];
        playSeeing(withMoney(plan), { horizon }, 7, (_episode, month, seen) => {
          if (month < 24) bytes.push(JSON.stringify(seen));
        });
        return bytes;
      });
      expect(short?.length).toBeGreaterThan(48);
      expect(short).toEqual(whole);
    }
  });
});

/** What the months not closed have accrued, in cents, but for amounts that cash shows and small ones, which may be anything. */
function hiddenAccruals({ episode: { company, closedThrough }, month }: Sight): readonly number[] {
  const open = company.months.slice((closedThrough ?? -1) + 1, month);
  // Where a balance is collected whole, or paid, the amount shows as cash.
  const cash = new Set(
    company.months.flatMap((one) => [one.principalCollected, one.interestCollected, one.costPaid, one.taxPaid]),
  );
  return open
    .flatMap((one) => [
      one.principalBilled,
      one.interestBilled,
      one.provision,
      one.chargeOff,
      one.taxAccrued,
      one.costAccrued,
    ])
    .filter((cents) => cents >= 100_000 && !cash.has(cents));
}

/** The draws of a seed as they might be printed: in full and cut to fewer decimals; short ones could be any number. */
function spellingsOf(seed: number): ReadonlySet<string> {
  const known = SPELLINGS.get(seed);
  if (known !== undefined) return known;
  const draws = drawTape(seed).flatMap((month) => Object.values(month).map(Math.abs));
  const texts = draws.flatMap((draw) => [String(draw), draw.toFixed(6), draw.toFixed(5), String(draw * 100)]);
  const spellings = new Set(texts.filter((text) => (text.split(".")[1]?.replace(/0+$/, "").length ?? 0) >= 5));
  SPELLINGS.set(seed, spellings);
  return spellings;
}

const SPELLINGS = new Map<number, ReadonlySet<string>>();
