// What holds of every desk under every protocol, whoever sits at it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ANSWER_CHARS, type ToolResult } from "../../src/env/contract.ts";
import { TOOL_SPECS } from "../../src/env/desk.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { stateHash } from "../../src/env/truth.ts";
import type { Json } from "../../src/std/json.ts";
import { look, plans, seeds } from "../support/arbitraries.ts";
import { decides, playPlan } from "../support/plan-play.ts";
import { episodeAt, newEpisode, play } from "../support/play.ts";
import { SCENARIO } from "../support/scenario.ts";

const PROTOCOLS: readonly (readonly [name: string, protocol: Partial<Protocol>])[] = [
  ["paper", {}],
  ["no delay", { delay: false }],
  ["no noise", { noise: false }],
  ["no exclusivity", { exclusivity: false }],
  ["hardened", { ruleset: "hardened" }],
  ["budget 0", { toolBudget: 0 }],
  ["budget 2", { toolBudget: 2 }],
  ["horizon 24, disclosed", { horizon: 24, discloseHorizon: true }],
  ["all at once", { ruleset: "hardened", delay: false, noise: false, exclusivity: false, toolBudget: 1, horizon: 50 }],
];

describe.each(PROTOCOLS)("under the protocol %s", (_name, protocol) => {
  test("two resets of a seed agree in every opening, answer and hash", () => {
    fc.assert(
      fc.property(plans(15), seeds, (plan, seed) => {
        const [one, other] = [playPlan(plan, { protocol, seed }), playPlan(plan, { protocol, seed })];
        expect(one.seen).toEqual(other.seen);
        expect(one.hashes).toEqual(other.hashes);
        expect([one.ending, one.months, one.decisions]).toEqual([other.ending, other.months, other.decisions]);
      }),
      { numRuns: 3 },
    );
  });

  test("everything a player gets survives JSON unchanged and keeps within the length of an answer", () => {
    fc.assert(
      fc.property(plans(15), seeds, (plan, seed) => {
        const check = (result: ToolResult): void => {
          expect(JSON.parse(JSON.stringify(result))).toEqual(result);
          expect(result.text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARS);
          expect(result.text.length).toBeGreaterThan(0);
        };
        const { openings } = play(
          decides(plan, (_month, result) => check(result)),
          { protocol, seed },
        );
        for (const opening of openings) {
          expect(JSON.parse(JSON.stringify(opening))).toEqual(opening);
          expect(opening.text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARS);
        }
      }),
      { numRuns: 3 },
    );
  });

  test("a refused call costs nothing: no budget, no note, no state", () => {
    const { toolBudget } = { toolBudget: 20, ...protocol };
    fc.assert(
      fc.property(fc.array(look, { maxLength: 18 }), seeds, (calls, seed) => {
        const episode = newEpisode({ protocol, seed });
        const before = stateHash("", episode.company, -1);
        let answered = 0;
        for (const call of calls) {
          const counts = { ...episode.counts };
          if (!episode.desk.call(call).isError) {
            answered += episode.counts.toolCalls - counts.toolCalls;
            continue;
          }
          expect(episode.counts).toEqual({ ...counts, refusedCalls: counts.refusedCalls + 1 });
          expect(episode.desk.isMonthDecided).toBe(false);
        }
        expect(stateHash("", episode.company, -1)).toBe(before);
        expect(answered).toBe(episode.counts.toolCalls);
        expect(answered).toBeLessThanOrEqual(toolBudget);
      }),
      { numRuns: 15 },
    );
  });
});

describe("an answer's facts", () => {
  test("hold every number of its text", () => {
    eachAnswer((result) => {
      const known = new Set(numbersOf(result.data).flatMap(spellings));
      const words = stringsOf(result.data).join(" ").replaceAll(",", "");
      for (const token of numberTokens(result.text)) {
        expect(known.has(token) || words.includes(token), `${token} of ${result.text}`).toBe(true);
      }
    });
  });

  test("hold no number that its text does not show, but for more decimals", () => {
    eachAnswer((result) => {
      if (result.isError) return;
      const shown = new Set(numberTokens(result.text));
      for (const number of numbersOf(result.data)) {
        if (number === 0) continue;
        expect(
          spellings(number).some((token) => shown.has(token)),
          `${number} in ${result.text}`,
        ).toBe(true);
      }
    });
  });
});

