import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildMacroCsv } from "../../scripts/data/macro-table.ts";
import { packageRoot } from "../../src/config/data.ts";
import { UserError } from "../../src/std/user-error.ts";

const root = packageRoot();
const scratch = mkdtempSync(join(tmpdir(), "arena-build-data-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const key = (month: number): string =>
  `${2015 + Math.floor(month / 12)}-${String((((month % 12) + 12) % 12) + 1).padStart(2, "0")}`;

const HEADER =
  "date,cpi,unrate,fedfunds,sofr_filled,tsy2y,tsy5y,tsy10y,tsy30y,baa,vix,pe_ratio,ps_ratio,consumer_chargeoff,unused";

/** The month's row of a made-up economy: prices rise by one a month, all else is round. */
function monthRow(month: number): string[] {
  const gap = key(month) === "2025-10";
  const sales = key(month) >= "2025-10" ? "" : "1.75";
  return [
    key(month),
    gap ? "" : String(200 + month),
    gap ? "" : "5",
    "0.1",
    "0.2",
    "1",
    "1.5",
    "2",
    "3",
    "4",
    "20",
    "25.5",
    sales,
    "2.5",
    "x",
  ];
}

interface RawFolder {
  months?: string[][];
  credit?: Record<string, string>;
  gdp?: Record<string, string>;
  files?: Record<string, string>;
}

/** A folder of raw files: consumer credit grows by e^0.005 a month, GDP by 10 a quarter from 1000. */
function rawFolder({ months, credit, gdp, files }: RawFolder = {}): string {
  const folder = mkdtempSync(join(scratch, "raw-"));
  mkdirSync(join(folder, "raw"));
  const rows = months ?? Array.from({ length: 132 }, (_, month) => monthRow(month));
  writeFileSync(join(folder, "macro_monthly.csv"), `${[HEADER, ...rows.map((row) => row.join(","))].join("\n")}\n`);
  const creditMonths = Array.from({ length: 147 }, (_, index) => index - 13);
  const creditCells = creditMonths.map((month) => [key(month), String(1e6 * Math.exp(0.005 * month))] as const);
  const gdpCells = Array.from({ length: 45 }, (_, index) => [key(3 * index - 3), String(1000 + 10 * index)] as const);
  const series = (cells: readonly (readonly [string, string])[], changes: Record<string, string> = {}) =>
    `date,value\n${cells.map(([date, value]) => `${date}-01,${changes[date] ?? value}\n`).join("")}`;
  const all = {
    "fred_TOTALSL__copy.csv": series(creditCells, credit),
    "fred_GDP__copy.csv": series(gdpCells, gdp),
    "fred_GDPC1__copy.csv": "not read\n",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, "raw", name), text);
  return folder;
}

const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

describe("the month table of a made-up economy", () => {
  const rows = rowsOf(buildMacroCsv(rawFolder()));

  it.each([
    [
      0,
      "0,Jan 2xx0,100.000000,100.000000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,1.750,50.000000,24.000000,0.500000,0.500000,50.000000,24.000000,0.000000",
    ],
    [
      1,
      "1,Feb 2xx0,100.000000,100.500000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,1.750,50.000000,24.000000,0.500000,0.500000,50.000000,24.000000,0.000000",
    ],
    [
      2,
      "2,Mar 2xx0,101.000000,101.000000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,1.750,50.000000,24.000000,0.500000,0.500000,50.000000,24.000000,0.000000",
    ],
    [
      26,
      "26,Mar 2xx2,109.000000,113.000000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,1.750,50.000000,24.000000,4.600000,0.500000,50.000000,24.000000,2.899138",
    ],
    [
      129,
      "129,Oct 2x10,143.000000,164.500000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,3.298,50.000000,24.000000,0.500000,0.500000,50.000000,24.000000,0.000000",
    ],
    [
      131,
      "131,Dec 2x10,144.000000,165.500000,5.00,0.10,0.20,1.00,1.50,2.00,3.00,4.00,20.00,25.50,3.356,50.000000,24.000000,0.500000,0.500000,50.000000,24.000000,0.000000",
    ],
  ])("has in month %i what the formulas say", (month, expected) => {
    expect(rows[month + 1]?.slice(0, -1).join(",")).toBe(expected);
  });

  it("repairs the four breaks of consumer credit and no other month", () => {
    const growthWithJumpAt = (date: string) => {
      const from = Array.from({ length: 147 }, (_, index) => index - 13).filter((month) => key(month) >= date);
      const credit = Object.fromEntries(from.map((month) => [key(month), String(2e6 * Math.exp(0.005 * month))]));
      return rowsOf(buildMacroCsv(rawFolder({ credit })))
        .slice(1)
        .map((row) => row[18]);
    };
    for (const date of ["2015-12", "2021-06", "2024-12", "2025-03"]) {
      expect(new Set(growthWithJumpAt(date)), date).toEqual(new Set(["0.500000"]));
    }
    expect(new Set(growthWithJumpAt("2019-07"))).toEqual(new Set(["0.500000", "6.276227"]));
  });

  it("is the same in every byte when it is made again, and from Windows line ends", () => {
    const folder = rawFolder();
    const first = buildMacroCsv(folder);
    expect(buildMacroCsv(folder)).toBe(first);
    const source = join(folder, "macro_monthly.csv");
    writeFileSync(source, readFileSync(source, "utf8").replaceAll("\n", "\r\n"));
    expect(buildMacroCsv(folder)).toBe(first);
  });
});

describe("a folder of raw files", () => {
  const withCell = (month: number, column: number, cell: string) =>
    Array.from({ length: 132 }, (_, index) =>
      monthRow(index).map((old, at) => (index === month && at === column ? cell : old)),
    );

  it.each<[string, RawFolder, RegExp]>([
    [
      "with a month too few",
      { months: withCell(0, 0, "2015-01").slice(0, 131) },
      /macro_monthly\.csv: 131 months, expected 132$/,
    ],
    [
      "with months out of order",
      { months: withCell(4, 0, "2015-07") },
      /macro_monthly\.csv:6: month '2015-07', expected '2015-05'$/,
    ],
    [
      "with a blank that nobody documented",
      { months: withCell(4, 10, "") },
      /macro_monthly\.csv:6: vix is blank and no fill is documented$/,
    ],
    [
      "with a sales figure missing too early",
      { months: withCell(4, 12, "") },
      /:6: ps_ratio is blank and no fill is documented$/,
    ],
    [
      "with text for a number",
      { months: withCell(4, 10, "high") },
      /macro_monthly\.csv:6: vix is not a number: 'high'$/,
    ],
    [
      "with a gap in consumer credit",
      { credit: { "2019-05": "" } },
      /TOTALSL__copy\.csv:\d+: a level above zero is expected$/,
    ],
    ["with a level below zero", { gdp: { "2019-04": "-1" } }, /GDP__copy\.csv:\d+: a level above zero is expected$/],
    [
      "with a series that is too short",
      { files: { "fred_GDP__copy.csv": "date,value\n2014-10-01,5\n" } },
      /the series GDP has no value for 2015-01$/,
    ],
    [
      "with dates within a month",
      { files: { "fred_GDP__copy.csv": "date,value\n2014-10-15,5\n" } },
      /:2: '2014-10-15' is not the first day of a month$/,
    ],
    ["with two files of a series", { files: { "GDP.csv": "date,value\n" } }, /more than one file of the series GDP$/],
  ])("%s is refused", (_name, folder, message) => {
    const build = () => buildMacroCsv(rawFolder(folder));
    expect(build).toThrow(UserError);
    expect(build).toThrow(message);
  });

  it("without its files is refused", () => {
    const folder = rawFolder();
    rmSync(join(folder, "raw", "fred_TOTALSL__copy.csv"));
    expect(() => buildMacroCsv(folder)).toThrow(/no file of the series TOTALSL$/);
    rmSync(join(folder, "raw"), { recursive: true });
    expect(() => buildMacroCsv(folder)).toThrow(/raw: no such folder$/);
    expect(() => buildMacroCsv(join(folder, "nowhere"))).toThrow(/macro_monthly\.csv: cannot be read as CSV/);
  });
});

describe("the command", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", join(root, "scripts", "build-data.ts"), ...args], {
      cwd: root,
      encoding: "utf8",
    });

  it("writes the table where it is told", () => {
    const folder = rawFolder();
    const out = join(folder, "macro.csv");
    expect(run(folder, "--out", out)).toMatchObject({ status: 0, stdout: `wrote ${out}\n`, stderr: "" });
    expect(readFileSync(out, "utf8")).toBe(buildMacroCsv(folder));
  });

  it.each([
    ["no folder", [], /^usage: /],
    ["two folders", ["a", "b"], /^usage: /],
    ["an unknown flag", ["a", "--force"], /Unknown option '--force'/],
    ["an empty folder", [scratch, "--out", join(scratch, "never.csv")], /macro_monthly\.csv: cannot be read as CSV/],
  ])("says what is wrong with %s and writes nothing", (_name, args, message) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(scratch, "never.csv"))).toBe(false);
  });
});

// The sources themselves are not kept in the repository: whoever has them names their folder.
const rawData = process.env["ARENA_RAW_DATA"];
if (rawData !== undefined && rawData !== "") {
  it("the committed table is what the sources give, to the byte", () => {
    expect(buildMacroCsv(rawData)).toBe(readFileSync(join(root, "data", "macro.csv"), "utf8"));
  });
}
