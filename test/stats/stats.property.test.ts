import fc from "fast-check";
import { expect, test } from "vitest";
import { holmAdjusted } from "../../src/stats/holm.ts";
import { kaplanMeier } from "../../src/stats/kaplan-meier.ts";
import { logRankTest } from "../../src/stats/log-rank.ts";
import { discordantPValue } from "../../src/stats/mcnemar.ts";
import { meanInterval } from "../../src/stats/mean-interval.ts";
import { pairedMean } from "../../src/stats/paired-mean.ts";
import { rankGroups } from "../../src/stats/rank-groups.ts";
import { wilsonInterval } from "../../src/stats/wilson.ts";

const options = { seed: 20_260, numRuns: 150 };
const bootstrap = { streamSeed: 1, resamples: 2_000 };

const score = fc.oneof(fc.constant(0), fc.double({ min: -1e8, max: 3e8, noNaN: true }));
const scoresBySeed = fc
  .array(fc.tuple(fc.nat(10_000), fc.array(score, { minLength: 1, maxLength: 3 })), { minLength: 2, maxLength: 45 })
  .map((entries) => new Map(entries));
const pValue = fc.double({ min: 0, max: 1, noNaN: true });
const level = fc.double({ min: 0.05, max: 0.999, noNaN: true });
const lifetimes = fc.array(fc.record({ months: fc.nat(132), died: fc.boolean() }), { minLength: 1, maxLength: 60 });

test("Wilson's interval holds the proportion, within 0 and 1, and widens with the level", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), level, level, (a, b, one, other) => {
      const [successes, n] = [Math.min(a, b), Math.max(a, b)];
      const narrow = wilsonInterval(successes, n, Math.min(one, other));
      const wide = wilsonInterval(successes, n, Math.max(one, other));
      expect(narrow.low).toBeLessThanOrEqual((narrow.proportion ?? 0.5) + 1e-15);
      expect(narrow.high).toBeGreaterThanOrEqual((narrow.proportion ?? 0.5) - 1e-15);
      expect(wide.low).toBeGreaterThanOrEqual(0);
      expect(wide.high).toBeLessThanOrEqual(1);
      expect(wide.low).toBeLessThanOrEqual(narrow.low);
      expect(wide.high).toBeGreaterThanOrEqual(narrow.high);
    }),
    options,
  );
});

test("an interval on a mean holds the mean and widens with the level", () => {
  fc.assert(
    fc.property(scoresBySeed, level, level, (values, one, other) => {
      const narrow = meanInterval(values, { ...bootstrap, level: Math.min(one, other) });
      const wide = meanInterval(values, { ...bootstrap, level: Math.max(one, other) });
      if (narrow.mean === null || narrow.low === null || narrow.high === null) return;
      expect(narrow.low).toBeLessThanOrEqual(narrow.mean);
      expect(narrow.high).toBeGreaterThanOrEqual(narrow.mean);
      expect(wide.low).toBeLessThanOrEqual(narrow.low);
      expect(wide.high).toBeGreaterThanOrEqual(narrow.high);
    }),
    options,
  );
});

test("the order of seeds and repeats changes no bit, and the same seed gives the same interval", () => {
  fc.assert(
    fc.property(scoresBySeed, (values) => {
      const turned = new Map([...values].reverse().map(([seed, repeats]) => [seed, repeats.toReversed()]));
      expect(meanInterval(turned, bootstrap)).toEqual(meanInterval(values, bootstrap));
      const nothing = new Map([...values.keys()].map((seed) => [seed, [0]]));
      expect(pairedMean(turned, nothing, bootstrap)).toEqual(pairedMean(values, nothing, bootstrap));
    }),
    options,
  );
});

test("another stream seed draws other resamples", () => {
  const values = new Map(Array.from({ length: 40 }, (_, seed) => [seed, [Math.sqrt(seed)]]));
  expect(meanInterval(values, { ...bootstrap, streamSeed: 2 }).low).not.toBe(meanInterval(values, bootstrap).low);
});

test("a paired difference turns its sign with the order of the players, and p lies within 0 and 1", () => {
  fc.assert(
    fc.property(scoresBySeed, scoresBySeed, (first, second) => {
      const one = pairedMean(first, second, bootstrap);
      const other = pairedMean(second, first, bootstrap);
      expect(one.pairs).toBe(other.pairs);
      if (one.difference === null || one.p === null) return;
      expect(one.difference + (other.difference ?? 0)).toBeCloseTo(0, 4);
      expect(one.p).toBeGreaterThanOrEqual(0);
      expect(one.p).toBeLessThanOrEqual(1);
    }),
    options,
  );
});

test("Holm never lowers a p value, keeps their order and stays below Bonferroni", () => {
  fc.assert(
    fc.property(fc.array(pValue, { maxLength: 30 }), (pValues) => {
      const adjusted = holmAdjusted(pValues);
      for (const [i, p] of pValues.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(p);
        expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * pValues.length));
        for (const [j, q] of pValues.entries()) if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 0);
      }
    }),
    options,
  );
});

test("McNemar's p is symmetric, and mid-p is never above the exact one", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (b, c) => {
      const exact = discordantPValue(b, c, "exact");
      const mid = discordantPValue(b, c, "mid-p");
      expect(discordantPValue(c, b, "exact")).toBe(exact);
      expect(mid).toBeLessThanOrEqual(exact);
      expect(mid).toBeGreaterThanOrEqual(0);
      expect(exact).toBeLessThanOrEqual(1);
    }),
    options,
  );
});

test("a survival curve never rises, stays inside its interval, and loses everybody in the end", () => {
  fc.assert(
    fc.property(lifetimes, (sample) => {
      const { points, n } = kaplanMeier(sample);
      let before = 1;
      let left = n;
      for (const { survival, low, high, atRisk, deaths, censored } of points) {
        expect(survival).toBeLessThanOrEqual(before);
        expect(atRisk).toBe(left);
        if (low !== null && high !== null) {
          expect(low).toBeLessThanOrEqual(survival);
          expect(high).toBeGreaterThanOrEqual(survival);
        }
        before = survival;
        left -= deaths + censored;
      }
      expect(left).toBe(0);
    }),
    options,
  );
});

test("in a log-rank test expected deaths add up to those observed", () => {
  fc.assert(
    fc.property(fc.array(lifetimes, { minLength: 2, maxLength: 5 }), (groups) => {
      const result = logRankTest(groups);
      const balance = result.groups.reduce((sum, { observed, expected }) => sum + observed - expected, 0);
      expect(balance).toBeCloseTo(0, 8);
      expect(result.chiSquare).toBeGreaterThanOrEqual(0);
      expect(result.degreesOfFreedom).toBeLessThan(groups.length);
    }),
    options,
  );
});

test("rank groups follow the values, whatever the tests say and in whatever order rows come", () => {
  const rows = fc.uniqueArray(fc.record({ id: fc.string(), value: fc.integer({ min: 0, max: 9 }) }), {
    selector: ({ id }) => id,
    maxLength: 12,
  });
  fc.assert(
    fc.property(rows, fc.func(pValue), (given, p) => {
      const ranked = rankGroups(given, p);
      expect(rankGroups(given.toReversed(), p)).toEqual(ranked);
      for (const [i, row] of ranked.entries()) {
        const above = ranked[i - 1];
        expect(row.value).toBeLessThanOrEqual(above?.value ?? Infinity);
        expect(row.group - (above?.group ?? 0)).toBe(row.leader === row.id ? 1 : 0);
      }
    }),
    options,
  );
});
