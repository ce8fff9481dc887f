// What a sweep's session came to: its files, its words and its exit code.
import type { Sweep } from "../config/sweep.ts";
import { protocolText } from "../report/protocol-difference.ts";
import type { ProtocolResults } from "../report/run-results.ts";
import { type SettingRun, sweepResults } from "../report/sweep.ts";
import { sweepFiles } from "../report/sweep-files.ts";
import { sweepText } from "../report/sweep-text.ts";
import { writeFiles } from "../report/write-tables.ts";
import type { Caps } from "../runner/budget.ts";
import type { RunSummary } from "../runner/run-request.ts";
import type { PlannedSetting } from "../runner/sweep.ts";
import { present } from "../std/assert.ts";
import { canonicalJson } from "../std/json.ts";
import { remark, say } from "./console.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { countsOf, exitCodeOf, stopText } from "./run-outcome.ts";
import { resultsOf, tablesText } from "./tables.ts";

/** A sweep as far as it was played: `runs` by setting, those after a stop are absent. */
export interface PlayedSweep {
  readonly sweep: Sweep;
  readonly folder: string;
  readonly settings: readonly PlannedSetting[];
  readonly runs: ReadonlyMap<string, RunSummary>;
}

/** Writes the sweep's files and says its tables and its last line. */
export async function concludeSweep(
  played: PlayedSweep,
  { json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const { sweep, folder, settings, runs } = played;
  const done = settings.filter(({ name }) => runs.has(name));
  const base = present(settings[0], "a sweep has a base");
  const tables = new Map(done.map((setting) => [setting.name, resultsOf([setting.folder])]));
  const settingRuns = done.flatMap((setting): SettingRun[] => {
    const results = ownTable(tables.get(setting.name)?.tables ?? [], setting);
    return results === null
      ? []
      : [{ name: setting.name, changes: changesOf(setting, base), sameAs: setting.sameAs, results }];
  });
  const results = sweepResults(sweep, settingRuns);
  const cannotWrite = [...runs.values()].some(({ stop }) => stop?.kind === "write-failed");
  if (!cannotWrite) await writeFiles(folder, sweepFiles(results));
  const summaries = own(settings, runs);
  if (json) say(JSON.stringify({ event: "done", folder, settings: summaries.map(settingJson) }));
  else if (!quiet) {
    for (const setting of done.filter(({ sameAs }) => sameAs === null)) {
      const table = tables.get(setting.name);
      if (table !== undefined) say(`\nSetting ${setting.name}\n\n${tablesText(table)}`);
    }
    say(`\n${sweepText(results)}\n`);
  }
  remark(lastLine(played));
}

/** The exit code of a sweep: interrupted, suspended, incomplete, whichever its runs come to first. */
export function sweepExitCode(settings: readonly PlannedSetting[], runs: ReadonlyMap<string, RunSummary>): ExitCode {
  const codes = new Set<ExitCode>(own(settings, runs).map(({ summary }) => exitCodeOf(summary)));
  const worst = [EXIT.interrupted, EXIT.suspended, EXIT.incomplete].find((code) => codes.has(code));
  return worst ?? EXIT.done;
}

/** What is left of the caps of a sweep after the settings played so far. */
export function capsLeft({ usd, tokens }: Caps, played: readonly RunSummary[]): Caps {
  const used = played.flatMap(({ lines }) => lines.flatMap(({ result }) => result.usage ?? []));
  const spentUsd = used.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const spentTokens = used.reduce(
    (sum, { inputTokens, outputTokens }) => sum + (inputTokens ?? 0) + (outputTokens ?? 0),
    0,
  );
  return {
    usd: usd === undefined ? undefined : Math.max(0, usd - spentUsd),
    tokens: tokens === undefined ? undefined : Math.max(0, tokens - spentTokens),
  };
}

interface SettingSummary {
  readonly name: string;
  readonly summary: RunSummary;
}

/** The settings that have a run of their own and got to play it. */
function own(settings: readonly PlannedSetting[], runs: ReadonlyMap<string, RunSummary>): SettingSummary[] {
  return settings.flatMap(({ name, sameAs }) => {
    const summary = runs.get(name);
    return summary === undefined || sameAs !== null ? [] : [{ name, summary }];
  });
}

function settingJson({ name, summary }: SettingSummary): object {
  return { name, folder: summary.folder, ...countsOf(summary) };
}

/** The table that the setting's rows are in: a folder may hold trials of an earlier protocol beside it. */
function ownTable(tables: readonly ProtocolResults[], { protocol }: PlannedSetting): ProtocolResults | null {
  return tables.find((table) => canonicalJson(table.protocol) === canonicalJson(protocol)) ?? tables[0] ?? null;
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

function lastLine({ folder, settings, runs }: PlayedSweep): string {
  const summaries = own(settings, runs).map(({ summary }) => summary);
  const counts = summaries.map(countsOf);
  const total = (key: "planned" | "scored" | "failed" | "truncated") => counts.reduce((sum, one) => sum + one[key], 0);
  const wanted = settings.filter(({ sameAs }) => sameAs === null).length;
  const parts = [`${summaries.length} of ${wanted} settings, ${total("scored")} of ${total("planned")} trials scored`];
  if (total("failed") > 0) parts.push(`${total("failed")} failed`);
  if (total("truncated") > 0) parts.push(`${total("truncated")} truncated`);
  const stop = summaries.find((summary) => summary.stop !== null)?.stop ?? null;
  if (stop !== null) parts.push(stopText(stop));
  const stopped = new Set(
    summaries.flatMap(({ stoppedPlayers }) =>
      stoppedPlayers.map(({ label, reason }) => `${label} stopped (${reason})`),
    ),
  );
  return `${[...parts, ...stopped].join(", ")}; results in ${folder}`;
}
