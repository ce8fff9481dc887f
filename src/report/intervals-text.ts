// The intervals of a table for people: a Markdown section, with what every figure rests on beside it.
import { estimatorWords, intervalText, pText } from "./interval-text.ts";
import type { IntervalSettings, PlayerIntervals, Rank, TableIntervals } from "./intervals.ts";
import { alignedGrid, escapeMarkdown } from "./markdown.ts";
import { ABSENT, fixed } from "./numbers.ts";

/** A Markdown section: one row a player, survival beside the score, the groups that cannot be told apart. */
export function intervalsMarkdown({ players, settings }: TableIntervals): string {
  const head = ["Model", "Full survival %", "Score $M", "Months", "Raised $M", "Group", "n / seeds", "Estimator"];
  const rows = players.map((player) => [
    escapeMarkdown(player.label),
    survivalText(player),
    intervalText(player.score.mean, player.score),
    intervalText(player.months.mean, player.months),
    intervalText(player.raised.mean, player.raised),
    groupText(player.rankByScore),
    `${player.trials} / ${player.seeds}`,
    estimatorsOf(player),
  ]);
  const powers = players.filter(({ survivalPower }) => survivalPower.length > 0);
  return [
    "## Intervals",
    alignedGrid([head, ...rows]),
    ...notesOf(settings).map(escapeMarkdown),
    ...(powers.length === 0 ? [] : [powerSection(powers)]),
  ].join("\n\n");
}

function survivalText({ survival }: PlayerIntervals): string {
  const { proportion, low, high, estimator } = survival;
  const percent = proportion === null ? null : proportion * 100;
  return intervalText(percent, { low: low * 100, high: high * 100, estimator });
}

function groupText(rank: Rank): string {
  if (rank === null) return ABSENT;
  return rank.p === null ? `${rank.group}` : `${rank.group} (p ${pText(rank.p)})`;
}

function estimatorsOf({ score, months, raised }: PlayerIntervals): string {
  return [...new Set([score, months, raised].map(({ estimator }) => estimatorWords(estimator)))].join(", ");
}

function notesOf({ level, streamSeed }: IntervalSettings): string[] {
  const percent = fixed(level * 100, 0);
  return [
    `${percent} % intervals. Survival: Wilson's score interval on n trials. Score, months, money: a mean over seeds, ` +
      `Student's t below 20 seeds, BCa bootstrap from 20 (9,999 resamples, stream ${streamSeed}).`,
    "Read the score beside the survival: where few seeds saw no bankruptcy, the score's interval knows of none and is " +
      "too short.",
    "Group: rows of one group cannot be told apart from its best row by their mean score (paired on shared seeds, " +
      "Holm-adjusted within the group, 5 %). That is no proof that they are alike.",
  ];
}

function powerSection(players: readonly PlayerIntervals[]): string {
  const most = Math.max(...players.map(({ survivalPower }) => survivalPower.length));
  const ks = Array.from({ length: most }, (_, index) => index + 1);
  const rows = players.map(({ label, survivalPower, survivalBySeed }) => [
    escapeMarkdown(label),
    survivalBySeed === null ? ABSENT : intervalText(survivalBySeed.mean, survivalBySeed),
    ...ks.map((k) => {
      const power = survivalPower[k - 1];
      return power?.value === undefined || power.value === null
        ? ABSENT
        : `${fixed(power.value * 100, 1)} (${power.seeds} seeds)`;
    }),
  ]);
  return [
    "### Repeats",
    alignedGrid([["Model", "Survival % by seed", ...ks.map((k) => `all of ${k} %`)], ...rows]),
    "How often k repeats of one seed would all survive: C(c, k) / C(n, k) of the c of n repeats that did, averaged " +
      "over seeds. Survival by seed counts each seed once, as repeats of one seed share its weather.",
  ].join("\n\n");
}
