// The tables of a sweep, made from its plan and the records of its runs.
import { join } from "node:path";
import { isRunFolder, newestLines, readManifest, readTrialLines } from "../record/run-folder.ts";
import { readSweepPlan, settingFolder } from "../record/sweep-folder.ts";
import { grouped } from "../report/grouped.ts";
import type { ProtocolResults, Results } from "../report/run-results.ts";
import { servedWarnings } from "../report/served-models.ts";
import { type SweepResults, sweepResults } from "../report/sweep.ts";
import { sweepFiles } from "../report/sweep-files.ts";
import { sweepText } from "../report/sweep-text.ts";
import { tableFiles } from "../report/write-tables.ts";
import type { Difference } from "../runner/verify-trial.ts";
import { present } from "../std/assert.ts";
import { fileDifferences, resultsOf, tablesText, tableWidth } from "./tables.ts";

/** A sweep as far as it has been played. */
export interface SweepTables {
  /** The settings with a run of their own. */
  readonly runs: readonly { readonly name: string; readonly results: Results }[];
  readonly results: SweepResults;
}

/** Reads a sweep's folder. */
export function sweepTables(folder: string): SweepTables {
  const { name, about, settings } = readSweepPlan(folder);
  const base = present(settings[0], "a sweep has a base");
  const isPlayed = (setting: typeof base): boolean => isRunFolder(settingFolder(folder, setting));
  // Without its base a sweep compares nothing.
  const played = isPlayed(base) ? settings.filter(isPlayed) : [];
  const runs = played
    .filter(({ sameAs }) => sameAs === null)
    .map((setting) => ({ name: setting.name, results: resultsOf([settingFolder(folder, setting)]) }));
  const resultsByName = new Map(runs.map((run) => [run.name, run.results]));
  const compared = played.map((setting) => {
    const results = present(resultsByName.get(setting.sameAs ?? setting.name), "the setting's own run is read");
    return { ...setting, results: ownTable(settingFolder(folder, setting), results) };
  });
  const unplayed = settings.filter((setting) => !played.includes(setting)).map((setting) => setting.name);
  const warnings = servedApart(runs.map((run) => settingFolder(folder, { name: run.name, sameAs: null })));
  return { runs, results: sweepResults({ name, about, unplayed, warnings }, compared) };
}

/** A player that one model answered for under one setting and another under another differs by more than the setting. */
function servedApart(folders: readonly string[]): string[] {
  const lines = folders.flatMap((folder) => [...newestLines(readTrialLines(folder)).values()]);
  const players = grouped(lines, ({ playerStamp }) => playerStamp);
  return [...players.values()].flatMap(servedWarnings);
}

/** A folder may hold trials of an earlier protocol beside its own. */
function ownTable(folder: string, { tables }: Results): ProtocolResults {
  const { protocolStamp } = readManifest(folder);
  return present(
    tables.find((table) => table.protocolStamp === protocolStamp),
    "a run has a table of its own protocol",
  );
}

/** What a terminal shows of a sweep: one table a setting, then the differences. */
export function sweepTablesText({ runs, results }: SweepTables): string {
  const tables = runs.map((run) => `Setting ${run.name}\n\n${tablesText(run.results)}`);
  return [...tables, sweepText(results, tableWidth())].join("\n\n");
}

/** The files of a sweep, by path below its folder: its own, its figures, and the tables of each setting. */
export async function sweepFolderFiles({ runs, results }: SweepTables): Promise<Readonly<Record<string, string>>> {
  const tables = runs.flatMap((run) =>
    Object.entries(tableFiles(run.results)).map(([name, text]): [string, string] => [join(run.name, name), text]),
  );
  return { ...Object.fromEntries(tables), ...(await figureFiles(results)), ...sweepFiles(results) };
}

async function figureFiles(results: SweepResults): Promise<Readonly<Record<string, string>>> {
  if (!results.settings.some(({ sameAs, players }) => sameAs === null && players.length > 0)) return {};
  // Loaded here, since the chart library is slow to load and most commands draw nothing.
  const { ablationFigures } = await import("../report/charts/ablations.ts");
  const figures = await ablationFigures("", { ...results, ...results.options });
  return Object.fromEntries(figures.map(({ id, svg }) => [`figures/${id}.svg`, svg]));
}

/** Where a sweep's own files are not what its records give. Files that were never written differ in nothing. */
export function sweepDifferences(folder: string): Difference[] {
  return fileDifferences(folder, sweepFiles(sweepTables(folder).results));
}
