// The rows a gate compares: those of a run folder, or those of a `trials.csv` kept as a baseline.
import { readFileSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import { UserError } from "../std/user-error.ts";
import type { GateRow } from "./gate.ts";
import type { ProtocolResults } from "./run-results.ts";
import { type ScoredTrial, scoredTrials } from "./scored-trials.ts";

/** The rows played under one protocol. */
export interface ProtocolRows {
  readonly protocolStamp: string;
  readonly rows: readonly GateRow[];
}

/** The rows of one table; of a label's several player stamps the one with the most trials. */
export function rowsOfResults({ protocolStamp, players }: ProtocolResults): ProtocolRows {
  const rows = players.map(({ label, playerStamp, lines, planned }) => {
    return { label, playerStamp, planned, trials: scoredTrials(lines) };
  });
  return { protocolStamp, rows: onePerLabel(rows) };
}

/** The rows of a `trials.csv`, protocol by protocol. Throws a {@link UserError} where it is none. */
export function readTrialsCsv(file: string): ProtocolRows[] {
  const protocols = new Map<string, Map<string, { row: Omit<GateRow, "trials">; trials: ScoredTrial[] }>>();
  for (const [index, record] of readRecords(file).entries()) {
    const { protocol, label, playerStamp, trial } = trialOf(record, `${file}:${index + 2}`);
    const rows = protocols.get(protocol) ?? new Map<string, { row: Omit<GateRow, "trials">; trials: ScoredTrial[] }>();
    protocols.set(protocol, rows);
    const key = `${label}\n${playerStamp}`;
    const known = rows.get(key) ?? { row: { label, playerStamp, planned: null }, trials: [] };
    rows.set(key, known);
    if (trial !== null) known.trials.push(trial);
  }
  return [...protocols].map(([protocolStamp, rows]) => ({
    protocolStamp,
    rows: onePerLabel([...rows.values()].map(({ row, trials }) => ({ ...row, trials }))),
  }));
}

const COLUMNS = [
  "model",
  "seed",
  "repeat",
  "outcome",
  "months",
  "score_usd",
  "raised_usd",
  "protocol",
  "player_stamp",
] as const;

type CsvRecord = Readonly<Record<(typeof COLUMNS)[number], string>>;

function readRecords(file: string): CsvRecord[] {
  let records: readonly Readonly<Record<string, string>>[];
  try {
    records = parse(readFileSync(file, "utf8"), { columns: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    const why = error instanceof CsvError ? "not valid CSV" : "it cannot be read";
    throw new UserError(`${file}: ${why}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const [first] = records;
  if (first === undefined) throw new UserError(`${file}: it holds no trial`);
  const missing = COLUMNS.filter((column) => !(column in first));
  if (missing.length === 0) return records as unknown as CsvRecord[];
  throw new UserError(`${file}:1: the columns ${missing.join(", ")} are missing`, {
    hint: "Give a trials.csv as arena run writes it, or a run folder.",
  });
}

function trialOf(record: CsvRecord, where: string) {
  const number = (column: keyof CsvRecord): number => {
    const value = Number(record[column]);
    if (record[column].trim() !== "" && Number.isFinite(value)) return value;
    throw new UserError(`${where}: ${column} '${record[column]}' is not a number`);
  };
  const isScored = record.outcome === "survived" || record.outcome === "bankrupt";
  const trial: ScoredTrial | null = isScored
    ? {
        seed: number("seed"),
        repeat: number("repeat"),
        survived: record.outcome === "survived",
        months: number("months"),
        scoreMusd: number("score_usd") / 1e6,
        raisedMusd: number("raised_usd") / 1e6,
      }
    : null;
  // What a spreadsheet would take for a formula was written with an apostrophe before it.
  const label = record.model.replace(/^'(?=[=+\-@\t\r])/, "");
  return { protocol: record.protocol, label, playerStamp: record.player_stamp, trial };
}

function onePerLabel(rows: readonly GateRow[]): GateRow[] {
  const best = new Map<string, GateRow>();
  for (const row of rows) {
    const known = best.get(row.label);
    if (known === undefined || known.trials.length < row.trials.length) best.set(row.label, row);
  }
  return [...best.values()];
}
