// Proves only that the tape is drawn as it always was; that draws are independent of decisions is a property test.
import { expect, test } from "vitest";
import { drawTape } from "../../src/sim/tape.ts";

test("seed 0 draws the tape that the rules state", () => {
  const tape = drawTape(0);
  expect(tape.slice(0, 3).map((month) => month.grossMargin)).toEqual([-1.196617, -0.24, -0.248204]);
  expect(tape.slice(0, 2).map((month) => month.outcome.toFixed(6))).toEqual(["0.473114", "0.752553"]);
});

test("a tape has an entry for each of the 132 months, of normals with 6 decimals and uniforms in [0, 1)", () => {
  for (const seed of [0, 1, 77, 4_000_000_000]) {
    const tape = drawTape(seed);
    expect(tape).toHaveLength(132);
    for (const { grossMargin, ebitdaMargin, growth, collection, outcome, fill, delay } of tape) {
      for (const z of [grossMargin, ebitdaMargin, growth, collection]) expect(z).toBe(Math.round(z * 1e6) / 1e6);
      for (const u of [outcome, fill, delay]) expect(u >= 0 && u < 1).toBe(true);
    }
  }
});
