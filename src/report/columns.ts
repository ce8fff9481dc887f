// The columns of the tables that people read.
import type { Table1Row } from "./aggregate.ts";
import type { RankedColumn } from "./best.ts";
import { ABSENT, fixed, meanSdText } from "./numbers.ts";

/** A column: its heading, what a row shows in it, and by what it is ranked (null: by nothing). */
export interface Column {
  readonly heading: string;
  readonly ranked: RankedColumn | null;
  readonly text: (row: Table1Row) => string;
}

const survival = {
  ranked: "fullSurvival",
  text: (row) => fixed(row.fullSurvivalPct, 1, ABSENT),
} as const satisfies Cell;
const months = { ranked: "months", text: (row) => meanSdText(row.months) } as const satisfies Cell;
const score = { ranked: "score", text: (row) => meanSdText(row.scoreMusd) } as const satisfies Cell;
const tools = { ranked: null, text: (row) => fixed(row.toolsPerMonth, 2, ABSENT) } as const satisfies Cell;
const actions = { ranked: null, text: (row) => fixed(row.actions, 1, ABSENT) } as const satisfies Cell;
const raised = { ranked: null, text: (row) => meanSdText(row.raisedMusd) } as const satisfies Cell;

/** Table 1 as the paper prints it, and what it rests on. */
export const PAPER_COLUMNS: readonly Column[] = [
  { heading: "Full survival %", ...survival },
  { heading: "Months", ...months },
  { heading: "Score $M", ...score },
  { heading: "Crisis 1 %", ranked: "crisis1", text: (row) => fixed(row.crisisPct[0], 1, ABSENT) },
  { heading: "Crisis 2 %", ranked: "crisis2", text: (row) => fixed(row.crisisPct[1], 1, ABSENT) },
  { heading: "Crisis 3 %", ranked: "crisis3", text: (row) => fixed(row.crisisPct[2], 1, ABSENT) },
  { heading: "Tools / month", ...tools },
  { heading: "Actions", ...actions },
  { heading: "Raised $M", ...raised },
  {
    heading: "Planned / attempted / scored",
    ranked: null,
    text: (row) => `${row.planned} / ${row.attempted} / ${row.scored}`,
  },
];

/** The score of a survivor separates by net funding, so it stands beside the money raised and without it. */
export const NET_COLUMNS: readonly Column[] = [
  { heading: "Score $M", ...score },
  { heading: "Raised $M", ...raised },
  { heading: "Score less raised $M", ranked: null, text: (row) => meanSdText(row.scoreLessRaisedMusd) },
];

/** All of it on the width of a terminal: crises without decimals, the net score without its spread. */
export const TERMINAL_COLUMNS: readonly Column[] = [
  { heading: "Surv %", ...survival },
  { heading: "Months", ...months },
  { heading: "Score $M", ...score },
  { heading: "C1 %", ranked: "crisis1", text: (row) => fixed(row.crisisPct[0], 0, ABSENT) },
  { heading: "C2 %", ranked: "crisis2", text: (row) => fixed(row.crisisPct[1], 0, ABSENT) },
  { heading: "C3 %", ranked: "crisis3", text: (row) => fixed(row.crisisPct[2], 0, ABSENT) },
  { heading: "Tools", ...tools },
  { heading: "Acts", ...actions },
  { heading: "Raised $M", ...raised },
  { heading: "Net $M", ranked: null, text: (row) => fixed(row.scoreLessRaisedMusd.mean, 1, ABSENT) },
  { heading: "Scored", ranked: null, text: (row) => `${row.scored}/${row.planned}` },
];

/** What fits a terminal of 80 columns: the headline, and what it must not be read without. */
export const NARROW_COLUMNS: readonly Column[] = TERMINAL_COLUMNS.filter(({ heading }) =>
  ["Surv %", "Months", "Score $M", "Raised $M", "Net $M", "Scored"].includes(heading),
);

type Cell = Pick<Column, "ranked" | "text">;
