// Loads and checks what `data/` holds: the world, the company's papers, and the published figures to compare with.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import {
  type CompanyPapers,
  companyPapersSchema,
  holderSchema,
  type MacroMonth,
  macroMonthSchema,
  macroTableSchema,
  type Scenario,
} from "../sim/scenario.ts";
import { AssertionError } from "../std/assert.ts";
import { stampOf } from "../std/hash.ts";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { readCsvTable } from "./csv-table.ts";
import { readTextFile } from "./text-file.ts";

/** The starting company and its world, read from the package's own `data/` unless another folder is named. */
export function loadScenario(dataDir: string = packageDataDir()): Scenario {
  const macro = loadMacro(join(dataDir, "macro.csv"));
  const papers = loadPapers(join(dataDir, "company"));
  return { macro, papers, dataHash: stampOf({ macro, papers }) };
}

function loadMacro(file: string): MacroMonth[] {
  const table = macroTableSchema.safeParse(readCsvTable(file, macroMonthSchema));
  if (table.success) return table.data;
  throw new UserError(table.error.issues.map((issue) => `${file}: ${issue.message}`).join("\n"));
}

const VENDOR_CONTRACTS = 5;

function loadPapers(companyDir: string): CompanyPapers {
  const paper = (name: string) => loadPaper(join(companyDir, `${name}.md`));
  return companyPapersSchema.parse({
    company_overview: paper("overview"),
    governance_approvals: paper("governance_approvals"),
    vendor_contracts: Array.from({ length: VENDOR_CONTRACTS }, (_, index) => paper(`vendor_contract_${index + 1}`)),
    holders: loadHolders(join(companyDir, "cap_table.csv")),
  });
}

/** A paper is answered whole, within the 8,000 characters of an answer and with room for what stands around it. */
const MAX_PAPER_CHARS = 3500;

function loadPaper(file: string): string {
  // Line ends of a checkout on Windows must not change the scenario's hash.
  const text = readTextFile(file).replaceAll("\r\n", "\n").trim();
  if (text === "") throw new UserError(`${file}: the file is empty`);
  if (text.length <= MAX_PAPER_CHARS) return text;
  throw new UserError(`${file}: ${text.length} characters, at most ${MAX_PAPER_CHARS} are allowed`);
}

/** Shares in issue at the opening, and what was paid for them: the opening Common Stock and APIC. */
const OPENING_SHARES = 10_500_000;
const OPENING_PAID_IN_CENTS = 6_300_000_000;

function loadHolders(file: string): CompanyPapers["holders"] {
  const holders = readCsvTable(file, holderSchema);
  const shares = holders.reduce((sum, holder) => sum + holder.shares, 0);
  if (shares !== OPENING_SHARES)
    throw new UserError(`${file}: the shares sum to ${shares}, expected ${OPENING_SHARES}`);
  const cents = holders.reduce((sum, holder) => sum + holder.shares * Math.round(holder.issue_price_usd * 100), 0);
  if (cents === OPENING_PAID_IN_CENTS) return holders;
  throw new UserError(
    `${file}: shares × issue price sum to ${cents / 100} dollars, expected ${OPENING_PAID_IN_CENTS / 100}`,
  );
}

const percentOfTrials = z.number().min(0).max(100);

/** One row of the paper's Table 1. Percent; months; millions of dollars; SDs over the trials. */
export const paperRowSchema = z.strictObject({
  framework: z.string().min(1),
  category: z.string().min(1),
  model: z.string().min(1),
  full_survival_pct: percentOfTrials,
  months_mean: z.number().min(0).max(132),
  months_sd: z.number().min(0),
  score_musd_mean: z.number(),
  score_musd_sd: z.number().min(0),
  crisis1_pct: percentOfTrials,
  crisis2_pct: percentOfTrials,
  crisis3_pct: percentOfTrials,
  tools_per_month: z.number().min(0),
  actions: z.number().min(0),
  raised_musd_mean: z.number().min(0),
  raised_musd_sd: z.number().min(0),
});

/** One row of the paper's Table 1. */
export type PaperRow = z.infer<typeof paperRowSchema>;

/** The paper's Table 1 as published, its Overall rows included. */
export function loadPaperTable(dataDir: string = packageDataDir()): PaperRow[] {
  const file = join(dataDir, "reference", "paper-table1.csv");
  return nonEmpty(file, readCsvTable(file, paperRowSchema));
}

/** What a calibration band bounds; shares and survival are fractions of trials, 0 to 1. */
export const CALIBRATION_METRICS = [
  "survival",
  "mean_months",
  "share_months_30_36",
  "equity_rounds",
  "raised_musd",
  "survival_shift",
] as const;

/** One measured figure of a scripted policy: what others published, what the reference gives, what is accepted. */
export const calibrationBandSchema = z.strictObject({
  policy: z.string().min(1),
  /** The protocol it is played under: the paper's, or the paper's with one thing taken away. */
  variant: z.enum(["paper", "no-delay", "no-noise"]),
  metric: z.enum(CALIBRATION_METRICS),
  /** The figure published for the original simulator; null where none was. */
  published: z.number().nullable(),
  /** The figure of the reference implementation; null where none is known. */
  reference: z.number().nullable(),
  /** Both bounds are inside the band. */
  band_min: z.number(),
  band_max: z.number(),
});

/** One measured figure of a scripted policy and its band. */
export type CalibrationBand = z.infer<typeof calibrationBandSchema>;

/** The bands within which the simulator behaves like the real one. */
export function loadCalibrationBands(dataDir: string = packageDataDir()): CalibrationBand[] {
  const file = join(dataDir, "reference", "calibration.csv");
  const bands = nonEmpty(file, readCsvTable(file, calibrationBandSchema));
  const seen = new Set<string>();
  for (const band of bands) {
    const name = `${band.policy}, ${band.variant}, ${band.metric}`;
    if (seen.has(name)) throw new UserError(`${file}: the band '${name}' is there twice`);
    if (band.band_min > band.band_max) throw new UserError(`${file}: the band '${name}' ends before it begins`);
    seen.add(name);
  }
  return bands;
}

function nonEmpty<T>(file: string, rows: T[]): T[] {
  if (rows.length === 0) throw new UserError(`${file}: the table has no rows`);
  return rows;
}

const PACKAGE_NAME = "enterprise-arena";

/** The folder of this package's own package.json, from the sources and from the build alike. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isPackageRoot(folder)) {
    const parent = dirname(folder);
    if (parent === folder) throw new AssertionError(`no package.json of ${PACKAGE_NAME} above ${import.meta.url}`);
    folder = parent;
  }
  return folder;
}

function isPackageRoot(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  const manifest = tryParseJson(readFileSync(file, "utf8"));
  return typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === PACKAGE_NAME;
}

function packageDataDir(): string {
  return join(packageRoot(), "data");
}
