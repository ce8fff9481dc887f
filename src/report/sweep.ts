// What each setting of a sweep changed: paired differences to the base, player by player and over all players. Pure.
import { holmAdjusted } from "../stats/holm.ts";
import type { InferenceOptions } from "../stats/infer-mean.ts";
import { type PairedMean, pairedMean } from "../stats/paired-mean.ts";
import { mean } from "../stats/sample.ts";
import { type SeedValues, seedMeans } from "../stats/seed-values.ts";
import { pairedSurvival } from "./pair-trials.ts";
import type { PlayerResults, ProtocolResults } from "./run-results.ts";
import { FIGURES, type Figure, type ScoredTrial, scoredTrials, seedValuesOf } from "./scored-trials.ts";

/** A setting as played. */
export interface SettingRun {
  readonly name: string;
  /** What it changes of the base, in words: `delay false, not true`; empty for the base. */
  readonly changes: string;
  /** An earlier setting whose run this is; null where it has its own. */
  readonly sameAs: string | null;
  readonly results: ProtocolResults;
}

/** One figure of one player under a setting, beside the base on the shared seeds. */
export interface Delta {
  readonly figure: Figure;
  /** Means over the shared seeds in the unit of the figure (percent, $M, months). */
  readonly base: number | null;
  readonly setting: number | null;
  /** Setting less base, with its interval, p value, pairs and estimator. */
  readonly paired: PairedMean;
  /** p over all players and settings of the sweep after Holm; survival's is McNemar's. Null where untested. */
  readonly p: number | null;
  readonly pHolm: number | null;
}

/** A player's differences under a setting, one a figure in the order of `FIGURES`. */
export interface PlayerDeltas {
  readonly label: string;
  readonly deltas: readonly Delta[];
}

/** One setting with its differences; the base has none. */
export interface SettingDeltas extends SettingRun {
  readonly players: readonly PlayerDeltas[];
  /** The mean over players of each seed, in the same terms: on seeds all of them have played twice. */
  readonly allPlayers: PlayerDeltas | null;
}

/** A sweep's results. */
export interface SweepResults {
  readonly name: string;
  readonly about: string | null;
  readonly options: Required<Pick<InferenceOptions, "level" | "streamSeed">>;
  /** The base first. */
  readonly settings: readonly SettingDeltas[];
  /** Settings of the plan that nobody has begun yet. */
  readonly unplayed: readonly string[];
  /** What its differences must not be read without. */
  readonly warnings: readonly string[];
}

/** The row that stands for all players. */
export const ALL_PLAYERS = "mean over players";

/** Compares every setting with the first one, the base. */
export function sweepResults(
  sweep: Pick<SweepResults, "name"> & Partial<Pick<SweepResults, "about" | "unplayed" | "warnings">>,
  runs: readonly SettingRun[],
  options: SweepResults["options"] = { level: 0.95, streamSeed: 0 },
): SweepResults {
  const [base, ...others] = runs;
  const settings = base === undefined ? [] : [{ ...base, players: [], allPlayers: null }];
  const compared = base === undefined ? [] : others.map((run) => settingDeltas(base.results, run, options));
  const { name, about = null, unplayed = [], warnings = [] } = sweep;
  return { name, about, options, settings: [...settings, ...adjusted(compared)], unplayed, warnings };
}

function settingDeltas(base: ProtocolResults, run: SettingRun, options: InferenceOptions): SettingDeltas {
  const before = trialsByLabel(base);
  const now = [...trialsByLabel(run.results)].flatMap(([label, trials]) => {
    const other = before.get(label);
    return other === undefined ? [] : [{ label, trials, other }];
  });
  const players = now.map(({ label, trials, other }): PlayerDeltas => {
    const deltas = FIGURES.map((figure) => {
      const delta = deltaOf(figure, seedValuesOf(other, figure), seedValuesOf(trials, figure), options);
      return figure === "survival" ? { ...delta, p: mcnemarP(trials, other) } : delta;
    });
    return { label, deltas };
  });
  const allPlayers = {
    label: ALL_PLAYERS,
    deltas: FIGURES.map((figure) => {
      const values = (which: "trials" | "other") => now.map((player) => seedValuesOf(player[which], figure));
      return deltaOf(figure, meanOverPlayers(values("other")), meanOverPlayers(values("trials")), options);
    }),
  };
  return { ...run, players, allPlayers: players.length < 2 ? null : allPlayers };
}

/** A label's scored trials; a label of several player stamps is taken by the stamp with the most. */
function trialsByLabel({ players }: ProtocolResults): Map<string, ScoredTrial[]> {
  const rows = new Map<string, PlayerResults>();
  for (const player of players) {
    const known = rows.get(player.label);
    if (known === undefined || known.lines.length < player.lines.length) rows.set(player.label, player);
  }
  return new Map([...rows].map(([label, { lines }]) => [label, scoredTrials(lines)]));
}

function deltaOf(figure: Figure, base: SeedValues, setting: SeedValues, options: InferenceOptions): Delta {
  const paired = within(figure, pairedMean(setting, base, options));
  const [before, after] = [seedMeans(base), seedMeans(setting)];
  const shared = [...after.keys()].filter((seed) => before.has(seed));
  const meanOf = (means: ReadonlyMap<number, number>) => mean(shared.map((seed) => means.get(seed) ?? 0));
  return { figure, base: meanOf(before), setting: meanOf(after), paired, p: paired.p, pHolm: null };
}

/** Student's t knows nothing of percent: no survival can move by more than 100 points. */
function within(figure: Figure, paired: PairedMean): PairedMean {
  if (figure !== "survival" || paired.low === null || paired.high === null) return paired;
  return { ...paired, low: Math.max(-100, paired.low), high: Math.min(100, paired.high) };
}

function mcnemarP(first: readonly ScoredTrial[], second: readonly ScoredTrial[]): number | null {
  const { pairs, p } = pairedSurvival(first, second);
  return pairs === 0 ? null : p;
}

/** The mean over players of every seed that all of them have. */
function meanOverPlayers(players: readonly SeedValues[]): SeedValues {
  const [first = new Map<number, number>(), ...rest] = players.map(seedMeans);
  const shared = [...first.keys()].filter((seed) => rest.every((means) => means.has(seed)));
  return new Map(
    shared.map((seed) => {
      const values = [first, ...rest].map((means) => means.get(seed) ?? 0);
      return [seed, [mean(values) ?? 0]];
    }),
  );
}

/** Holm over every player and setting of a figure: whoever picks the largest of many differences must pay for it. */
function adjusted(settings: readonly SettingDeltas[]): SettingDeltas[] {
  const holm = new Map<Delta, number>();
  for (const figure of FIGURES) {
    const all = settings.flatMap(({ players, sameAs }) =>
      sameAs !== null ? [] : players.flatMap(({ deltas }) => deltas.filter((delta) => delta.figure === figure)),
    );
    const tested = all.flatMap((delta) => (delta.p === null ? [] : [{ delta, p: delta.p }]));
    const adjustedP = holmAdjusted(tested.map(({ p }) => p));
    for (const [index, { delta }] of tested.entries()) holm.set(delta, adjustedP[index] ?? 1);
  }
  return settings.map((setting) => ({
    ...setting,
    players: setting.players.map((player) => ({
      ...player,
      deltas: player.deltas.map((delta) => ({ ...delta, pHolm: holm.get(delta) ?? null })),
    })),
  }));
}
