// Why companies died, in five pictures: the panels of the paper's Figure 4, and the causes of death.
import type { Json } from "../../std/json.ts";
import { CAUSE_WORDS, CAUSES } from "../causes/cause.ts";
import type { CauseSummary } from "../causes/summary.ts";
import type { ChartSpec } from "../charts.ts";
import { fixed } from "../numbers.ts";
import { drawFigure, type Figure } from "./figure.ts";
import { INK, SERIES } from "./palette.ts";
import { along, legendBelow, lineAt, rowsChart } from "./rows.ts";

/** A player's causes under the name the page gives it. */
export interface NamedCauses {
  readonly name: string;
  readonly causes: CauseSummary;
}

/** The five figures; `prefix` makes their ids unique in a page. */
export function failureFigures(prefix: string, players: readonly NamedCauses[]): Promise<Figure[]> {
  return Promise.all(
    [causesOfDeath, firstRaise, lookUps, requestedAndReceived, externalAndInternal].map((figure) =>
      figure(prefix, players),
    ),
  );
}

const CENTS_IN_A_MILLION = 100_000_000;

/** Survivors and bankrupt trials, in every panel alike. */
const FATES = { survived: SERIES[0], bankrupt: SERIES[1] } as const;

function causesOfDeath(prefix: string, players: readonly NamedCauses[]): Promise<Figure> {
  const seen = CAUSES.filter((cause) => players.some(({ causes }) => causes.causes.some((one) => one.cause === cause)));
  const values = players.flatMap(({ name, causes }) =>
    causes.causes.map(({ cause, count }) => ({
      name,
      cause: CAUSE_WORDS[cause],
      share: causes.trials === 0 ? 0 : (100 * count) / causes.trials,
      order: CAUSES.indexOf(cause),
    })),
  );
  const words = {
    id: `${prefix}causes`,
    title: "Causes of death",
    description: "One bar a player: the share of its trials killed by each cause. What is left of the bar survived.",
    note: `One cause a bankrupt trial, by rules over its record. ${trialsText(players)}`,
    table: {
      headings: ["Player", "Trials", ...seen.map((cause) => CAUSE_WORDS[cause]), "Examples"],
      rows: players.map(({ name, causes }) => [
        name,
        String(causes.trials),
        ...seen.map((cause) => String(causes.causes.find((one) => one.cause === cause)?.count ?? 0)),
        causes.causes.flatMap(({ examples }) => examples.slice(0, 1)).join(", "),
      ]),
    },
  };
  const colours = seen.map((cause) => CAUSE_COLOURS[CAUSES.indexOf(cause)] ?? INK.anchor);
  const domain = seen.map((cause) => CAUSE_WORDS[cause]);
  return drawFigure(
    words,
    stackedShares(namesOf(players), values, "% of trials", { field: "cause", domain, range: colours }),
  );
}

const CAUSE_COLOURS = [...SERIES, INK.anchor];

function firstRaise(prefix: string, players: readonly NamedCauses[]): Promise<Figure> {
  const values = players.flatMap(({ name, causes }) =>
    causes.firstRequestAfterPeak === null ? [] : [{ name, months: causes.firstRequestAfterPeak }],
  );
  const words = {
    id: `${prefix}first-raise`,
    title: "First request, relative to the peak of own cash",
    description:
      "One dot a player: months from the peak of its own cash (cash less money raised) to its first request; left of the line, it asked before the peak.",
    note: `Mean over trials with a request. Own cash: cash less all money raised. ${trialsText(players)}`,
    table: {
      headings: ["Player", "Months after the peak", "Trials without a request", "Months from first request to death"],
      rows: players.map(({ name, causes }) => [
        name,
        fixed(causes.firstRequestAfterPeak, 1, "–"),
        `${causes.neverAsked} of ${causes.trials}`,
        fixed(causes.monthsLeftAtFirstRequest, 1, "–"),
      ]),
    },
  };
  return drawFigure(
    words,
    rowsChart(namesOf(players), [
      lineAt(0),
      {
        data: { values },
        mark: { type: "point", filled: true, size: 46, opacity: 1, color: SERIES[0] },
        encoding: { x: along("months", "Months from peak to request") },
      },
    ]),
  );
}

function lookUps(prefix: string, players: readonly NamedCauses[]): Promise<Figure> {
  const values = players.flatMap(({ name, causes }) => [
    { name, fate: "survived", looks: causes.looksOfSurvivors },
    { name, fate: "bankrupt", looks: causes.looksOfBankrupt },
  ]);
  const words = {
    id: `${prefix}look-ups`,
    title: "Look-ups a month: survivors and failures",
    description: "Two dots a player: answered look-ups a month in its trials that survived and in those that failed.",
    note: `Means over trials. ${trialsText(players)}`,
    table: {
      headings: ["Player", "Survivors", "Failures", "Survived", "Bankrupt"],
      rows: players.map(({ name, causes }) => [
        name,
        fixed(causes.looksOfSurvivors, 2, "–"),
        fixed(causes.looksOfBankrupt, 2, "–"),
        String(causes.survived),
        String(causes.bankrupt),
      ]),
    },
  };
  return drawFigure(
    words,
    rowsChart(namesOf(players), [
      pairOfDots(namesOf(players), values, "looks", "Answered look-ups a month", "fate", FATES),
    ]),
  );
}

