import { describe, expect, test } from "vitest";
import { planTrials, shardOf, slugOf } from "../../src/runner/plan.ts";

const players = [
  { label: "GPT-5.5", deterministic: false },
  { label: "never-raise", deterministic: true },
];

describe("a plan", () => {
  test("has players in their order, then seeds, then repeats; who always decides alike plays a seed once", () => {
    const ids = planTrials({ players, seeds: [0, 7], repeats: 2 }).map(({ id }) => id);
    expect(ids).toEqual([
      "gpt-5.5-s0-r0",
      "gpt-5.5-s0-r1",
      "gpt-5.5-s7-r0",
      "gpt-5.5-s7-r1",
      "never-raise-s0-r0",
      "never-raise-s7-r0",
    ]);
  });

  test("refuses two labels that give one file name", () => {
    const clash = [...players, { label: "Never raise!", deterministic: true }];
    expect(() => planTrials({ players: clash, seeds: [0], repeats: 1 })).toThrow(
      'labels "never-raise" and "Never raise!" give the same file name, never-raise',
    );
  });

  test.each([
    ["GPT-5.5", "gpt-5.5"],
    ["Qwen 3 (235B) / A22B", "qwen-3-235b-a22b"],
    ["../../etc/passwd", "etc-passwd"],
    ["Élan vital", "elan-vital"],
    ["模型", slugOf("模型")],
    ["..", slugOf("..")],
  ])("names the file of %s %s", (label, slug) => {
    expect(slugOf(label)).toBe(slug);
    expect(slug).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
  });

  test("keeps labels without a Latin letter apart", () => {
    expect(slugOf("模型")).not.toBe(slugOf("другая"));
  });
});

describe("shards", () => {
  const trials = planTrials({ players, seeds: Array.from({ length: 50 }, (_, seed) => seed), repeats: 3 });

  test.each([1, 2, 3, 7])("of %i hold every trial once", (count) => {
    const parts = Array.from({ length: count }, (_, index) => shardOf(trials, index + 1, count));
    expect(
      parts
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(trials.map(({ id }) => id).sort());
  });

  test("do not depend on the order of the plan, and are of like size", () => {
    const part = shardOf(trials, 2, 3);
    const backwards = shardOf([...trials].reverse(), 2, 3);
    expect(backwards.reverse()).toEqual(part);
    expect(part.length).toBeGreaterThan(trials.length / 4);
  });
});
