import { describe, expect, test } from "vitest";
import { findTrial } from "../../src/runner/find-trial.ts";
import { planTrials } from "../../src/runner/plan.ts";

const planned = planTrials({
  players: [
    { label: "GPT-5.5", deterministic: false },
    { label: "greedy-equity", deterministic: true },
    { label: "odd:7", deterministic: true },
  ],
  seeds: [0, 3],
  repeats: 2,
});

describe("a trial", () => {
  test.each([
    ["greedy-equity-s3-r0", "greedy-equity-s3-r0"],
    ["greedy-equity:3", "greedy-equity-s3-r0"],
    ["GPT-5.5:0:1", "gpt-5.5-s0-r1"],
    ["odd:7:3", "odd-7-s3-r0"],
  ])("is meant by %s: %s", (name, id) => {
    expect(findTrial(planned, name).id).toBe(id);
  });

  test.each([
    ["greedy-equty:3", "did you mean 'greedy-equity:3'?"],
    ["greedy-equity-s3-r", "did you mean 'greedy-equity-s3-r0'?"],
    ["gpt-5.5:0:1", "did you mean 'GPT-5.5:0:1'?"],
    ["something else", 'there is no trial "something else"'],
  ])("that is not there, %s, gets a suggestion: %s", (name, words) => {
    expect(() => findTrial(planned, name)).toThrow(words);
  });
});
