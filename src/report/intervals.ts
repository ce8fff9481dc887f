// How sure the figures of Table 1 are: intervals, groups that cannot be told apart, and survival of every repeat. Pure.
import { type MeanInterval, meanInterval } from "../stats/mean-interval.ts";
import { type RankedRow, rankGroups } from "../stats/rank-groups.ts";
import { mean } from "../stats/sample.ts";
import { seedMeans } from "../stats/seed-values.ts";
import { type SurvivalPower, survivalPower } from "../stats/survival-power.ts";
import { type ProportionInterval, wilsonInterval } from "../stats/wilson.ts";
import { aggregateRow } from "./aggregate.ts";
import { grouped } from "./grouped.ts";
import { pairedFigure, pairedSurvival } from "./pair-trials.ts";
import type { PlayerResults, ProtocolResults } from "./run-results.ts";
import { type Figure, type ScoredTrial, scoredTrials, seedValuesOf } from "./scored-trials.ts";

/** What every interval of a table rests on besides its own n: said once below the table. */
export interface IntervalSettings {
  readonly level: number;
  /** Names the bootstrap's stream of chance. */
  readonly streamSeed: number | string;
}

/** The place of a row among rows that the data can tell apart; null for a row without a rank. */
export type Rank = Pick<RankedRow, "rank" | "group" | "leader" | "p"> | null;

/** One row's figures with their intervals. Every interval carries its own n, estimator and bootstrap seed. */
export interface PlayerIntervals {
  readonly label: string;
  readonly framework: string;
  readonly category: string;
  readonly playerStamp: string;
  /** `<label> <player stamp>`: how {@link Rank} names a leader. */
  readonly id: string;
  /** Scored trials, and the seeds they are on: with repeats the sample size of the means. */
  readonly trials: number;
  readonly seeds: number;
  /** Shares, 0 to 1. Read it beside the score: few seeds without a bankruptcy make the score look surer than it is. */
  readonly survival: ProportionInterval;
  /**
   * Survival as a mean over seeds in percent, for players that played seeds more than once: repeats of a seed are no
   * independent trials, as Wilson's interval takes them to be. Null without repeats, where each is its own seed.
   */
  readonly survivalBySeed: MeanInterval | null;
  /** Millions of dollars. */
  readonly score: MeanInterval;
  readonly months: MeanInterval;
  /** Millions of dollars. */
  readonly raised: MeanInterval;
  /** Ranks by mean score (paired mean on shared seeds) and by survival (McNemar), Holm-adjusted within a group. */
  readonly rankByScore: Rank;
  readonly rankBySurvival: Rank;
  /** survival^k for k = 1 … repeats; empty without repeats. */
  readonly survivalPower: readonly SurvivalPower[];
}

/** The intervals of one table, in the order of its players. */
export interface TableIntervals {
  readonly protocolStamp: string;
  readonly settings: IntervalSettings;
  readonly players: readonly PlayerIntervals[];
}

/** The usual settings: 95 % intervals, bootstrap stream 0. */
export const INTERVAL_SETTINGS: IntervalSettings = { level: 0.95, streamSeed: 0 };

/** Intervals, rank groups and survival^k of every player of a table. Rows without a rank in Table 1 have none here. */
export function intervalsOf(results: ProtocolResults, settings: IntervalSettings = INTERVAL_SETTINGS): TableIntervals {
  const rows = results.players.map((player) => ({ player, id: idOf(player), trials: scoredTrials(player.lines) }));
  const ranked = rows.filter(({ player }) => aggregateRow(player, results).unranked === null);
  const byScore = ranksBy("score", ranked, settings);
  const bySurvival = ranksBy("survival", ranked, settings);
  const players = rows.map(({ player, id, trials }): PlayerIntervals => {
    const meanOf = (figure: Figure) => meanInterval(seedValuesOf(trials, figure), settings);
    const bySeed = [...grouped(trials, ({ seed }) => seed).values()];
    const repeats = Math.max(0, ...bySeed.map((repeated) => repeated.length));
    return {
      label: player.label,
      framework: player.framework,
      category: player.category,
      playerStamp: player.playerStamp,
      id,
      trials: trials.length,
      seeds: bySeed.length,
      survival: wilsonInterval(trials.filter(({ survived }) => survived).length, trials.length, settings.level),
      survivalBySeed: repeats > 1 ? meanOf("survival") : null,
      score: meanOf("score"),
      months: meanOf("months"),
      raised: meanOf("raised"),
      rankByScore: byScore.get(id) ?? null,
      rankBySurvival: bySurvival.get(id) ?? null,
      survivalPower: repeats > 1 ? powersOf(bySeed, repeats) : [],
    };
  });
  return { protocolStamp: results.protocolStamp, settings, players };
}

interface Row {
  readonly id: string;
  readonly trials: readonly ScoredTrial[];
}

function idOf({ label, playerStamp }: PlayerResults): string {
  return `${label} ${playerStamp}`;
}

/** Ranks need p values to a percent, not intervals to a digit, and there is one for each pair of a table. */
const RANK_RESAMPLES = 1_999;

function ranksBy(
  figure: "score" | "survival",
  rows: readonly Row[],
  settings: IntervalSettings,
): ReadonlyMap<string, RankedRow> {
  const trialsOf = new Map(rows.map(({ id, trials }) => [id, trials]));
  const values = rows.flatMap(({ id, trials }) => {
    const value = mean([...seedMeans(seedValuesOf(trials, figure)).values()]);
    return value === null ? [] : [{ id, value }];
  });
  const test = (leader: string, row: string): number | null => {
    const [first, second] = [trialsOf.get(leader) ?? [], trialsOf.get(row) ?? []];
    if (figure === "score") return pairedFigure("score", first, second, { ...settings, resamples: RANK_RESAMPLES }).p;
    const { pairs, p } = pairedSurvival(first, second);
    return pairs === 0 ? null : p;
  };
  return new Map(rankGroups(values, test).map((row) => [row.id, row]));
}

function powersOf(bySeed: readonly (readonly ScoredTrial[])[], repeats: number): SurvivalPower[] {
  const seeds = bySeed.map((trials) => ({
    survived: trials.filter(({ survived }) => survived).length,
    repeats: trials.length,
  }));
  return Array.from({ length: repeats }, (_, index) => survivalPower(seeds, index + 1));
}
