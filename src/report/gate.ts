// Whether a run got worse than its baseline, player by player, on the seeds both played. Pure.
import { detectableMean } from "../stats/detectable-mean.ts";
import { detectableSurvival, fewestDecisivePairs } from "../stats/detectable-survival.ts";
import { mean } from "../stats/sample.ts";
import { seedMeans } from "../stats/seed-values.ts";
import { adjustKnown } from "./compare.ts";
import { pairedFigure, pairedSurvival, sharedSeeds, survivalBySeed } from "./pair-trials.ts";
import { type ScoredTrial, seedValuesOf } from "./scored-trials.ts";

/** What a gate is asked. */
export interface GateOptions {
  readonly metric: "survival" | "score";
  /** Two-sided size of the tests over all players together; only the worse side fails the gate. */
  readonly alpha: number;
  /** The least share of planned trials that must be scored. */
  readonly minCoverage: number;
  readonly streamSeed: number | string;
}

/** The usual gate: survival, 5 %, four trials of five. */
export const GATE_OPTIONS: GateOptions = { metric: "survival", alpha: 0.05, minCoverage: 0.8, streamSeed: 0 };

/** A row of the run or of the baseline. */
export interface GateRow {
  readonly label: string;
  readonly playerStamp: string;
  readonly trials: readonly ScoredTrial[];
  /** Trials planned; null where the source does not say. */
  readonly planned: number | null;
}

/** What became of a player: `new` has no baseline and is not judged. */
export type GateVerdict = "passed" | "worse" | "undecided" | "new";

/** One player at the gate. Differences are run less baseline, in points of survival or millions of dollars. */
export interface GatedPlayer {
  readonly label: string;
  readonly verdict: GateVerdict;
  /** Why it could not be decided; null where it was. */
  readonly reason: string | null;
  /** The seeds both have a scored trial on. */
  readonly pairs: number;
  /** Means over these seeds; null without any. */
  readonly baseline: number | null;
  readonly run: number | null;
  readonly difference: number | null;
  /** Two-sided, then after Holm over the players judged. */
  readonly p: number | null;
  readonly pHolm: number | null;
  readonly estimator: string;
  /** The smallest fall that would have been seen in four cases of five; null where none would. */
  readonly detectable: number | null;
  /** Whether the same label was another player (settings or model) in the baseline. */
  readonly isOtherPlayer: boolean;
}

/** What a gate says: failed when any player got worse, undecided when none did but not all could be judged. */
export interface GateResult {
  readonly verdict: "passed" | "failed" | "undecided";
  readonly options: GateOptions;
  readonly players: readonly GatedPlayer[];
}

/**
 * Judges every player of the baseline: exact McNemar on survival or a paired test of the mean score, two-sided at
 * `alpha` after Holm over the players judged. A player fails only where it differs *and* is worse, so a false alarm
 * has at most half of `alpha`; getting better never fails. A player cannot be judged where it is missing, where less
 * than `minCoverage` of its planned trials are scored, or where so few seeds are shared that not even the worst
 * outcome on all of them could reach significance (6 for one player at 5 %): below that a mean's test, too, would
 * rest on a handful of values of which it cannot know the spread.
 */
export function judgeGate(
  baseline: readonly GateRow[],
  run: readonly GateRow[],
  options: GateOptions = GATE_OPTIONS,
): GateResult {
  const drafts = baseline.map((before) => draftOf(before, findRow(run, before.label), options));
  const judged = drafts.filter(({ reason }) => reason === null).length;
  // Holm's first step compares with alpha over the number of tests.
  const alpha = options.alpha / Math.max(1, judged);
  const needed = fewestDecisivePairs(alpha);
  const decidable = drafts.map((draft) =>
    draft.reason === null && draft.pairs < needed
      ? { ...draft, reason: `${seedsText(draft.pairs)} shared, ${needed} are needed to decide anything` }
      : draft,
  );
  const adjusted = adjustKnown(decidable.map(({ reason, p }) => (reason === null ? p : null)));
  const known = decidable.map(({ sd, ...draft }, index): GatedPlayer => {
    const pHolm = adjusted[index] ?? null;
    const detectable = detectableOf({ pairs: draft.pairs, sd }, options.metric, alpha);
    return { ...draft, pHolm, detectable, verdict: verdictOf(draft, pHolm, options.alpha) };
  });
  const added = run.filter(({ label }) => findRow(baseline, label) === undefined).map(newPlayer);
  return { verdict: overall(known), options, players: [...known, ...added] };
}

