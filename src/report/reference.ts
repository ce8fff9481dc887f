// The paper's Table 1 beside ours: the same columns, never averaged, and labelled as what it is.
import { fixed } from "./numbers.ts";

/** One published row: percent, months, millions of dollars, standard deviations over trials. */
export interface PublishedRow {
  readonly framework: string;
  readonly category: string;
  readonly model: string;
  readonly full_survival_pct: number;
  readonly months_mean: number;
  readonly months_sd: number;
  readonly score_musd_mean: number;
  readonly score_musd_sd: number;
  readonly crisis1_pct: number;
  readonly crisis2_pct: number;
  readonly crisis3_pct: number;
  readonly tools_per_month: number;
  readonly actions: number;
  readonly raised_musd_mean: number;
  readonly raised_musd_sd: number;
}

/** What has to be said wherever the published rows are shown. */
export const PUBLISHED_NOTE =
  "Published in the paper (EnterpriseArena, arXiv 2603.23638, Table 1), measured on the authors' simulator, 5 trials a " +
  "model. That simulator is not this one: the rows show what the paper found and are not to be subtracted from ours.";

/** The headings of {@link publishedCells}. */
export const PUBLISHED_HEADINGS: readonly string[] = [
  "Model",
  "Full survival %",
  "Months",
  "Score $M",
  "Crisis 1 %",
  "Crisis 2 %",
  "Crisis 3 %",
  "Tools / month",
  "Actions",
  "Raised $M",
];

/** A published row as it is printed. */
export function publishedCells(row: PublishedRow): string[] {
  return [
    row.model,
    fixed(row.full_survival_pct, 1),
    `${fixed(row.months_mean, 1)} ± ${fixed(row.months_sd, 1)}`,
    `${fixed(row.score_musd_mean, 1)} ± ${fixed(row.score_musd_sd, 1)}`,
    ...[row.crisis1_pct, row.crisis2_pct, row.crisis3_pct].map((percent) => fixed(percent, 1)),
    fixed(row.tools_per_month, 2),
    fixed(row.actions, 1),
    `${fixed(row.raised_musd_mean, 1)} ± ${fixed(row.raised_musd_sd, 1)}`,
  ];
}

/** The published row of a label, spelled with whatever case and punctuation; null where the paper has none. */
export function publishedOf(label: string, published: readonly PublishedRow[]): PublishedRow | null {
  const wanted = bare(label);
  return published.find(({ model }) => bare(model) === wanted) ?? null;
}

function bare(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]/g, "");
}
