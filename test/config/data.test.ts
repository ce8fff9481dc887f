import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadCalibrationBands, loadPaperTable, loadScenario, packageRoot } from "../../src/config/data.ts";
import { baseRate } from "../../src/sim/scenario.ts";
import { UserError } from "../../src/std/user-error.ts";

const root = packageRoot();
const scratch = mkdtempSync(join(tmpdir(), "arena-data-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A copy of `data/` in which one file is changed. */
function dataWith(file: string, change: (text: string) => string | Uint8Array): string {
  const folder = mkdtempSync(join(scratch, "copy-"));
  cpSync(join(root, "data"), folder, { recursive: true });
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
  return folder;
}

const line = (text: string, number: number, change: (line: string) => string): string =>
  text
    .split("\n")
    .map((content, index) => (index === number - 1 ? change(content) : content))
    .join("\n");

const loaders = {
  scenario: loadScenario,
  paperTable: loadPaperTable,
  bands: loadCalibrationBands,
};

describe("the scenario of the package", () => {
  const scenario = loadScenario();

  it("has 132 months under labels without a date", () => {
    expect(scenario.macro).toHaveLength(132);
    expect([0, 11, 119, 120, 131].map((month) => scenario.macro[month]?.label)).toEqual([
      "Jan 2xx0",
      "Dec 2xx0",
      "Dec 2xx9",
      "Jan 2x10",
      "Dec 2x10",
    ]);
  });

  it("opens at a loan rate of 5 % and a gross margin of 31.86 %", () => {
    const [first] = scenario.macro;
    expect(first && baseRate(first)).toBeCloseTo(0.05, 12);
    expect(first).toMatchObject({ gdp_index: 100, cpi_index: 100, gross_margin_pct: 31.86, ebitda_margin_pct: 5.86 });
  });

  it("grows 5,000 borrowers to 5,027, 5,053 and 5,080 in its first months", () => {
    let borrowers = 5000;
    const path = scenario.macro.slice(0, 3).map((month) => {
      borrowers = Math.round(borrowers * (1 + (month.base_growth_pct + month.surge_pct) / 100));
      return borrowers;
    });
    expect(path).toEqual([5027, 5053, 5080]);
  });

  it("shows the industry's growth three months ahead of the company's surges", () => {
    const ahead = scenario.macro.map((month, index) => [
      month.industry_user_growth,
      month.base_growth_pct + (scenario.macro[index + 3]?.surge_pct ?? 0),
    ]);
    for (const [shown, expected] of ahead) expect(shown).toBeCloseTo(expected ?? Number.NaN, 6);
  });

  it("keeps the industry's margins at the last quarter's end", () => {
    const shownAt = [0, 1, 2, 3, 4, 5, 6].map((month) => scenario.macro[month]?.industry_gross_margin);
    const from = [0, 0, 2, 2, 2, 5, 5].map((month) => scenario.macro[month]?.gross_margin_pct);
    expect(shownAt).toEqual(from);
  });

  it("has a stamp of 16 hex digits that only its content moves", () => {
    expect(scenario.dataHash).toMatch(/^[0-9a-f]{16}$/);
    const sameContent = dataWith("company/overview.md", (text) => `${text.replaceAll("\n", "\r\n")}\r\n`);
    expect(loadScenario(sameContent).dataHash).toBe(scenario.dataHash);
    const zeroes = dataWith("macro.csv", (text) => line(text, 2, (row) => row.replace(",5.70,", ",5.7,")));
    expect(loadScenario(zeroes).dataHash).toBe(scenario.dataHash);
    const otherPaper = dataWith("company/overview.md", (text) => `${text}More.`);
    expect(loadScenario(otherPaper).dataHash).not.toBe(scenario.dataHash);
    const otherMonth = dataWith("macro.csv", (text) => line(text, 2, (row) => row.replace(",5.70,", ",5.71,")));
    expect(loadScenario(otherMonth).dataHash).not.toBe(scenario.dataHash);
  });
});

describe("the published figures", () => {
  it("hold the paper's 26 agents, its human row and its three Overall rows", () => {
    const rows = loadPaperTable();
    expect(rows).toHaveLength(30);
    expect(rows.filter((row) => row.category === "Overall").map((row) => row.model)).toEqual([
      "Overall (ReAct)",
      "Overall (Other Agents)",
      "Overall",
    ]);
    expect(rows.find((row) => row.model === "GPT-5.5")).toMatchObject({ months_mean: 49, tools_per_month: 1.64 });
  });

  it("lie within their bands, and so do the reference's", () => {
    for (const band of loadCalibrationBands()) {
      for (const figure of [band.published, band.reference]) {
        if (figure === null) continue;
        expect(figure, JSON.stringify(band)).toBeGreaterThanOrEqual(band.band_min);
        expect(figure, JSON.stringify(band)).toBeLessThanOrEqual(band.band_max);
      }
    }
  });

  it("bound survival and months of six policies, and the two ablations", () => {
    const bands = loadCalibrationBands();
    const named = (metric: string) => bands.filter((band) => band.metric === metric && band.variant === "paper");
    expect(named("survival").map((band) => band.policy)).toEqual(named("mean_months").map((band) => band.policy));
    expect(named("survival")).toHaveLength(6);
    expect(bands.filter((band) => band.variant !== "paper").map((band) => band.variant)).toEqual([
      "no-delay",
      "no-noise",
    ]);
  });
});

describe("a damaged file of data", () => {
  it.each<[string, keyof typeof loaders, string, (text: string) => string | Uint8Array, string]>([
    [
      "a cell that is no number",
      "scenario",
      "macro.csv",
      (t) => line(t, 3, (l) => l.replace("15.90", "n/a")),
      ":3: vix 'n/a': ",
    ],
    [
      "a number in another notation",
      "scenario",
      "macro.csv",
      (t) => line(t, 3, (l) => l.replace("15.90", "1.59e1")),
      ":3: vix '1.59e1': ",
    ],
    ["an empty cell", "scenario", "macro.csv", (t) => line(t, 5, (l) => l.replace("13.49", "")), ":5: vix '': "],
    [
      "a margin out of bounds",
      "scenario",
      "macro.csv",
      (t) => line(t, 2, (l) => l.replace(",31.860000,5.860000,0.000000", ",81.860000,5.860000,0.000000")),
      ":2: gross_margin_pct '81.860000': ",
    ],
    [
      "a label with a date",
      "scenario",
      "macro.csv",
      (t) => line(t, 2, (l) => l.replace("2xx0", "2015")),
      ":2: label 'Jan 2015': ",
    ],
    [
      "an unknown regime",
      "scenario",
      "macro.csv",
      (t) => line(t, 2, (l) => l.replace("expansion", "boom")),
      ":2: regime 'boom': ",
    ],
    [
      "a row that is short",
      "scenario",
      "macro.csv",
      (t) => line(t, 4, (l) => l.replace(/,[^,]*$/, "")),
      ":4: not valid CSV: ",
    ],
    ["a missing month", "scenario", "macro.csv", (t) => line(t, 4, () => "").replace("\n\n", "\n"), ": "],
    [
      "months out of order",
      "scenario",
      "macro.csv",
      (t) => line(t, 2, (l) => l.replace(/^0/, "1")),
      ": months must run 0, 1, 2 … in order",
    ],
    [
      "another column",
      "scenario",
      "macro.csv",
      (t) => t.replace("vix", "vixx"),
      ":1: the columns must be exactly 'month,label,",
    ],
    ["an empty table", "scenario", "macro.csv", () => "", ":1: the file is empty"],
    [
      "bytes that are no text",
      "scenario",
      "macro.csv",
      () => new Uint8Array([0xff, 0xfe, 0x00]),
      ": the file is not UTF-8 text",
    ],
    ["an empty paper", "scenario", "company/vendor_contract_3.md", () => " \n", ": the file is empty"],
    [
      "a paper too long to be answered",
      "scenario",
      "company/overview.md",
      () => "x".repeat(3501),
      ": 3501 characters, at most 3500 are allowed",
    ],
    [
      "shares that do not sum up",
      "scenario",
      "company/cap_table.csv",
      (t) => t.replace("300000", "300001"),
      ": the shares sum to 10500001, expected 10500000",
    ],
    [
      "prices that do not sum up",
      "scenario",
      "company/cap_table.csv",
      (t) => t.replace("7.60", "7.61"),
      ": shares × issue price sum to 63020000 dollars, expected 63000000",
    ],
    [
      "half a share",
      "scenario",
      "company/cap_table.csv",
      (t) => t.replace("300000", "300000.5"),
      ":4: shares '300000.5': ",
    ],
    [
      "survival above 100 %",
      "paperTable",
      "reference/paper-table1.csv",
      (t) => line(t, 2, (l) => l.replace(",60,", ",160,")),
      ":2: full_survival_pct '160': ",
    ],
    [
      "a table without rows",
      "paperTable",
      "reference/paper-table1.csv",
      (t) => `${t.split("\n")[0] ?? ""}\n`,
      ": the table has no rows",
    ],
    [
      "an unknown metric",
      "bands",
      "reference/calibration.csv",
      (t) => line(t, 2, (l) => l.replace("survival", "luck")),
      ":2: metric 'luck': ",
    ],
    [
      "a band that is there twice",
      "bands",
      "reference/calibration.csv",
      (t) => `${t}${t.split("\n")[1] ?? ""}\n`,
      ": the band 'never-raise, paper, survival' is there twice",
    ],
    [
      "a band upside down",
      "bands",
      "reference/calibration.csv",
      (t) => t.replace("32,35", "35,32"),
      ": the band 'never-raise, paper, mean_months' ends before it begins",
    ],
  ])("with %s is refused by name and line", (_name, loader, file, change, expected) => {
    const folder = dataWith(file, change);
    const load = () => loaders[loader](folder);
    expect(load).toThrow(UserError);
    expect(load).toThrow(`${join(folder, file)}${expected}`);
  });

  it("tells all cells that are wrong at once", () => {
    const folder = dataWith("macro.csv", (text) => text.replace("19.12", "?").replace("13.49", "!"));
    expect(() => loadScenario(folder)).toThrow(/macro\.csv:2: vix '\?'.*\n.*macro\.csv:5: vix '!'/);
  });

  it("is named when it is missing", () => {
    const folder = dataWith("macro.csv", (text) => text);
    rmSync(join(folder, "company", "governance_approvals.md"));
    expect(() => loadScenario(folder)).toThrow(/governance_approvals\.md: there is no such file$/);
    expect(() => loadScenario(join(folder, "nowhere"))).toThrow(/macro\.csv: there is no such file$/);
  });
});

describe("the package's root", () => {
  it("holds this package's own package.json", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
    expect(manifest.name).toBe("enterprise-arena");
  });

  it("is found from the build as from the sources", async () => {
    const built = (await import(join(root, "dist", "config", "data.js"))) as { packageRoot: () => string };
    expect(built.packageRoot()).toBe(root);
  });
});
