// What a sweep's session came to: its plan as written down, its files, its words and its exit code.
import type { Manifest } from "../record/manifest.ts";
import { readManifest } from "../record/run-folder.ts";
import type { SweepPlan } from "../record/sweep-folder.ts";
import { protocolText } from "../report/protocol-difference.ts";
import type { Results } from "../report/run-results.ts";
import { servedWarnings } from "../report/served-models.ts";
import { writeFiles } from "../report/write-tables.ts";
import { planOf } from "../runner/open-run.ts";
import type { RunSummary } from "../runner/run-request.ts";
import type { PlannedSetting } from "../runner/sweep.ts";
import { present } from "../std/assert.ts";
import { canonicalJson } from "../std/json.ts";
import { remark, say } from "./console.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { countsOf, exitCodeOf, stopText } from "./run-outcome.ts";
import type { RequestedSweep } from "./sweep-requests.ts";
import { type SweepTables, sweepFolderFiles, sweepTables, sweepTablesText } from "./sweep-tables.ts";

/** The plan of a sweep as its folder keeps it. */
export function planOfSweep({ sweep, settings }: RequestedSweep): Omit<SweepPlan, "format"> {
  const base = present(settings[0], "a sweep has a base");
  return {
    name: sweep.name,
    about: sweep.about ?? null,
    settings: settings.map((setting) => ({
      name: setting.name,
      changes: changesOf(setting, base),
      sameAs: setting.sameAs,
    })),
  };
}

/** Writes the tables of a sweep and says them and its last line. `runs` are the runs of this session by setting. */
export async function concludeSweep(
  requested: RequestedSweep,
  runs: ReadonlyMap<string, RunSummary>,
  { json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const { folder } = requested;
  const tables = sweepTables(folder);
  const cannotWrite = [...runs.values()].some(({ stop }) => stop?.kind === "write-failed");
  if (!cannotWrite) await writeFiles(folder, await sweepFolderFiles(tables));
  if (json) say(JSON.stringify({ event: "done", folder, settings: [...runs].map(settingJson) }));
  else if (!quiet) say(`\n${sweepTablesText(tables)}\n`);
  for (const warning of tables.results.warnings) remark(`warning: ${warning}`);
  const lines = [...runs.values()].flatMap((run) => run.lines);
  for (const warning of servedWarnings(lines)) remark(`warning: ${warning}`);
  remark(lastLine(requested, tables, [...runs.values()]));
}

/** The exit code of a sweep: interrupted, suspended, incomplete, whichever its runs come to first. */
export function sweepExitCode(runs: ReadonlyMap<string, RunSummary>): ExitCode {
  const codes = new Set<ExitCode>([...runs.values()].map(exitCodeOf));
  const worst = [EXIT.interrupted, EXIT.suspended, EXIT.incomplete].find((code) => codes.has(code));
  return worst ?? EXIT.done;
}

function settingJson([name, summary]: readonly [string, RunSummary]): object {
  return { name, folder: summary.folder, ...countsOf(summary) };
}

/** What a setting changes of the base, in words: `delay false`; fields of players with their new settings. */
function changesOf(setting: PlannedSetting, base: PlannedSetting): string {
  const rules = Object.entries(setting.protocol).filter(
    ([field, value]) => value !== base.protocol[field as keyof typeof base.protocol],
  );
  const fields = new Set(
    setting.players.flatMap((player) => {
      const before = base.players.find(({ label }) => label === player.label);
      return Object.entries(player).flatMap(([field, value]) => {
        const old: unknown = before?.[field as keyof typeof before];
        return canonicalJson(old ?? null) === canonicalJson(value) ? [] : [`${field} ${JSON.stringify(value)}`];
      });
    }),
  );
  return [...(rules.length === 0 ? [] : [protocolText(Object.fromEntries(rules))]), ...fields].join(", ");
}

function lastLine({ folder, requests }: RequestedSweep, { runs }: SweepTables, played: readonly RunSummary[]): string {
  const counts = requests.map(({ setting, manifest }) => {
    const results = runs.find(({ name }) => name === setting.name)?.results;
    return results === undefined ? countsOfNone(manifest) : countsIn(readManifest(setting.folder), results);
  });
  const total = (key: keyof TrialCounts) => counts.reduce((sum, one) => sum + one[key], 0);
  const done = counts.filter(({ planned, scored }) => planned === scored).length;
  const stopped = played.flatMap((run) =>
    run.stoppedPlayers.map(({ label, reason }) => `${label} stopped (${reason})`),
  );
  const parts = [
    `${done} of ${counts.length} settings done, ${total("scored")} of ${total("planned")} trials scored`,
    ...(["failed", "truncated"] as const).flatMap((kind) => (total(kind) > 0 ? [`${total(kind)} ${kind}`] : [])),
    ...played.flatMap(({ stop }) => (stop === null ? [] : [stopText(stop)])),
    ...new Set(stopped),
  ];
  return `${parts.join(", ")}; results in ${folder}`;
}

interface TrialCounts {
  readonly planned: number;
  readonly scored: number;
  readonly failed: number;
  readonly truncated: number;
}

function countsOfNone(manifest: Manifest): TrialCounts {
  return { planned: planOf(manifest).length, scored: 0, failed: 0, truncated: 0 };
}

function countsIn(manifest: Manifest, { tables }: Results): TrialCounts {
  const lines = tables.flatMap(({ players }) => players.flatMap((player) => player.lines));
  const count = (kind: string): number => lines.filter(({ result }) => result.outcome.kind === kind).length;
  return {
    planned: planOf(manifest).length,
    scored: count("completed"),
    failed: count("failed"),
    truncated: count("truncated"),
  };
}
