// One self-contained page from some runs: no network, no file beside it, the same bytes for the same runs.
import type { AnchorFigures } from "../anchors.ts";
import { type Ablations, ablationFigures } from "../charts/ablations.ts";
import { costOf } from "../charts/cost.ts";
import type { Figure } from "../charts/figure.ts";
import { intervalsOf } from "../intervals.ts";
import { rowName } from "../notes.ts";
import { type RecordedRun, type Records, readRecords } from "../records.ts";
import type { PublishedRow } from "../reference.ts";
import { meanRegretMusd } from "../regret.ts";
import type { ProtocolResults, Results } from "../run-results.ts";
import { slugsOf } from "../slug.ts";
import { type Table1, table1Of } from "../table1.ts";
import { reportHeader } from "./header.ts";
import { byStanding } from "./leaderboard.ts";
import { html } from "./markup.ts";
import { page } from "./page.ts";
import { type Contestant, type ProtocolFigures, protocolFigures } from "./protocol-figures.ts";
import { type ProtocolPart, protocolSection } from "./protocol-section.ts";
import { referenceSection } from "./reference.ts";

/** What a report is made of. */
export interface ReportRequest {
  readonly results: Results;
  readonly runs: readonly RecordedRun[];
  /** The paper's Table 1, to stand beside ours; null leaves it out. */
  readonly published: readonly PublishedRow[] | null;
  /** What is known of anchors that the runs did not play. */
  readonly anchorFigures: readonly AnchorFigures[];
  /** The sweep the runs belong to, shown with the first protocol; null where they belong to none. */
  readonly ablations: Ablations | null;
}

/** A page and the figures it shows, to be written as files. */
export interface Report {
  readonly html: string;
  readonly figures: readonly Figure[];
}

/** Makes the report of some runs, reading each trial's record once. */
export async function makeReport(request: ReportRequest): Promise<Report> {
  const records = await readRecords(request.runs);
  const parts: ProtocolPart[] = [];
  for (const [index, results] of request.results.tables.entries())
    parts.push(await partOf(request, results, index, records));
  const body = html`${reportHeader(parts, request)}
<main id="main">
${request.results.warnings.map((warning) => html`<p class="warning">${warning}</p>`)}
${parts.map(protocolSection)}
${request.published === null ? null : referenceSection("reference", namedRows(parts), request.published)}
</main>`;
  return {
    html: page("EnterpriseArena report", body),
    figures: parts.flatMap(({ figures, ablations }) => [...allFigures(figures), ...ablations]),
  };
}

function allFigures({ intervals, survival, players, failures, costs }: ProtocolFigures): Figure[] {
  return [...intervals, ...survival, ...players, ...failures, ...costs];
}

async function partOf(
  { results: { tables }, anchorFigures, ablations }: ReportRequest,
  results: ProtocolResults,
  index: number,
  records: Records,
): Promise<ProtocolPart> {
  const prefix = tables.length === 1 ? "" : `p${index + 1}-`;
  const table = table1Of(results);
  const contestants = contestantsOf(prefix, table);
  return {
    prefix,
    heading: tables.length === 1 ? null : `protocol ${index + 1} of ${tables.length}`,
    table,
    standings: contestants.map(({ standing }) => standing),
    figures: await protocolFigures(prefix, results, contestants, records),
    ablations: index === 0 && ablations !== null ? await ablationFigures(prefix, ablations) : [],
    anchorFigures,
  };
}

/** The players with everything the leaderboard says of them, best first. */
function contestantsOf(prefix: string, { results, rows }: Table1): Contestant[] {
  const { players } = intervalsOf(results);
  const names = rows.map((row) => rowName(row, rows));
  const slugs = slugsOf(names);
  const contestants = rows.flatMap((row, index): Contestant[] => {
    const [player, intervals, name, slug] = [results.players[index], players[index], names[index], slugs[index]];
    if (player === undefined || intervals === undefined || name === undefined || slug === undefined) return [];
    const cost = costOf({ name, player });
    const regretMusd = meanRegretMusd(results, player.label, player.playerStamp);
    return [{ name, player, standing: { name, slug: `${prefix}${slug}`, row, intervals, cost, regretMusd } }];
  });
  return contestants.sort((a, b) => byStanding(a.standing, b.standing));
}

function namedRows(parts: readonly ProtocolPart[]) {
  return parts.slice(0, 1).flatMap(({ standings }) => standings.map(({ name, row }) => ({ name, row })));
}