interface Draft extends Omit<GatedPlayer, "verdict" | "pHolm" | "detectable"> {
  /** Standard deviation of the paired differences. */
  readonly sd: number | null;
}

function draftOf(before: GateRow, now: GateRow | undefined, options: GateOptions): Draft {
  const seeds = sharedSeeds(now?.trials ?? [], before.trials);
  const test = pairedTest(now?.trials ?? [], before.trials, options);
  const meanOf = (trials: readonly ScoredTrial[]) => {
    const bySeed = valueBySeed(trials, options.metric);
    return mean(seeds.flatMap((seed) => bySeed.get(seed) ?? []));
  };
  return {
    label: before.label,
    reason: now === undefined ? "the run does not have it" : lowCoverage(now, options),
    pairs: seeds.length,
    baseline: meanOf(before.trials),
    run: meanOf(now?.trials ?? []),
    ...test,
    isOtherPlayer: now !== undefined && now.playerStamp !== before.playerStamp,
  };
}

function pairedTest(now: readonly ScoredTrial[], before: readonly ScoredTrial[], options: GateOptions) {
  const { difference, p, sd, estimator } = pairedFigure(options.metric, now, before, {
    level: 1 - options.alpha,
    streamSeed: options.streamSeed,
  });
  if (options.metric === "score") return { difference, p, sd, estimator };
  const mcnemar = pairedSurvival(now, before);
  const points = mcnemar.pairs === 0 ? null : (100 * (mcnemar.firstOnly - mcnemar.secondOnly)) / mcnemar.pairs;
  return { difference: points, p: mcnemar.pairs === 0 ? null : mcnemar.p, sd, estimator: "exact McNemar" };
}

/** What is compared: the mean score of a seed, or the survival of its lowest scored repeat in percent. */
function valueBySeed(trials: readonly ScoredTrial[], metric: GateOptions["metric"]): ReadonlyMap<number, number> {
  if (metric === "score") return seedMeans(seedValuesOf(trials, metric));
  return new Map([...survivalBySeed(trials)].map(([seed, survived]) => [seed, survived ? 100 : 0]));
}

function lowCoverage({ trials, planned }: GateRow, { minCoverage }: GateOptions): string | null {
  if (planned === null || (planned > 0 && trials.length >= minCoverage * planned)) return null;
  const percent = (100 * minCoverage).toFixed(0);
  return `${trials.length} of ${planned} planned trials are scored, at least ${percent} % are needed`;
}

function detectableOf(
  { pairs, sd }: { readonly pairs: number; readonly sd: number | null },
  metric: GateOptions["metric"],
  alpha: number,
): number | null {
  if (metric === "score") return sd === null ? null : detectableMean({ pairs, sd, alpha });
  const share = detectableSurvival({ pairs, alpha });
  return share === null ? null : share * 100;
}

function verdictOf(
  { reason, difference }: Draft | Omit<Draft, "sd">,
  pHolm: number | null,
  alpha: number,
): GateVerdict {
  if (reason !== null || pHolm === null || difference === null) return "undecided";
  return pHolm <= alpha && difference < 0 ? "worse" : "passed";
}

function newPlayer({ label, trials }: GateRow): GatedPlayer {
  return {
    label,
    verdict: "new",
    reason: `no baseline to compare its ${trials.length} trials with`,
    pairs: 0,
    baseline: null,
    run: null,
    difference: null,
    p: null,
    pHolm: null,
    estimator: "none",
    detectable: null,
    isOtherPlayer: false,
  };
}

function overall(players: readonly GatedPlayer[]): GateResult["verdict"] {
  if (players.some(({ verdict }) => verdict === "worse")) return "failed";
  return players.length === 0 || players.some(({ verdict }) => verdict === "undecided") ? "undecided" : "passed";
}

function findRow(rows: readonly GateRow[], label: string): GateRow | undefined {
  return rows.find((row) => row.label === label);
}

function seedsText(count: number): string {
  return count === 1 ? "1 seed is" : `${count} seeds are`;
}
