import { describe, expect, test } from "vitest";
import { onlyFilter, sweepFilter } from "../../src/cli/only.ts";

describe("--only", () => {
  test.each([
    [[], {}],
    [["model=A"], { models: ["A"] }],
    [["model=A,model=B,seed=3"], { models: ["A", "B"], seeds: [3] }],
    [["seed=0-2", "seed=7"], { seeds: [0, 1, 2, 7] }],
    [["model=a = b,outcome=failed"], { models: ["a = b"], outcomes: ["failed"] }],
  ])("%j is %j", (texts, filter) => {
    expect(onlyFilter(texts)).toEqual(filter);
  });

  test.each(["seed", "seed=x", "model=", "outcome=survived", "colour=red", ""])("%j is refused", (text) => {
    expect(() => onlyFilter([text])).toThrow(/bad/);
  });
});

test("a sweep's --only names settings besides", () => {
  expect(sweepFilter(["setting=no-delay,seed=3", "setting=base", "model=A"])).toEqual({
    settings: ["no-delay", "base"],
    only: { models: ["A"], seeds: [3] },
  });
  expect(sweepFilter([])).toEqual({ settings: [], only: {} });
  expect(() => sweepFilter(["setting="])).toThrow(/bad/);
});