describe("the desk", () => {
  test("hands out nothing that leads back into the episode", () => {
    const plan = { looks: fc.sample(look, { numRuns: 60, seed: 7 }), actions: [] };
    const spoil = (result: unknown): void => {
      if (typeof result !== "object" || result === null) return;
      for (const value of Object.values(result)) spoil(value);
      for (const key of Object.keys(result)) Reflect.set(result, key, "spoilt");
    };
    const protocol = { toolBudget: 1000, horizon: 12 };
    const [spoilt, clean] = [true, false].map((spoils) => {
      const texts: string[] = [];
      play(
        (desk) => {
          texts.push(JSON.stringify(desk.opening));
          for (const call of plan.looks) {
            const result = desk.call(call);
            texts.push(JSON.stringify(result));
            if (spoils) spoil(result.data);
          }
          if (spoils) spoil(desk.opening.data);
        },
        { protocol },
      );
      return texts;
    });
    expect(spoilt).toEqual(clean);
  });

  test("has no way to the company or to the step", () => {
    const { desk } = newEpisode();
    expect(Object.isFrozen(desk)).toBe(true);
    expect(Object.keys(desk).toSorted()).toEqual(["call", "isMonthDecided", "opening", "rules", "tools"]);
  });

  test("offers nine tools whose schemas are closed objects with described fields", () => {
    expect(TOOL_SPECS.map((spec) => `${spec.kind} ${spec.name}`)).toEqual([
      "information verify_cash_position",
      "information review_financial_records",
      "information analyze_market_conditions",
      "information conduct_cashflow_projection",
      "action book_closing",
      "action fund_raising_request",
      "action pass",
      "note save_note",
      "note recall_notes",
    ]);
    for (const { inputSchema, description } of TOOL_SPECS) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(description.length).toBeGreaterThan(20);
      for (const field of Object.values(
        (inputSchema["properties"] ?? {}) as Record<string, { description?: string }>,
      )) {
        expect(field.description?.length).toBeGreaterThan(5);
      }
    }
  });
});

/** Random looks at desks of several months with books closed and money raised. */
function eachAnswer(check: (result: ToolResult) => void): void {
  for (const [seed, month] of [0, 9, 30].entries()) {
    const protocol = { exclusivity: false, toolBudget: 1000 };
    const { desk } = episodeAt(month, { seed, protocol }, (player, now) => {
      player.call({
        name: "fund_raising_request",
        arguments: { instrument: now % 2 ? "debt" : "equity", amount_usd: 3e7 },
      });
      if (now % 4 === 3) player.call({ name: "book_closing", arguments: {} });
    });
    for (const call of fc.sample(look, { numRuns: 60, seed: seed + 1 })) {
      if (!isNote(call.name) && !desk.isMonthDecided) check(desk.call(call));
    }
  }
}

function isNote(name: string): boolean {
  return name.endsWith("_note") || name.endsWith("_notes");
}

/** Numbers as a text shows them, without month labels and without the desk's own fixed phrases. */
function numberTokens(text: string): readonly string[] {
  const plain = text
    .replace(/[A-Z][a-z]{2} 2x+\d+/g, "")
    .replaceAll(/of 20\. It cost nothing|within 8000 characters|treasury_\d+y|month 0 = 100/g, "");
  return (plain.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((token) => token.replaceAll(",", ""));
}

function numbersOf(data: Json): readonly number[] {
  if (typeof data === "number") return [data];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap((value: Json) => numbersOf(value));
}

function stringsOf(data: Json): readonly string[] {
  if (typeof data === "string") return [data];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap((value: Json) => stringsOf(value));
}

/** The ways an answer may print a number: without a sign, since accountants write parentheses. */
function spellings(number: number): readonly string[] {
  const magnitude = Math.abs(number);
  return [
    String(magnitude),
    ...[0, 1, 2].map((decimals) => magnitude.toFixed(decimals)),
    String(Number(magnitude.toFixed(4))),
  ];
}

test("the papers are the same for every seed and every month", () => {
  expect(SCENARIO.papers.vendor_contracts).toHaveLength(5);
  const call = {
    name: "review_financial_records",
    arguments: { action: "retrieve", document: "governance_approvals" },
  };
  expect(newEpisode({ seed: 1 }).desk.call(call)).toEqual(episodeAt(4, { seed: 2 }).desk.call(call));
});
