// Every figure of one protocol, drawn in the order of the page.
import { isAnchor } from "../anchors.ts";
import type { CashPaths } from "../cash-paths.ts";
import { costFigures } from "../charts/cost.ts";
import { failureFigures } from "../charts/failures.ts";
import type { Figure } from "../charts/figure.ts";
import { intervalFigure } from "../charts/intervals.ts";
import { playerFigure } from "../charts/player.ts";
import { MOST_CURVES, type NamedPlayer, survivalFigure } from "../charts/survival.ts";
import { grouped } from "../grouped.ts";
import { estimatorWords } from "../interval-text.ts";
import type { Records } from "../records.ts";
import type { ProtocolResults } from "../run-results.ts";
import { slugsOf } from "../slug.ts";
import { survivalIntervalOf } from "../survival-interval.ts";
import type { Standing } from "./leaderboard.ts";

/** A player with its place in the leaderboard. */
export interface Contestant extends NamedPlayer {
  readonly standing: Standing;
}

/** The figures of a protocol by section. */
export interface ProtocolFigures {
  readonly intervals: readonly Figure[];
  readonly survival: readonly Figure[];
  /** One a player, in the order of the leaderboard. */
  readonly players: readonly Figure[];
  readonly failures: readonly Figure[];
  readonly costs: readonly Figure[];
}

/** Draws them; `prefix` makes ids unique among several protocols. */
export async function protocolFigures(
  prefix: string,
  results: ProtocolResults,
  contestants: readonly Contestant[],
  records: Records,
): Promise<ProtocolFigures> {
  const horizon = horizonOf(results);
  return {
    intervals: await Promise.all([survivalIntervals(prefix, contestants), scoreIntervals(prefix, contestants)]),
    survival: await survivalCurves(prefix, contestants, horizon),
    players: await playerFigures(prefix, results.protocolStamp, contestants, { cash: records.cash, horizon }),
    failures: await failures(prefix, results.protocolStamp, contestants, records),
    costs: await costFigures(prefix, contestants),
  };
}

/** The months of a protocol's game; the longest trial's where no manifest says. */
export function horizonOf({ protocol, players }: ProtocolResults): number {
  const horizon = protocol?.["horizon"];
  if (typeof horizon === "number") return horizon;
  return Math.max(1, ...players.flatMap(({ lines }) => lines.map(({ result }) => result.months)));
}

function survivalIntervals(prefix: string, contestants: readonly Contestant[]): Promise<Figure> {
  return intervalFigure({
    id: `${prefix}intervals-survival`,
    title: "Full survival",
    unit: "% of trials",
    domain: [0, 100],
    note: `Wilson's 95 % interval; over seeds, where seeds were repeated. ${sizeText(contestants)}`,
    rows: contestants.map(({ name, player, standing: { intervals } }) => {
      const { pct, lowPct, highPct } = survivalIntervalOf(intervals);
      return { name, isAnchor: isAnchor(player), value: pct, low: lowPct, high: highPct, n: intervals.trials };
    }),
  });
}

function scoreIntervals(prefix: string, contestants: readonly Contestant[]): Promise<Figure> {
  const seeds = new Set(contestants.map(({ standing }) => `${standing.intervals.score.streamSeed}`));
  const made = [...new Set(contestants.map(({ standing }) => estimatorWords(standing.intervals.score.estimator)))].join(
    ", ",
  );
  const chance = made.includes("bootstrap") ? ` Bootstrap seed ${[...seeds].join(", ")}.` : "";
  return intervalFigure({
    id: `${prefix}intervals-score`,
    title: "Score beside money raised",
    unit: "$M",
    note: `Mean over seeds; 95 % interval (${made}).${chance} ${sizeText(contestants)}`,
    besideName: "money raised, mean",
    rows: contestants.map(({ name, player, standing: { intervals } }) => ({
      name,
      isAnchor: isAnchor(player),
      value: intervals.score.mean,
      low: intervals.score.low,
      high: intervals.score.high,
      beside: intervals.raised.mean,
      n: intervals.score.clusters,
    })),
  });
}

function survivalCurves(prefix: string, contestants: readonly Contestant[], horizon: number): Promise<Figure[]> {
  const anchors = contestants.filter(({ player }) => ANCHORS_BESIDE.has(player.label) && isAnchor(player));
  // Models before anchors, which every panel shows anyway.
  const ordered = contestants.toSorted((a, b) => Number(isAnchor(a.player)) - Number(isAnchor(b.player)));
  const categories = grouped(ordered, ({ player }) => player.category);
  const panels = [...categories].flatMap(([title, members]) => {
    const parts = Math.ceil(members.length / MOST_CURVES);
    return Array.from({ length: parts }, (_, part) => ({
      title: parts === 1 ? title : `${title} (${part + 1} of ${parts})`,
      members: members.slice(part * MOST_CURVES, (part + 1) * MOST_CURVES),
    }));
  });
  const slugs = slugsOf(panels.map(({ title }) => title));
  return Promise.all(
    panels.map(({ title, members }, index) =>
      survivalFigure({
        id: `${prefix}survival-${slugs[index] ?? ""}`,
        title,
        players: members,
        anchors: members.some(({ player }) => isAnchor(player)) ? [] : anchors,
        horizon,
      }),
    ),
  );
}

/** Two ends of the scale are enough beside every curve: doing nothing, and doing the obvious. */
const ANCHORS_BESIDE: ReadonlySet<string> = new Set(["never-raise", "raise-when-low"]);

async function playerFigures(
  prefix: string,
  protocolStamp: string,
  contestants: readonly Contestant[],
  { cash, horizon }: { readonly cash: CashPaths; readonly horizon: number },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, player, standing } of contestants) {
    const paths = cash.of({ protocolStamp, ...player });
    figures.push(await playerFigure({ id: `${prefix}player-${standing.slug}`, name, player, paths, horizon }));
  }
  return figures;
}

function failures(
  prefix: string,
  protocolStamp: string,
  contestants: readonly Contestant[],
  { causesOf }: Records,
): Promise<Figure[]> {
  const known = contestants.flatMap(({ name, player }) => {
    const causes = causesOf({ protocolStamp, ...player });
    return causes === null || causes.trials === 0 ? [] : [{ name, causes }];
  });
  return known.length === 0 ? Promise.resolve([]) : failureFigures(prefix, known);
}

function sizeText(contestants: readonly Contestant[]): string {
  const counts = contestants.map(({ standing }) => standing.intervals.trials);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return "n = 0.";
  return `n = ${least === most ? least : `${least}–${most}`} scored trials a player.`;
}
