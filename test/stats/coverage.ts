// Simulated coverage of the interval on a mean: populations shaped like scores, and the share of intervals that hold
// the true mean. Used by the short test here and the long one in test/evidence.

import { meanInterval } from "../../src/stats/mean-interval.ts";
import { type Uniform, uniformStream } from "../../src/std/random.ts";

export type Population = {
  readonly name: string;
  readonly mean: number;
  readonly draw: (uniform: Uniform) => number;
};

/** Share of `trials` simulated intervals at 95 % that contain the population's mean. */
export function coverage(population: Population, seeds: number, trials: number, resamples: number): number {
  const data = uniformStream("coverage", `${population.name} ${seeds}`);
  let held = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const values = Array.from({ length: seeds }, (_, seed) => [seed, [population.draw(data)]] as const);
    const { low, high } = meanInterval(new Map(values), { streamSeed: trial, resamples });
    if (low !== null && high !== null && low <= population.mean && population.mean <= high) held += 1;
  }
  return held / trials;
}

export const normalScores: Population = { name: "normal", mean: 5, draw: (uniform) => 5 + gauss(uniform) };

/** Exponential: skewed, without a heap at zero. */
export const exponentialScores: Population = {
  name: "exponential",
  mean: 1,
  draw: (uniform) => -Math.log(1 - uniform()),
};

/** 0 for the bankrupt, lognormal (mean of the log 0) for the `survival` that live. */
export function skewedScores(survival: number, sigma: number): Population {
  return {
    name: `${100 * survival} % survive, lognormal σ ${sigma}`,
    mean: survival * Math.exp((sigma * sigma) / 2),
    draw: (uniform) => (uniform() < survival ? Math.exp(sigma * gauss(uniform)) : 0),
  };
}

/** 0 for the bankrupt, normal (1, `sd`) for survivors. With a small `sd` nearly two points, as scores often are. */
export function peakedScores(survival: number, sd: number): Population {
  return {
    name: `${100 * survival} % survive, normal sd ${sd}`,
    mean: survival,
    draw: (uniform) => (uniform() < survival ? 1 + sd * gauss(uniform) : 0),
  };
}

function gauss(uniform: Uniform): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
  return radius * Math.cos(2 * Math.PI * uniform());
}
