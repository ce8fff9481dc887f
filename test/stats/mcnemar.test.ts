import { expect, test } from "vitest";
import { detectableSurvival, fewestDecisivePairs, mcnemarPower } from "../../src/stats/detectable-survival.ts";
import { countDiscordant, discordantPValue, mcnemarTest } from "../../src/stats/mcnemar.ts";

// Fagerland, Lydersen & Laake (2013), BMC Med. Res. Methodol. 13:91: airway hyper-responsiveness before and after stem
// cell transplantation in 21 children (discordant 1 and 7), p values as tabled there.
test("McNemar's test gives the published p values", () => {
  expect(mcnemarTest({ firstOnly: 1, secondOnly: 7 }).p.toFixed(3)).toBe("0.070");
  expect(mcnemarTest({ firstOnly: 7, secondOnly: 1 }, "mid-p").p.toFixed(3)).toBe("0.039");
});

test.each([
  [0, 0, 1, 1],
  [1, 0, 1, 0.5],
  [3, 3, 1, 1 - 10 / 64],
  [5, 0, 2 / 32, 1 / 32],
  [0, 6, 2 / 64, 1 / 64],
  [2, 8, 112 / 1024, 67 / 1024],
])("%i against %i has exact p %f and mid-p %f by hand", (firstOnly, secondOnly, exact, mid) => {
  expect(discordantPValue(firstOnly, secondOnly, "exact")).toBeCloseTo(exact, 13);
  expect(discordantPValue(firstOnly, secondOnly, "mid-p")).toBeCloseTo(mid, 13);
});

test("discordant pairs are counted, concordant ones not", () => {
  const outcomes: [boolean, boolean][] = [
    [true, true],
    [true, false],
    [false, true],
    [true, false],
    [false, false],
  ];
  expect(countDiscordant(outcomes)).toEqual({ firstOnly: 2, secondOnly: 1 });
});

test("power is the sum over all possible tables", () => {
  const [pairs, better, worse] = [14, 0.5, 0.1];
  for (const method of ["exact", "mid-p"] as const) {
    let power = 0;
    for (let b = 0; b <= pairs; b += 1) {
      for (let c = 0; b + c <= pairs; c += 1) {
        const rest = pairs - b - c;
        const ways = factorial(pairs) / (factorial(b) * factorial(c) * factorial(rest));
        const probability = ways * better ** b * worse ** c * (1 - better - worse) ** rest;
        if (b > c && discordantPValue(b, c, method) <= 0.05) power += probability;
      }
    }
    expect(mcnemarPower({ pairs, betterOnly: better, worseOnly: worse, method })).toBeCloseTo(power, 12);
  }
});

test("six discordant pairs are the fewest that decide at 5 %", () => {
  expect(fewestDecisivePairs()).toBe(6);
  expect(fewestDecisivePairs(0.05, "mid-p")).toBe(5);
  expect(fewestDecisivePairs(0.01)).toBe(8);
});

test("five pairs can see nothing; more pairs see less and less", () => {
  expect(detectableSurvival({ pairs: 5 })).toBeNull();
  expect(detectableSurvival({ pairs: 0 })).toBeNull();
  const seen = [10, 20, 50, 100, 300].map((pairs) => detectableSurvival({ pairs }) ?? 1);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  // With every discordant pair on one side, 100 pairs need 6 of them: P(Binomial(100, 0.0779) ≥ 6) = 0.8.
  expect(seen[3]).toBeCloseTo(0.0779, 4);
});

test("the detectable effect is where power crosses 0.8", () => {
  for (const worseOnly of [0, 0.02, 0.1]) {
    const delta = detectableSurvival({ pairs: 100, worseOnly }) ?? 1;
    expect(mcnemarPower({ pairs: 100, betterOnly: worseOnly + delta, worseOnly })).toBeGreaterThanOrEqual(0.8);
    expect(mcnemarPower({ pairs: 100, betterOnly: worseOnly + delta - 1e-4, worseOnly })).toBeLessThan(0.8);
  }
});

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
