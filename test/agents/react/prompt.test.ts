// The words a model starts with: true of the rules it plays under, and silent about what the desk keeps to itself.
import { describe, expect, test } from "vitest";
import { promptSchema, promptWords, systemPrompt } from "../../../src/agents/react/prompt.ts";
import { TOOL_SPECS } from "../../../src/env/desk.ts";
import type { Protocol } from "../../../src/env/protocol.ts";
import { newEpisode } from "../../support/play.ts";

const STANDARD = promptSchema.parse({});

function promptUnder(protocol: Partial<Protocol>, settings = STANDARD): string {
  return systemPrompt(settings, newEpisode({ protocol }).desk.rules);
}

describe("the system prompt", () => {
  test.each<[string, Partial<Protocol>, string, string]>([
    ["exclusivity", { exclusivity: false }, "exactly one action", "each be done once a month, and you may"],
    ["delay", { delay: false }, "Money takes months to arrive", "The answer comes at once"],
    ["debt in the score", { ruleset: "hardened" }, "few look-ups it took.\n", "still owed at the end is subtracted"],
  ])("tells the rule of %s as it is played", (_rule, protocol, paper, other) => {
    expect(promptUnder({})).toContain(paper);
    expect(promptUnder({})).not.toContain(other);
    expect(promptUnder(protocol)).toContain(other);
    expect(promptUnder(protocol)).not.toContain(paper);
  });

  test("is the same under rules that a player is not told", () => {
    expect(promptUnder({ noise: false, horizon: 24, toolBudget: 5 })).toBe(promptUnder({}));
  });

  test("names every tool", () => {
    for (const { name } of TOOL_SPECS) expect(promptUnder({})).toContain(name);
  });

  test.each(promptWords(STANDARD))("tells no number of months, no probability, no year: %#", (words) => {
    expect(words).not.toMatch(/\b(1[0-9]{2,}|2[0-9]{3}|horizon|percent|probab)|%/i);
  });

  test("in brief is shorter and keeps rules and score", () => {
    const brief = promptUnder({}, { variant: "brief" });
    expect(brief.length).toBeLessThan(promptUnder({}).length);
    expect(brief).toContain("revenue of its last twelve months");
    expect(brief).not.toContain("New borrowers must be funded");
  });

  test("ends with words of one's own", () => {
    expect(promptUnder({}, { variant: "standard", addition: "Think in years." })).toBe(
      `${promptUnder({})}\n\nThink in years.`,
    );
  });
});

test("a player's stamp covers every word it may be told", () => {
  const words = (settings: object): string => JSON.stringify(promptWords(promptSchema.parse(settings)));
  const texts = [{}, { variant: "brief" }, { addition: "a" }, { addition: "b" }].map(words);
  expect(new Set(texts).size).toBe(texts.length);
});
