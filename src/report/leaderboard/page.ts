// A static page of histories: one table a protocol, one picture a player. Self-contained, like a report.
import { isAnchor } from "../anchors.ts";
import type { Figure } from "../charts/figure.ts";
import { commitText, historyFigure } from "../charts/history.ts";
import { figureMarkup } from "../html/figures.ts";
import { filterBar } from "../html/filter-bar.ts";
import { html, type Markup } from "../html/markup.ts";
import { page } from "../html/page.ts";
import { rulesText } from "../html/rules-text.ts";
import { fixed } from "../numbers.ts";
import { slugsOf } from "../slug.ts";
import type { HistoryPoint, PlayerHistory, ProtocolHistory } from "./history.ts";

/** The page of some histories. */
export async function leaderboardPage(histories: readonly ProtocolHistory[]): Promise<string> {
  const sections: Markup[] = [];
  for (const [index, history] of histories.entries()) sections.push(await section(history, `p${index + 1}-`));
  const runs = histories.reduce((sum, { occasions }) => sum + occasions.length, 0);
  const body = html`<header><h1>EnterpriseArena leaderboard</h1>
<p class="lead">${counted(runs, "run")} under ${counted(histories.length, "protocol")}. Different protocols never share a table.</p>
<nav aria-label="Contents"><ul>${histories.map(
    ({ protocolStamp }, index) => html`<li><a href="#p${index + 1}-board">Protocol ${protocolStamp}</a></li>`,
  )}<li><button type="button" data-theme-button hidden>Light / dark</button></li></ul></nav></header>
<main id="main">${sections}</main>
<footer><p>The same numbers as data: <code>data.json</code>, beside this page.</p></footer>`;
  return page("EnterpriseArena leaderboard", body);
}

/** `data.json`: all that the page shows. */
export function leaderboardData(histories: readonly ProtocolHistory[]): string {
  return `${JSON.stringify({ format: "1", protocols: histories }, null, 2)}\n`;
}

async function section(
  { protocolStamp, protocol, streamSeed, occasions, players }: ProtocolHistory,
  prefix: string,
): Promise<Markup> {
  const slugs = slugsOf(players.map(({ label }) => label)).map((slug) => `${prefix}${slug}`);
  const figures: Figure[] = [];
  for (const [index, player] of players.entries())
    figures.push(await historyFigure(`${slugs[index] ?? prefix}-history`, player, streamSeed));
  const days = occasions.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt.slice(0, 10)]));
  const span =
    days.length === 0
      ? "at unknown dates"
      : days[0] === days.at(-1)
        ? `on ${days[0] ?? ""}`
        : `from ${days[0] ?? ""} to ${days.at(-1) ?? ""}`;
  return html`<section><h2 id="${prefix}board">Protocol <code>${protocolStamp}</code></h2>
<p>${protocol === null ? "Settings unknown" : rulesText(protocol)}; ${counted(occasions.length, "run")} ${span}.</p>
${filterBar(
  prefix,
  players.map(({ category }) => category),
  players.length,
)}
<div class="scroll" role="region" aria-labelledby="${prefix}caption" tabindex="0"><table class="board" data-board>
<caption class="quiet" id="${prefix}caption">Every player's last run, best score first</caption>
<thead><tr>${HEADINGS.map(
    ([heading, sort], index) =>
      html`<th scope="col" aria-sort="${index === 0 ? "ascending" : "none"}" data-sort="${sort}" data-first="${sort === "text" || index === 0 ? "ascending" : "descending"}"><button type="button">${heading}</button></th>`,
  )}</tr></thead>
<tbody>${players.map((player, index) => playerRow(player, index, slugs[index] ?? ""))}</tbody></table></div>
<p class="note">Small figures: 95 % intervals (Wilson on survival). Change: mean score against the run before, not a test; use arena gate or arena compare for one. A commit with + was played with changed files.</p>
<h3>History</h3>
<div class="grid">${figures.map((figure, index) => html`<div id="card-${slugs[index] ?? ""}" data-card="${slugs[index] ?? ""}">${figureMarkup(figure, { level: 4 })}</div>`)}</div>
</section>`;
}

const HEADINGS = [
  ["#", "number"],
  ["Player", "text"],
  ["Survival %", "number"],
  ["Score $M", "number"],
  ["Change", "number"],
  ["Raised $M", "number"],
  ["Net $M", "number"],
  ["Scored", "number"],
  ["Runs", "number"],
  ["Last played", "text"],
  ["Commit", "text"],
] as const;

function playerRow({ label, category, framework, points }: PlayerHistory, index: number, slug: string): Markup {
  const last = points.at(-1);
  if (last === undefined) return html``;
  const before = points.at(-2);
  const change =
    before === undefined || last.scoreMusd === null || before.scoreMusd === null
      ? null
      : last.scoreMusd - before.scoreMusd;
  const anchor = isAnchor({ framework });
  return html`<tr class="${anchor ? "anchor" : ""}" data-player="${slug}" data-category="${category}" data-anchor="${anchor ? 1 : 0}">
<td data-v="${index + 1}">${index + 1}</td>
<th scope="row" data-v="${label.toLowerCase()}"><a href="#card-${slug}">${label}</a><small>${category}</small></th>
${numberCell(last.survivalPct, survivalSpan(last))}
${numberCell(last.scoreMusd, scoreSpan(last))}
${numberCell(change, null, true)}${numberCell(last.raisedMusd, null)}${numberCell(last.scoreLessRaisedMusd, null)}
<td data-v="${last.scored}"><span class="${last.scored < last.planned ? "short" : ""}">${last.scored}/${last.planned}</span></td>
<td data-v="${points.length}">${points.length}</td>
<td data-v="${last.startedAt ?? ""}">${last.startedAt?.slice(0, 10) ?? "–"}</td>
<td data-v="${last.commit ?? ""}"><code>${commitText(last)}</code></td></tr>`;
}

function survivalSpan({ survivalLowPct, survivalHighPct }: HistoryPoint): string | null {
  if (survivalLowPct === null || survivalHighPct === null) return null;
  return `${fixed(survivalLowPct, 0)}–${fixed(survivalHighPct, 0)}`;
}

function scoreSpan({ scoreLowMusd, scoreHighMusd }: HistoryPoint): string | null {
  if (scoreLowMusd === null || scoreHighMusd === null) return null;
  return `${fixed(scoreLowMusd, 1)} to ${fixed(scoreHighMusd, 1)}`;
}

function numberCell(value: number | null, below: string | null, isChange = false): Markup {
  const sign = isChange && value !== null && value > 0 ? "+" : "";
  const small = below === null ? null : html`<small>${below}</small>`;
  return html`<td data-v="${value ?? ""}">${sign}${fixed(value, 1, "–")}${small}</td>`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
