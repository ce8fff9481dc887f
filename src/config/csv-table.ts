// Reads a CSV file of ours against the schema of one row. Every complaint names the file and the line.
import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { UserError } from "../std/user-error.ts";
import { readTextFile } from "./text-file.ts";

/**
 * The rows of a CSV file whose header must be exactly the schema's keys in order. Cells of number fields are read as
 * plain decimal numbers; a blank cell is `null` where the schema allows one. Throws a {@link UserError} with all problems.
 */
export function readCsvTable<Shape extends z.ZodRawShape>(
  file: string,
  rowSchema: z.ZodObject<Shape>,
): z.infer<z.ZodObject<Shape>>[] {
  const columns = Object.keys(rowSchema.shape);
  const [header, ...lines] = readLines(file);
  if (header === undefined) throw new UserError(`${file}:1: the file is empty`);
  if (header.cells.join(",") !== columns.join(",")) {
    throw new UserError(`${file}:1: the columns must be exactly '${columns.join(",")}'`);
  }
  const problems: string[] = [];
  const rows = lines.flatMap(({ cells, line }) => {
    const values = columns.map((column, index) => [column, cellValue(cells[index] ?? "", rowSchema.shape[column])]);
    const parsed = rowSchema.safeParse(Object.fromEntries(values));
    if (parsed.success) return [parsed.data];
    for (const issue of parsed.error.issues) {
      const column = String(issue.path[0] ?? "");
      const cell = cells[columns.indexOf(column)] ?? "";
      problems.push(`${file}:${line}: ${column} '${cell}': ${issue.message}`);
    }
    return [];
  });
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  return rows;
}

interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

/** What the parser returns under its option `info`, which its types leave out. */
interface ParsedRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function readLines(file: string): Line[] {
  const text = readTextFile(file);
  try {
    // Records are checked for equal length by the parser itself, which then names the line.
    const records = parse(text, { info: true, bom: true, skip_empty_lines: true }) as unknown as ParsedRecord[];
    return records.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError(`${file}:${lineOf(error)}: not valid CSV: ${error.message}`, { cause: error });
  }
}

function lineOf(error: CsvError): number {
  const line: unknown = error["lines"];
  return typeof line === "number" ? line : 1;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell as its field expects it; what does not fit stays text, for the schema to refuse. */
function cellValue(cell: string, field: unknown): string | number | null {
  if (field instanceof z.ZodNullable) return cell === "" ? null : cellValue(cell, field.unwrap());
  if (field instanceof z.ZodNumber && PLAIN_NUMBER.test(cell)) return Number(cell);
  return cell;
}
