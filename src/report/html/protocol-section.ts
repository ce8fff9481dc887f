// Everything of one protocol in a page: its leaderboard, its figures, and what is missing.
import { ANCHORS, type AnchorFigures, missingAnchors } from "../anchors.ts";
import type { Figure } from "../charts/figure.ts";
import { CRISES_TEXT } from "../charts/months-axis.ts";
import { INK, SERIES, variableOf } from "../charts/palette.ts";
import { notesOf } from "../notes.ts";
import { fixed } from "../numbers.ts";
import type { Table1 } from "../table1.ts";
import { figureGrid, figureMarkup, plainTable } from "./figures.ts";
import { filterBar } from "./filter-bar.ts";
import { leaderboardTable, type Standing } from "./leaderboard.ts";
import { html, type Markup } from "./markup.ts";
import type { ProtocolFigures } from "./protocol-figures.ts";

/** What a protocol's part of the page shows. */
export interface ProtocolPart {
  readonly prefix: string;
  /** Null where there is only one protocol. */
  readonly heading: string | null;
  readonly table: Table1;
  /** Best first. */
  readonly standings: readonly Standing[];
  readonly figures: ProtocolFigures;
  /** Ablations of a sweep; empty without one. */
  readonly ablations: readonly Figure[];
  readonly anchorFigures: readonly AnchorFigures[];
}

/** The part of the page. Leaderboard and cards are in one section, since the filter works on both. */
export function protocolSection(part: ProtocolPart): Markup {
  const { prefix, heading, table, standings, figures, ablations } = part;
  const title = heading === null ? "Leaderboard" : `Leaderboard, ${heading}`;
  return html`<section id="${prefix}leaderboard" aria-labelledby="${prefix}h-leaderboard">
<h2 id="${prefix}h-leaderboard">${title}</h2>
${table.results.apartBecause === null ? null : html`<p class="warning">${table.results.apartBecause}</p>`}
${filterBar(
  prefix,
  standings.map(({ row }) => row.category),
  standings.length,
)}
${leaderboardTable(`${prefix}board`, standings)}
<ul class="note">${[...READING, ...notesOf(table)].map((note) => html`<li>${note}</li>`)}</ul>
${anchorsNote(table, part.anchorFigures)}
<h2 id="${prefix}intervals">How sure is it?</h2>
<p>A dot is what was seen; its bar is the 95 % interval of what the same player would show on other seeds. Read the two side by side: a sample without a bankruptcy makes a score look surer than it is.</p>
${figureGrid(figures.intervals)}
<h2 id="${prefix}survival">How long do they live?</h2>
<p>Kaplan–Meier curves by category. ${CRISES_TEXT}</p>
${figureGrid(figures.survival)}
<h2 id="${prefix}players">Player by player</h2>
<p>Above, the share of trials alive; below, the cash that the living ones hold. Cash axes differ between players.</p>
${fanKeys()}
<div class="grid">${figures.players.map((figure, index) => playerCard(figure, standings[index]))}</div>
</section>
${failuresSection(prefix, figures.failures)}
${ablations.length === 0 ? null : ablationsSection(prefix, ablations)}
${costsSection(prefix, figures.costs)}`;
}

const READING = [
  "Small figures: intervals for survival (Wilson) and score (see below), otherwise ± the sample standard deviation of trials. The first player below a heavy line differs significantly from the first of the group above it; within a group nobody differs from its first.",
  "Trials are planned / attempted / scored; only scored ones count, and a failure is never a bankruptcy. Below 80 % scored there is no rank.",
];

function anchorsNote({ results }: Table1, known: readonly AnchorFigures[]): Markup {
  const missing = missingAnchors(results.players);
  const does = html`<p class="note">Anchors, in italics: ${ANCHORS.map(({ label, does }) => `${label} ${does}`).join("; ")}.</p>`;
  if (missing.length === 0) return does;
  const rows = missing.map(({ label }) => {
    const figures = known.find((one) => one.label === label);
    return [
      label,
      fixed(percent(figures?.survival ?? null), 1, "–"),
      fixed(figures?.meanMonths ?? null, 1, "–"),
      fixed(figures?.raisedMusd ?? null, 1, "–"),
    ];
  });
  return html`${does}
<p>These runs did not play ${missing.map(({ label }) => label).join(", ")}. Reference figures, where there are any, are those of the paper's rules on 2,000 other seeds:</p>
<div class="scroll" role="region" aria-label="Anchors that were not played" tabindex="0">${plainTable({ headings: ["Anchor", "Survival %", "Months", "Raised $M"], rows })}</div>`;
}

function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}

function fanKeys(): Markup {
  const key = (colour: string, opacity: string, words: string) =>
    html`<li><i style="background:var(${variableOf(colour)});opacity:${opacity}"></i>${words}</li>`;
  return html`<ul class="keys">${[
    key(SERIES[0], "1", "alive"),
    key(SERIES[0], ".25", "its 95 % band"),
    key(SERIES[2], "1", "median cash"),
    key(SERIES[2], ".5", "middle half of trials"),
    key(SERIES[2], ".2", "lowest to highest"),
    key(INK.crisis, "1", "crises"),
  ]}</ul>`;
}

function playerCard(figure: Figure, standing: Standing | undefined): Markup {
  if (standing === undefined) return html``;
  const { slug, name, row } = standing;
  const facts = `${fixed(row.fullSurvivalPct, 0, "–")} % survive, ${fixed(row.months.mean, 0, "–")} months, score ${fixed(row.scoreMusd.mean, 1, "–")} $M, raised ${fixed(row.raisedMusd.mean, 1, "–")} $M`;
  return html`<div id="card-${slug}" data-card="${slug}">${figureMarkup({ ...figure, title: name, note: `${facts}. ${figure.note}` })}</div>`;
}

function failuresSection(prefix: string, figures: readonly Figure[]): Markup {
  return html`<section id="${prefix}failures"><h2>Why did it fail?</h2>
${
  figures.length === 0
    ? html`<p>The event files of these trials are not at hand, so nothing can be said of causes.</p>`
    : html`<p>From the records alone, by rules: what killed a company, when it first asked for money, what it looked at and what it got.</p>${figureGrid(figures)}`
}</section>`;
}

function ablationsSection(prefix: string, figures: readonly Figure[]): Markup {
  return html`<section id="${prefix}ablations"><h2>Which constraint hurts?</h2>
<p>Each setting against the base on the same seeds.</p>${figureGrid(figures)}</section>`;
}

function costsSection(prefix: string, figures: readonly Figure[]): Markup {
  return html`<section id="${prefix}cost"><h2>Cost and tokens</h2>
${figures.length === 0 ? html`<p>No player of these runs used a model.</p>` : figureGrid(figures)}</section>`;
}
