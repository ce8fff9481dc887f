// The HTML report of some run folders, and its figures as files of their own.
import { loadCalibrationBands } from "../config/data.ts";
import { readManifest, readTrialLines } from "../record/run-folder.ts";
import { ANCHORS, type AnchorFigures } from "../report/anchors.ts";
import { readAblations } from "../report/read-ablations.ts";
import type { ReportFiles, ReportSource } from "./report-source.ts";

/** `report.html` and `figures/*.svg`. */
export async function htmlFiles({ folders, results, published }: ReportSource): Promise<ReportFiles> {
  // Loaded here, since the chart library is slow to load and no other command needs it.
  const { makeReport } = await import("../report/html/report.ts");
  const runs = folders.map((folder) => ({
    name: folder,
    folder,
    manifest: readManifest(folder),
    lines: readTrialLines(folder),
  }));
  const ablations = folders.map(readAblations).find((sweep) => sweep !== null) ?? null;
  const report = await makeReport({ results, runs, published, anchorFigures: anchorFigures(), ablations });
  const figures = report.figures.map(({ id, svg }) => [`figures/${id}.svg`, svg] as const);
  return { "report.html": report.html, ...Object.fromEntries(figures) };
}

/** What the reference implementation gave under the paper's rules. */
function anchorFigures(): AnchorFigures[] {
  const bands = loadCalibrationBands().filter(({ variant }) => variant === "paper");
  return ANCHORS.map(({ label }) => {
    const figure = (name: string) =>
      bands.find(({ policy, metric }) => policy === label && metric === name)?.reference ?? null;
    return {
      label,
      survival: figure("survival"),
      meanMonths: figure("mean_months"),
      raisedMusd: figure("raised_musd"),
    };
  });
}
