// What every player came to over time: one point a run, sorted by when it was played. Pure.
import { aggregateRow } from "../aggregate.ts";
import { grouped } from "../grouped.ts";
import { intervalsOf } from "../intervals.ts";
import { gatherResults, type ProtocolResults, type RunResults } from "../run-results.ts";
import { survivalIntervalOf } from "../survival-interval.ts";

/** When and from what a run was played, as its last session says. */
export interface Occasion {
  readonly run: string;
  /** ISO date and time; null where no session was written down. */
  readonly startedAt: string | null;
  readonly commit: string | null;
  readonly dirty: boolean | null;
  readonly version: string | null;
}

/** A player's figures in one run. Percent, months, millions of dollars; intervals at 95 %. */
export interface HistoryPoint extends Occasion {
  readonly playerStamp: string;
  readonly planned: number;
  readonly scored: number;
  readonly survivalPct: number | null;
  readonly survivalLowPct: number | null;
  readonly survivalHighPct: number | null;
  readonly monthsMean: number | null;
  readonly scoreMusd: number | null;
  readonly scoreLowMusd: number | null;
  readonly scoreHighMusd: number | null;
  readonly raisedMusd: number | null;
  readonly scoreLessRaisedMusd: number | null;
  readonly scoreEstimator: string;
}

/** A player over time; a new player stamp shows as such in the points, and stays the same player. */
export interface PlayerHistory {
  readonly label: string;
  readonly category: string;
  readonly framework: string;
  /** Oldest first. */
  readonly points: readonly HistoryPoint[];
}

/** Everything played under one protocol. */
export interface ProtocolHistory {
  readonly protocolStamp: string;
  readonly protocol: Readonly<Record<string, unknown>> | null;
  /** Names the interval's bootstrap stream. */
  readonly streamSeed: number | string;
  /** Oldest first. */
  readonly occasions: readonly Occasion[];
  /** Best last score first. */
  readonly players: readonly PlayerHistory[];
}

/** The histories of some runs, one a protocol: the one played last comes first. */
export function historiesOf(runs: readonly RunResults[]): ProtocolHistory[] {
  const played = runs
    .map((run, index) => ({ run, occasion: occasionOf(run, index) }))
    .sort(
      (a, b) =>
        compare(a.occasion.startedAt ?? "", b.occasion.startedAt ?? "") || compare(a.occasion.run, b.occasion.run),
    );
  const tables = played.flatMap(({ run, occasion }) => {
    return gatherResults([run]).tables.map((results) => ({ results, occasion }));
  });
  const histories = [...grouped(tables, ({ results }) => results.protocolStamp).values()].map(historyOf);
  const last = ({ occasions }: ProtocolHistory) => occasions.at(-1)?.startedAt ?? "";
  return histories.sort((a, b) => compare(last(b), last(a)));
}

interface Played {
  readonly results: ProtocolResults;
  readonly occasion: Occasion;
}

function historyOf(tables: readonly Played[]): ProtocolHistory {
  const points = tables.flatMap(pointsOf);
  const players = [...grouped(points, ({ label }) => label).values()].flatMap((own): PlayerHistory[] => {
    const newest = own.at(-1);
    if (newest === undefined) return [];
    const { label, category, framework } = newest;
    return [{ label, category, framework, points: own.map(({ point }) => point) }];
  });
  const lastScore = ({ points: own }: PlayerHistory) => own.at(-1)?.scoreMusd ?? -Infinity;
  return {
    protocolStamp: tables[0]?.results.protocolStamp ?? "",
    protocol: tables.find(({ results }) => results.protocol !== null)?.results.protocol ?? null,
    streamSeed: points[0]?.streamSeed ?? 0,
    occasions: tables.map(({ occasion }) => occasion),
    players: players.sort((a, b) => compare(lastScore(b), lastScore(a)) || compare(a.label, b.label)),
  };
}

function pointsOf({ results, occasion }: Played) {
  const { players, settings } = intervalsOf(results);
  return results.players.flatMap((player, index) => {
    const intervals = players[index];
    if (intervals === undefined || player.lines.length === 0) return [];
    const row = aggregateRow(player, results);
    const { score } = intervals;
    const { pct, lowPct, highPct } = survivalIntervalOf(intervals);
    const point: HistoryPoint = {
      ...occasion,
      playerStamp: player.playerStamp,
      planned: row.planned,
      scored: row.scored,
      survivalPct: pct,
      survivalLowPct: lowPct,
      survivalHighPct: highPct,
      monthsMean: row.months.mean,
      scoreMusd: row.scoreMusd.mean,
      scoreLowMusd: score.low,
      scoreHighMusd: score.high,
      raisedMusd: row.raisedMusd.mean,
      scoreLessRaisedMusd: row.scoreLessRaisedMusd.mean,
      scoreEstimator: score.estimator,
    };
    const { label, category, framework } = player;
    return [{ label, category, framework, streamSeed: settings.streamSeed, point }];
  });
}

function occasionOf({ name, manifest: { sessions } }: RunResults, index: number): Occasion {
  const last = sessions.reduce<(typeof sessions)[number] | undefined>(
    (latest, session) => (latest === undefined || session.startedAt > latest.startedAt ? session : latest),
    undefined,
  );
  return {
    run: name ?? `run ${index + 1}`,
    startedAt: last?.startedAt ?? null,
    commit: last?.commit ?? null,
    dirty: last?.dirty ?? null,
    version: last?.version ?? null,
  };
}

function compare(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
