// What playing cost: dollars and tokens of a trial, one row a player that has a model.
import { mean } from "../../stats/sample.ts";
import { fixed } from "../numbers.ts";
import { drawFigure, type Figure } from "./figure.ts";
import { SERIES } from "./palette.ts";
import { along, legendBelow, rowsChart } from "./rows.ts";
import type { NamedPlayer } from "./survival.ts";

/** Two figures, dollars and tokens; none where no player used a model. `prefix` makes their ids unique in a page. */
export function costFigures(prefix: string, players: readonly NamedPlayer[]): Promise<Figure[]> {
  const costs = players.map(costOf).filter(({ trials }) => trials > 0);
  if (costs.length === 0) return Promise.resolve([]);
  return Promise.all([dollars(prefix, costs), tokens(prefix, costs)]);
}

/** Means over the trials whose model's use is known. */
export interface Cost {
  readonly name: string;
  readonly trials: number;
  readonly usd: number | null;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly turns: number | null;
}

/** What a trial of a player costs on average. */
export function costOf({ name, player }: NamedPlayer): Cost {
  const used = player.lines.flatMap(({ result: { usage, turns } }) => (usage === null ? [] : [{ ...usage, turns }]));
  const meanOf = (value: (one: (typeof used)[number]) => number | null) =>
    mean(used.map(value).filter((one) => one !== null));
  return {
    name,
    trials: used.length,
    usd: meanOf(({ costUsd }) => costUsd),
    inputTokens: meanOf(({ inputTokens }) => inputTokens),
    cachedInputTokens: meanOf(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: meanOf(({ outputTokens }) => outputTokens),
    turns: meanOf(({ turns }) => turns),
  };
}

function dollars(prefix: string, costs: readonly Cost[]): Promise<Figure> {
  const words = {
    id: `${prefix}cost`,
    title: "Cost of a trial",
    description: "One bar a player: dollars a trial, mean over trials whose cost is known.",
    note: `Mean over trials. ${trialsText(costs)}`,
    table: {
      headings: ["Player", "$ a trial", "Replies a trial", "Trials"],
      rows: costs.map((cost) => [cost.name, fixed(cost.usd, 4, "–"), fixed(cost.turns, 0, "–"), String(cost.trials)]),
    },
  };
  return drawFigure(
    words,
    rowsChart(
      costs.map(({ name }) => name),
      [
        {
          data: { values: costs.flatMap(({ name, usd }) => (usd === null ? [] : [{ name, usd }])) },
          mark: { type: "bar", height: 10, color: SERIES[4] },
          encoding: { x: along("usd", "$ a trial") },
        },
      ],
    ),
  );
}

function tokens(prefix: string, costs: readonly Cost[]): Promise<Figure> {
  const thousands = (value: number | null) => (value === null ? null : value / 1000);
  const words = {
    id: `${prefix}tokens`,
    title: "Tokens of a trial",
    description: "One bar a player: thousands of tokens a trial, read and written.",
    note: `Mean over trials; cached tokens are part of those read. ${trialsText(costs)}`,
    table: {
      headings: ["Player", "Read, thousands", "Of these cached", "Written", "Trials"],
      rows: costs.map((cost) => [
        cost.name,
        ...[cost.inputTokens, cost.cachedInputTokens, cost.outputTokens].map((value) =>
          fixed(thousands(value), 0, "–"),
        ),
        String(cost.trials),
      ]),
    },
  };
  const values = costs.flatMap(({ name, inputTokens, outputTokens }) => [
    { name, side: "read", count: thousands(inputTokens) ?? 0, order: 0 },
    { name, side: "written", count: thousands(outputTokens) ?? 0, order: 1 },
  ]);
  return drawFigure(
    words,
    rowsChart(
      costs.map(({ name }) => name),
      [
        {
          data: { values },
          mark: { type: "bar", height: 10 },
          encoding: {
            x: along("count", "Thousands of tokens a trial", { stack: "zero" }),
            order: { field: "order" },
            color: {
              field: "side",
              type: "nominal",
              scale: { domain: ["read", "written"], range: [SERIES[5], SERIES[1]] },
              legend: legendBelow(costs.map(({ name }) => name)),
            },
          },
        },
      ],
    ),
  );
}

function trialsText(costs: readonly Cost[]): string {
  return `n = ${costs.reduce((sum, { trials }) => sum + trials, 0)} trials.`;
}
