// A comparison in plain words: the numbers, then what can be concluded from them and what cannot.
import type { ComparedMean, ComparedPair, CompareOptions } from "./compare.ts";
import { estimatorWords, intervalText, pText } from "./interval-text.ts";
import { fixed, rangesText } from "./numbers.ts";
import { FIGURE_WORDS } from "./scored-trials.ts";

/** The text of a comparison; `protocols` says first whether both were played under one protocol. */
export function compareText(pairs: readonly ComparedPair[], protocols: string, options: CompareOptions): string {
  const { level = 0.95, alpha, streamSeed } = options;
  const note =
    `${fixed(level * 100, 0)} % intervals; survival by exact McNemar with Wilson intervals, one trial a seed; means by ` +
    `paired differences of seed means (bootstrap stream ${streamSeed}). p after Holm over ` +
    `${pairs.length} pair${pairs.length === 1 ? "" : "s"}, figure by figure; "differs" means p ≤ ${alpha}.`;
  return [protocols, ...pairs.map((pair) => pairText(pair, options)), note].join("\n\n");
}

/** What the survival of a pair allows to conclude, in one sentence or two. */
export function survivalConclusion({ first, second, survival }: ComparedPair, alpha: number): string {
  const { test, pHolm, detectable } = survival;
  const counts = `${test.firstOnly} seeds only A survived, ${test.secondOnly} only B`;
  if (pHolm <= alpha) {
    const [better, worse] = test.firstOnly > test.secondOnly ? [first, second] : [second, first];
    return `Survival differs: ${better} survives seeds that ${worse} does not (${counts}; p ${pText(pHolm)}).`;
  }
  const reach =
    detectable === null
      ? `${test.pairs} seeds cannot show any difference in survival, however large.`
      : `${test.pairs} seeds would show a difference of ${fixed(detectable * 100, 0)} points or more in four cases of five.`;
  return `No difference in survival is shown (${counts}; p ${pText(pHolm)}), which does not show that there is none: ${reach}`;
}

function pairText(pair: ComparedPair, { alpha }: CompareOptions): string {
  const { first, second, seeds, unshared, survival } = pair;
  if (seeds.length === 0) return `A = ${first}\nB = ${second}\nNo seed was scored by both: nothing can be compared.`;
  const left = unshared === 0 ? "" : `; ${unshared} seeds that only one of them has are left out`;
  const percent = ({ proportion, low, high, estimator }: typeof survival.first) =>
    intervalText(proportion === null ? null : proportion * 100, { low: low * 100, high: high * 100, estimator });
  const { firstOnly, secondOnly, pairs } = survival.test;
  const difference = (100 * (firstOnly - secondOnly)) / pairs;
  return [
    `A = ${first}`,
    `B = ${second}`,
    `n = ${seeds.length} shared seeds (${rangesText(seeds)})${left}`,
    `  full survival %  A ${percent(survival.first)}, B ${percent(survival.second)}; A − B ${fixed(difference, 1)}; ` +
      `McNemar p ${pText(survival.pHolm)}`,
    ...pair.means.map(meanLine),
    `  → ${survivalConclusion(pair, alpha)}`,
    ...pair.means.map((one) => `  → ${meanConclusion(one, alpha)}`),
  ].join("\n");
}

function meanLine({ figure, first, second, paired, pHolm }: ComparedMean): string {
  const { name, unit } = FIGURE_WORDS[figure];
  const title = name.startsWith(unit) ? name : `${name} ${unit}`;
  return (
    `  ${title}  A ${fixed(first, 1)}, B ${fixed(second, 1)}; A − B ${intervalText(paired.difference, paired)}; ` +
    `p ${pText(pHolm)} (${estimatorWords(paired.estimator)})`
  );
}

function meanConclusion({ figure, paired, pHolm, detectable }: ComparedMean, alpha: number): string {
  const { name, unit } = FIGURE_WORDS[figure];
  const { difference, low, high } = paired;
  if (difference === null || pHolm === null)
    return `Nothing can be said of ${name}: there are fewer than two shared seeds.`;
  if (pHolm <= alpha) {
    return `${name[0]?.toUpperCase()}${name.slice(1)} differs: ${difference > 0 ? "A" : "B"} has more (p ${pText(pHolm)}).`;
  }
  if (low === high) return `No difference in ${name}: all shared seeds came out alike.`;
  const reach =
    detectable === null ? "" : ` These pairs would show ${fixed(detectable, 1)} ${unit} in four cases of five.`;
  return (
    `No difference in ${name} is shown (p ${pText(pHolm)}); by the interval it lies between ${fixed(low, 1)} and ` +
    `${fixed(high, 1)} ${unit}.${reach}`
  );
}
