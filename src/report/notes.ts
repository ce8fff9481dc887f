// The lines below a table: under which rules it was played, how much of it there is, and which rows have no rank.
import { FULL_HORIZON_MONTHS, type Table1Row } from "./aggregate.ts";
import { fixed, rangesText } from "./numbers.ts";
import { protocolText } from "./protocol-difference.ts";
import { jointPlan } from "./run-results.ts";
import type { Table1 } from "./table1.ts";

/** The notes of a table, one sentence or two each, as plain text. */
export function notesOf(table: Table1): string[] {
  const { rows, results } = table;
  const short = rows.filter(({ unranked }) => unranked === "coverage").map(coverageNote);
  return [
    ...(results.apartBecause === null ? [] : [results.apartBecause]),
    protocolNote(table),
    ...horizonNote(table),
    ...short,
  ];
}

/** A row's name: its label, with the player stamp where two rows share a label. */
export function rowName(row: Table1Row, rows: readonly Table1Row[]): string {
  const shared = rows.filter(({ label }) => label === row.label).length > 1;
  return shared && rows.includes(row) ? `${row.label} [${row.playerStamp.slice(0, 8)}]` : row.label;
}

function protocolNote({ rows, results }: Table1): string {
  const settings = results.protocol === null ? "settings unknown" : protocolText(results.protocol);
  const scored = rows.map((row) => row.scored);
  const [least, most] = [Math.min(...scored), Math.max(...scored)];
  const n = rows.length === 0 ? "0" : least === most ? `${least}` : `${least}–${most}`;
  const total = (count: (row: Table1Row) => number) => rows.reduce((sum, row) => sum + count(row), 0);
  const planned = jointPlan(results.players).size;
  return (
    `Protocol ${results.protocolStamp} (${settings}); seeds ${rangesText(results.seeds)}; n = ${n} scored trials a player; ` +
    `${planned} planned, ${total((row) => row.attempted)} attempted, ${total((row) => row.scored)} scored.`
  );
}

function horizonNote({ results }: Table1): string[] {
  const horizon = results.protocol?.["horizon"];
  if (typeof horizon !== "number") return ["No manifest tells this protocol's horizon: nobody is ranked."];
  if (horizon >= FULL_HORIZON_MONTHS) return [];
  return [
    `A horizon of ${horizon} months is another protocol than the ${FULL_HORIZON_MONTHS} of the benchmark: nobody is ranked.`,
  ];
}

function coverageNote(row: Table1Row, _index: number, rows: readonly Table1Row[]): string {
  const bracket = row.survivalBracketPct;
  const share =
    bracket === null
      ? ""
      : `; full survival is between ${fixed(bracket.worst, 1)} % (every missing trial bankrupt) and ${fixed(bracket.best, 1)} % (every one survived)`;
  return `${rowName(row, rows)}: ${row.scored} of ${row.planned} planned trials scored, below 80 %, hence no rank${share}.`;
}
