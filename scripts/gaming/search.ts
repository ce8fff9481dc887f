// How much a player can score by nothing but the size and the mixture of what it asks for: it looks at nothing and asks
// in every month in which nothing is pending.
import { loadScenario } from "../../src/config/data.ts";
import type { Instrument } from "../../src/env/contract.ts";
import { Episode } from "../../src/env/episode.ts";
import { PAPER_PROTOCOL, type Protocol } from "../../src/env/protocol.ts";
import { fundingTotals, survivorScore } from "../../src/env/truth.ts";
import { clairvoyantPlan } from "../../src/oracle/clairvoyant.ts";
import { present } from "../../src/std/assert.ts";

/** How equity and debt take turns: the instrument of the n-th request, again from the start where the list ends. */
export const MIXTURES: Readonly<Record<string, readonly Instrument[]>> = {
  "all equity": ["equity"],
  "3 equity, 1 debt": ["equity", "equity", "equity", "debt"],
  "1 equity, 1 debt": ["equity", "debt"],
  "1 equity, 3 debt": ["equity", "debt", "debt", "debt"],
  "all debt": ["debt"],
};

export const SIZES_USD = [5e6, 2e7, 5e7, 1e8, 1e9, 1e10];

type Ruleset = Protocol["ruleset"];

/** Means over the seeds of one combination, in millions of dollars. */
export interface GamingRow {
  readonly ruleset: Ruleset;
  readonly mixture: string;
  readonly sizeUsd: number;
  /** Share of seeds survived, 0 to 1. */
  readonly survival: number;
  /** A bankrupt company's score is 0. */
  readonly scoreMusd: number;
  readonly raisedMusd: number;
}

/** Every mixture at every size in both rulesets, on seeds 0 to `seeds` − 1. */
export function searchSizesAndMixtures(seeds: number): GamingRow[] {
  const scenario = loadScenario();
  return (["paper", "hardened"] as const).flatMap((ruleset) =>
    Object.entries(MIXTURES).flatMap(([mixture, turns]) =>
      SIZES_USD.map((sizeUsd): GamingRow => {
        const played = Array.from({ length: seeds }, (_, seed) =>
          greed(new Episode(scenario, { ...PAPER_PROTOCOL, ruleset }, seed), turns, sizeUsd),
        );
        return {
          ruleset,
          mixture,
          sizeUsd,
          survival: mean(played.map(({ survived }) => (survived ? 1 : 0))),
          scoreMusd: mean(played.map(({ scoreMusd }) => scoreMusd)),
          raisedMusd: mean(played.map(({ raisedMusd }) => raisedMusd)),
        };
      }),
    ),
  );
}

/** What the clairvoyant scores in `hardened` on the same seeds, and what nobody can score more than; means in millions. */
export function oracleInHardened(seeds: number): { readonly scoreMusd: number; readonly boundMusd: number } {
  const { macro } = loadScenario();
  const plans = Array.from({ length: seeds }, (_, seed) =>
    clairvoyantPlan({ world: macro, seed, rules: { ...PAPER_PROTOCOL, ruleset: "hardened" } }),
  );
  const musd = (cents: number | null, seed: number): number => present(cents, `no plan for seed ${seed}`) / 1e8;
  return {
    scoreMusd: mean(plans.map(({ valueCents }, seed) => musd(valueCents, seed))),
    boundMusd: mean(plans.map(({ boundCents }, seed) => musd(boundCents, seed))),
  };
}

function greed(episode: Episode, turns: readonly Instrument[], sizeUsd: number) {
  let requests = 0;
  for (;;) {
    const { desk } = episode;
    if (desk.opening.data.pending === null) {
      const instrument = present(turns[requests % turns.length], "a mixture is not empty");
      desk.call({ name: "fund_raising_request", arguments: { instrument, amount_usd: sizeUsd } });
      requests += 1;
    }
    episode.forcePass("a request is pending");
    const step = episode.step();
    if (step.kind === "next") continue;
    const survived = step.ending === "survived";
    return {
      survived,
      scoreMusd: survived ? survivorScore(episode).total / 1e8 : 0,
      raisedMusd: fundingTotals(episode.company).raisedCents / 1e8,
    };
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
