// The leaderboard: one row a player with its intervals, sortable and filterable.

import type { MeanSd, Table1Row } from "../aggregate.ts";
import { isAnchor } from "../anchors.ts";
import type { Cost } from "../charts/cost.ts";
import type { PlayerIntervals, Rank } from "../intervals.ts";
import { ABSENT, fixed } from "../numbers.ts";
import { survivalIntervalOf } from "../survival-interval.ts";
import { frameworkName } from "../table1.ts";
import { html, type Markup } from "./markup.ts";

/** Everything the leaderboard says of a player. */
export interface Standing {
  readonly name: string;
  /** Names the player's places in the page. */
  readonly slug: string;
  readonly row: Table1Row;
  readonly intervals: PlayerIntervals;
  readonly cost: Cost;
  /** Mean regret in millions of dollars; null without an oracle to compare with. */
  readonly regretMusd: number | null;
}

/** Best first: by rank, then by score, then by name; rows without a rank last. */
export function byStanding(a: Standing, b: Standing): number {
  const place = ({ intervals }: Standing) => intervals.rankByScore?.rank ?? Infinity;
  const score = ({ row }: Standing) => row.scoreMusd.mean ?? -Infinity;
  return compare(place(a), place(b)) || compare(score(b), score(a)) || compare(months(b), months(a)) || byName(a, b);
}

/** The table, in the order given. */
export function leaderboardTable(id: string, standings: readonly Standing[]): Markup {
  const columns = COLUMNS.filter(({ isShown }) => isShown === undefined || standings.some(isShown));
  return html`<div class="scroll" role="region" aria-labelledby="${id}-title" tabindex="0">
<table class="board" data-board>
<caption class="quiet" id="${id}-title">Leaderboard, best score first. Ranks tie where the data cannot tell players apart.</caption>
<thead><tr>${columns.map(headingCell)}</tr></thead>
<tbody>${standings.map((standing, index) => playerRow(columns, standing, standings[index - 1]))}</tbody>
</table></div>`;
}

interface BoardColumn {
  readonly heading: string;
  readonly means: string;
  readonly sort: "number" | "text";
  /** Whether a first click sorts upwards: where less is better, and for words. */
  readonly isUpFirst?: boolean;
  readonly value: (standing: Standing) => number | string | null;
  readonly cell: (standing: Standing) => Markup;
  /** A column nobody has anything to say in is left out. */
  readonly isShown?: (standing: Standing) => boolean;
}

const COLUMNS: readonly BoardColumn[] = [
  {
    heading: "Rank",
    means: "By mean score; players in one group cannot be told apart (paired tests, Holm-adjusted)",
    sort: "number",
    isUpFirst: true,
    value: ({ intervals }) => intervals.rankByScore?.rank ?? null,
    cell: ({ intervals, row }) => rankCell(intervals.rankByScore, row),
  },
  {
    heading: "Player",
    means: "Label, category and framework",
    sort: "text",
    isUpFirst: true,
    value: ({ name }) => name.toLowerCase(),
    cell: playerCell,
  },
  {
    heading: "Survival %",
    means: "Trials that reached the horizon, with Wilson's 95 % interval (over seeds, where seeds were repeated)",
    sort: "number",
    value: ({ row }) => row.fullSurvivalPct,
    cell: survivalCell,
  },
  {
    heading: "Months",
    means: "Months survived, mean ± SD of trials",
    sort: "number",
    value: ({ row }) => row.months.mean,
    cell: ({ row }) => meanSdCell(row.months),
  },
  {
    heading: "Score $M",
    means: "Mean over seeds with its 95 % interval; a bankrupt trial scores 0",
    sort: "number",
    value: ({ intervals }) => intervals.score.mean,
    cell: ({ intervals: { score } }) => withInterval(fixed(score.mean, 1, ABSENT), score.low, score.high),
  },
  {
    heading: "Raised $M",
    means: "Settled equity and debt, mean ± SD, bankrupt trials included",
    sort: "number",
    value: ({ row }) => row.raisedMusd.mean,
    cell: ({ row }) => meanSdCell(row.raisedMusd),
  },
  {
    heading: "Net $M",
    means: "Score less money raised, mean ± SD",
    sort: "number",
    value: ({ row }) => row.scoreLessRaisedMusd.mean,
    cell: ({ row }) => meanSdCell(row.scoreLessRaisedMusd),
  },
  {
    heading: "Regret $M",
    means:
      "Against the oracle on the same seeds; hardened: score missed; paper: money raised beyond what survival needed, of survivors",
    sort: "number",
    isUpFirst: true,
    value: ({ regretMusd }) => regretMusd,
    cell: ({ regretMusd }) => html`${fixed(regretMusd, 1, ABSENT)}`,
    isShown: ({ regretMusd }) => regretMusd !== null,
  },
  ...([0, 1, 2] as const).map(
    (index): BoardColumn => ({
      heading: `C${index + 1} %`,
      means: `Trials that survived crisis ${index + 1}`,
      sort: "number",
      value: ({ row }) => row.crisisPct[index],
      cell: ({ row }) => html`${fixed(row.crisisPct[index], 0, ABSENT)}`,
    }),
  ),
  {
    heading: "Tools",
    means: "Answered look-ups a month",
    sort: "number",
    value: ({ row }) => row.toolsPerMonth,
    cell: ({ row }) => html`${fixed(row.toolsPerMonth, 2, ABSENT)}`,
  },
  {
    heading: "Actions",
    means: "Closings and requests carried out, mean of a trial",
    sort: "number",
    value: ({ row }) => row.actions,
    cell: ({ row }) => html`${fixed(row.actions, 1, ABSENT)}`,
  },
  {
    heading: "$ / trial",
    means: "What the model cost",
    sort: "number",
    isUpFirst: true,
    value: ({ cost }) => cost.usd,
    cell: ({ cost }) => html`${fixed(cost.usd, 2, ABSENT)}`,
    isShown: ({ cost }) => cost.usd !== null,
  },
  {
    heading: "Trials",
    means: "Planned / attempted / scored",
    sort: "number",
    value: ({ row }) => row.scored,
    cell: ({ row }) =>
      html`<span class="${row.scored < row.planned ? "short" : ""}">${row.planned}/${row.attempted}/${row.scored}</span>`,
  },
];

