import { describe, expect, test } from "vitest";
import { roundedNormal, type Uniform, uniformStream } from "../../src/std/random.ts";

describe("a stream", () => {
  test("gives the same draws for the same seed and name", () => {
    expect(draws(uniformStream(7, "market"), 20)).toEqual(draws(uniformStream(7, "market"), 20));
  });

  test("differs by seed and by name", () => {
    const first = draws(uniformStream(7, "market"), 5);
    expect(draws(uniformStream(8, "market"), 5)).not.toEqual(first);
    expect(draws(uniformStream(7, "company"), 5)).not.toEqual(first);
  });

  test("is not disturbed by draws from another", () => {
    const alone = draws(uniformStream(7, "market"), 5);
    const market = uniformStream(7, "market");
    const other = uniformStream(7, "company");
    expect(Array.from({ length: 5 }, () => [other(), market()][1])).toEqual(alone);
  });

  test("is uniform on [0, 1)", () => {
    const sample = draws(uniformStream(0, "test"), 20_000);
    expect(Math.min(...sample)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...sample)).toBeLessThan(1);
    // Four standard errors of the mean of 20,000 uniforms are 0.0082.
    expect(Math.abs(mean(sample) - 0.5)).toBeLessThan(0.0082);
  });
});

describe("a rounded normal", () => {
  test.each<[u1: number, u2: number, normal: number]>([
    [0, 0.3, 0],
    [1 - Math.exp(-0.5), 0, 1],
    [1 - Math.exp(-2), 0.5, -2],
    [1 - Math.exp(-0.5), 0.125, 0.707107],
  ])("of the uniforms %d and %d is %d", (u1, u2, normal) => {
    const pair = [u1, u2];
    expect(roundedNormal(() => pair.shift() ?? 0)).toBeCloseTo(normal, 9);
  });

  test("has mean 0, variance 1 and six decimals", () => {
    const uniform = uniformStream(1, "normal");
    const sample = Array.from({ length: 20_000 }, () => roundedNormal(uniform));
    expect(sample.every((z) => z === Number(z.toFixed(6)))).toBe(true);
    // Four standard errors: 4/√n of the mean, 4·√(2/n) of the variance.
    expect(Math.abs(mean(sample))).toBeLessThan(0.0283);
    expect(Math.abs(mean(sample.map((z) => z * z)) - 1)).toBeLessThan(0.04);
  });
});

function draws(uniform: Uniform, count: number): number[] {
  return Array.from({ length: count }, uniform);
}

function mean(sample: readonly number[]): number {
  return sample.reduce((sum, value) => sum + value, 0) / sample.length;
}