function requestedAndReceived(prefix: string, players: readonly NamedCauses[]): Promise<Figure> {
  const millions = (cents: number | null) => (cents === null ? null : cents / CENTS_IN_A_MILLION);
  const values = players.flatMap(({ name, causes }) => [
    { name, what: "requested", amount: millions(causes.requestedCents) },
    { name, what: "received", amount: millions(causes.receivedCents) },
  ]);
  const words = {
    id: `${prefix}requested-received`,
    title: "Requested and received per attempt",
    description: "Two dots a player: what an answered request asked for and what it brought, in millions of dollars.",
    note: `Means over answered requests; a declined one brought 0. ${trialsText(players)}`,
    table: {
      headings: ["Player", "Requested $M", "Received $M", "Approved %", "Attempts"],
      rows: players.map(({ name, causes }) => [
        name,
        fixed(millions(causes.requestedCents), 1, "–"),
        fixed(millions(causes.receivedCents), 1, "–"),
        fixed(causes.approvalRate === null ? null : 100 * causes.approvalRate, 0, "–"),
        String(causes.attempts),
      ]),
    },
  };
  const colours = { requested: SERIES[5], received: SERIES[2] };
  return drawFigure(
    words,
    rowsChart(namesOf(players), [pairOfDots(namesOf(players), values, "amount", "$M an attempt", "what", colours)]),
  );
}

function externalAndInternal(prefix: string, players: readonly NamedCauses[]): Promise<Figure> {
  const values = players.flatMap(({ name, causes }) =>
    causes.externalShare === null
      ? []
      : [
          { name, side: "external", share: 100 * causes.externalShare, order: 0 },
          { name, side: "internal", share: 100 - 100 * causes.externalShare, order: 1 },
        ],
  );
  const words = {
    id: `${prefix}external-internal`,
    title: "External and internal look-ups",
    description:
      "One bar a player: the share of its look-ups that were external and internal; none where it never looked.",
    note: `External: market data and financial documents. Internal: cash and projections. ${trialsText(players)}`,
    table: {
      headings: ["Player", "External %", "Internal %", "Age of the books at decisions, months", "At requests"],
      rows: players.map(({ name, causes }) => [
        name,
        fixed(causes.externalShare === null ? null : 100 * causes.externalShare, 1, "–"),
        fixed(causes.externalShare === null ? null : 100 - 100 * causes.externalShare, 1, "–"),
        fixed(causes.staleness.atDecisions, 1, "–"),
        fixed(causes.staleness.atRequests, 1, "–"),
      ]),
    },
  };
  const parts = { field: "side", domain: ["external", "internal"], range: [SERIES[7], SERIES[4]] };
  return drawFigure(words, stackedShares(namesOf(players), values, "% of answered look-ups", parts));
}

/** One bar a player, from 0 to 100 %, made of parts in their order. */
function stackedShares(
  names: readonly string[],
  values: readonly Json[],
  title: string,
  parts: { readonly field: string; readonly domain: readonly string[]; readonly range: readonly string[] },
): ReturnType<typeof rowsChart> {
  const { field, domain, range } = parts;
  return rowsChart(names, [
    {
      data: { values },
      mark: { type: "bar", height: 11 },
      encoding: {
        x: along("share", title, { scale: { domain: [0, 100] }, stack: "zero" }),
        order: { field: "order" },
        color: {
          field,
          type: "nominal",
          scale: { domain: [...domain], range: [...range] },
          legend: legendBelow(names),
        },
      },
    },
  ]);
}

function pairOfDots(
  names: readonly string[],
  values: readonly Readonly<Record<string, string | number | null>>[],
  field: string,
  title: string,
  kind: string,
  colours: Readonly<Record<string, string>>,
): ChartSpec {
  return {
    data: { values: values.filter((value) => value[field] !== null) },
    mark: { type: "point", filled: true, size: 46, opacity: 1 },
    encoding: {
      x: along(field, title, { scale: { zero: true } }),
      color: {
        field: kind,
        type: "nominal",
        scale: { domain: Object.keys(colours), range: Object.values(colours) },
        legend: legendBelow(names),
      },
      // Told apart without colour too.
      shape: {
        field: kind,
        type: "nominal",
        scale: { domain: Object.keys(colours), range: ["circle", "square"] },
        legend: legendBelow(names),
      },
    },
  };
}

function namesOf(players: readonly NamedCauses[]): string[] {
  return players.map(({ name }) => name);
}

function trialsText(players: readonly NamedCauses[]): string {
  const total = players.reduce((sum, { causes }) => sum + causes.trials, 0);
  const gone = players.reduce((sum, { causes }) => sum + causes.withoutRecord, 0);
  return `n = ${total} recorded trials${gone === 0 ? "" : ` (${gone} more have no record)`}.`;
}