function headingCell({ heading, means, sort, isUpFirst }: BoardColumn, index: number): Markup {
  const first = isUpFirst === true ? "ascending" : "descending";
  return html`<th scope="col" aria-sort="${index === 0 ? "ascending" : "none"}" data-sort="${sort}" data-first="${first}"><button type="button" title="${means}">${heading}</button></th>`;
}

function playerRow(columns: readonly BoardColumn[], standing: Standing, above: Standing | undefined): Markup {
  const { row, slug, intervals } = standing;
  const group = intervals.rankByScore?.group ?? null;
  const isNewGroup = above !== undefined && (above.intervals.rankByScore?.group ?? null) !== group;
  const marks = [isAnchor(row) ? "anchor" : "", isNewGroup ? "new-group" : ""].filter((mark) => mark !== "").join(" ");
  return html`<tr class="${marks}" data-player="${slug}" data-category="${row.category}" data-anchor="${isAnchor(row) ? 1 : 0}">${columns.map(
    ({ heading, value, cell }) => {
      const sorted = html`${value(standing) ?? ""}`;
      return heading === "Player"
        ? html`<th scope="row" data-v="${sorted}">${cell(standing)}</th>`
        : html`<td data-v="${sorted}">${cell(standing)}</td>`;
    },
  )}</tr>`;
}

function rankCell(rank: Rank, row: Table1Row): Markup {
  if (rank === null) return html`<abbr title="${UNRANKED[row.unranked ?? "coverage"]}">–</abbr>`;
  return html`<b>${rank.rank}</b>`;
}

const UNRANKED = {
  coverage: "no rank: below 80 % of planned trials scored",
  horizon: "no rank: a shorter horizon is another protocol",
  protocol: "no rank: no manifest describes the protocol",
} as const;

function playerCell({ name, slug, row }: Standing): Markup {
  const framework = frameworkName(row.framework);
  const tag = framework.toLowerCase() === row.category.toLowerCase() ? row.category : `${row.category} · ${framework}`;
  return html`<a href="#card-${slug}">${name}</a><small>${tag}</small>`;
}

function survivalCell({ row, intervals }: Standing): Markup {
  const { pct, lowPct, highPct } = survivalIntervalOf(intervals);
  if (pct === null) return html`${ABSENT}`;
  const shown = (percent: number | null) => `${fixed(percent ?? pct, 1)}%`;
  const bar = html`<i class="ci" style="--lo:${shown(lowPct)};--hi:${shown(highPct)};--v:${shown(pct)}"></i>`;
  const bracket = row.survivalBracketPct;
  const span =
    bracket === null
      ? lowPct === null || highPct === null
        ? ""
        : `${fixed(lowPct, 0)}–${fixed(highPct, 0)}`
      : `worst ${fixed(bracket.worst, 0)}, best ${fixed(bracket.best, 0)}`;
  return html`${fixed(pct, 1)}<small>${span}</small>${bar}`;
}

function withInterval(text: string, low: number | null, high: number | null): Markup {
  if (low === null || high === null) return html`${text}`;
  return html`${text}<small>${fixed(low, 1)} to ${fixed(high, 1)}</small>`;
}

function meanSdCell({ mean, sd }: MeanSd): Markup {
  const spread = sd === null ? null : html`<small>± ${fixed(sd, 1)}</small>`;
  return html`${fixed(mean, 1, ABSENT)}${spread}`;
}

function months({ row }: Standing): number {
  return row.months.mean ?? -Infinity;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function byName(a: Standing, b: Standing): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
