// npm run data -- <folder> [--out <file>]: makes data/macro.csv from a folder of raw series (see data/README.md).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { UserError } from "../src/std/user-error.ts";
import { buildMacroCsv } from "./data/macro-table.ts";

const USAGE = "usage: npm run data -- <folder of raw files> [--out <file>]";

try {
  const { folder, out } = readArguments();
  writeFileSync(out, buildMacroCsv(folder));
  console.log(`wrote ${out}`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  process.exitCode = 1;
}

function readArguments(): { folder: string; out: string } {
  const { values, positionals } = parseLine();
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UserError(USAGE);
  return { folder, out: values.out ?? fileURLToPath(new URL("../data/macro.csv", import.meta.url)) };
}

function parseLine() {
  try {
    return parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
