// The head of a report: what was played, under which rules, by which version, and how much of it there is.
import type { Session } from "../../record/manifest.ts";
import { rangesText } from "../numbers.ts";
import type { RecordedRun } from "../records.ts";
import { jointPlan } from "../run-results.ts";
import { html, type Markup } from "./markup.ts";
import type { ProtocolPart } from "./protocol-section.ts";
import { rulesText } from "./rules-text.ts";

/** The head of the page with its list of contents. */
export function reportHeader(
  parts: readonly ProtocolPart[],
  { runs, published }: { readonly runs: readonly RecordedRun[]; readonly published: unknown },
): Markup {
  return html`<header>
<h1>EnterpriseArena report</h1>
<p class="lead">Can an LLM agent be a CFO? ${summary(parts)}</p>
<dl class="facts">${parts.flatMap(protocolFacts)}${runFacts(runs)}</dl>
<nav aria-label="Contents"><ul>${contents(parts, published !== null).map(
    ([id, title]) => html`<li><a href="#${id}">${title}</a></li>`,
  )}<li><button type="button" data-theme-button hidden>Light / dark</button></li></ul></nav>
</header>`;
}

function summary(parts: readonly ProtocolPart[]): string {
  const rows = parts.flatMap(({ standings }) => standings.map(({ row }) => row));
  const scored = rows.reduce((total, row) => total + row.scored, 0);
  const planned = parts.reduce((total, { table }) => total + jointPlan(table.results.players).size, 0);
  return `${rows.length} players, ${scored} of ${planned} planned trials scored.`;
}

function protocolFacts({ heading, table: { results } }: ProtocolPart): Markup[] {
  const prefix = heading === null ? "" : `${heading}: `;
  return [
    fact(`${prefix}Protocol stamp`, html`<code>${results.protocolStamp}</code>`),
    fact(`${prefix}Rules`, results.protocol === null ? "unknown" : rulesText(results.protocol)),
    fact(`${prefix}Seeds`, rangesText(results.seeds)),
  ];
}

function runFacts(runs: readonly RecordedRun[]): Markup[] {
  const sessions = runs.flatMap(({ manifest }) => manifest.sessions);
  const hashes = (key: "fingerprint" | "dataHash" | "toolHash") =>
    [...new Set(runs.map(({ manifest }) => manifest[key]))].join(", ");
  return [
    fact("Engine fingerprint", html`<code>${hashes("fingerprint")}</code>`),
    fact("Data, tools", html`<code>${hashes("dataHash")}</code>, <code>${hashes("toolHash")}</code>`),
    ...(sessions.length === 0
      ? []
      : [fact("Program", distinct(sessions, programText)), fact("Played", playedText(sessions))]),
  ];
}

function programText({ version, commit, dirty, node }: Session): string {
  const at = commit === null ? "" : ` at ${commit.slice(0, 10)}${dirty === true ? " with changes" : ""}`;
  return `${version}${at}, Node ${node}`;
}

function playedText(sessions: readonly Session[]): string {
  const days = sessions.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const count = sessions.length === 1 ? "" : `, ${sessions.length} sessions`;
  return `${first === last ? first : `${first} to ${last}`}${count}`;
}

function distinct(sessions: readonly Session[], text: (session: Session) => string): string {
  return [...new Set(sessions.map(text))].join("; ");
}

function fact(name: string, value: string | Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function contents(parts: readonly ProtocolPart[], hasReference: boolean): [id: string, title: string][] {
  return [
    ...parts.flatMap(({ prefix, heading, ablations }): [string, string][] => {
      const suffix = heading === null ? "" : ` (${heading})`;
      return [
        [`${prefix}leaderboard`, `Leaderboard${suffix}`],
        [`${prefix}intervals`, "Intervals"],
        [`${prefix}survival`, "Survival"],
        [`${prefix}players`, "Players"],
        [`${prefix}failures`, "Failures"],
        ...(ablations.length === 0 ? [] : [[`${prefix}ablations`, "Ablations"] as [string, string]]),
        [`${prefix}cost`, "Cost"],
      ];
    }),
    ...(hasReference ? [["reference", "The paper's table"] as [string, string]] : []),
  ];
}
