import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCalibrationBands, loadPaperTable, loadScenario, packageRoot } from "../../src/config/data.ts";
import { loadPriceTable } from "../../src/config/prices.ts";
import { genaiPrices } from "../../src/llm/genai-prices.ts";
import type { PriceTable } from "../../src/llm/prices.ts";

const dataDir = join(packageRoot(), "data");
const scenario = loadScenario();
const { papers } = scenario;

/** What each vendor takes of the monthly service pool, as the books post it. */
const VENDOR_SHARES_PCT: readonly (readonly [string, number])[] = [
  ["Customer Support", 24],
  ["Fraud and Risk", 18],
  ["Software", 16],
  ["Hosting", 14],
  ["Sales and Marketing", 28],
];

/** Every file of `data/` and the check that it passes; a file without one is refused below. */
const CHECKS: Readonly<Record<string, () => void>> = {
  "README.md": () => {
    for (const file of Object.keys(CHECKS)) {
      const mentioned = file.startsWith("company/") ? "company/" : (file.split("/").at(-1) ?? file);
      if (file !== "README.md") expect(readme(), file).toContain(mentioned);
    }
  },
  "macro.csv": () => expect(scenario.macro).toHaveLength(132),
  "company/overview.md": () => checkPaper(papers.company_overview),
  "company/governance_approvals.md": () => checkPaper(papers.governance_approvals),
  "company/cap_table.csv": () => expect(papers.holders.length).toBeGreaterThan(1),
  "company/vendor_contract_1.md": () => checkContract(0),
  "company/vendor_contract_2.md": () => checkContract(1),
  "company/vendor_contract_3.md": () => checkContract(2),
  "company/vendor_contract_4.md": () => checkContract(3),
  "company/vendor_contract_5.md": () => checkContract(4),
  "prices.yaml": () => checkPrices(loadPriceTable()),
  "reference/paper-table1.csv": () => expect(loadPaperTable().length).toBeGreaterThan(0),
  "reference/calibration.csv": () => expect(loadCalibrationBands().length).toBeGreaterThan(0),
};

describe("the data folder", () => {
  it("holds no file that no loader knows, and lacks none", () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
    expect(files.toSorted()).toEqual(Object.keys(CHECKS).toSorted());
  });

  it.each(Object.entries(CHECKS))("holds %s as it should be", (_file, check) => check());

  it("describes every column of the month table", () => {
    for (const column of Object.keys(scenario.macro[0] ?? {})) {
      if (column !== "label") expect(readme()).toContain(`\`${column}\``);
    }
  });

  it("writes lines that end alike and bytes that every platform reads", () => {
    for (const file of Object.keys(CHECKS)) {
      const text = readFileSync(join(dataDir, file), "utf8");
      expect(text, file).not.toMatch(/\r|\uFEFF|[\t ]\n/);
      expect(text.endsWith("\n"), file).toBe(true);
    }
  });
});

describe("the vendor contracts", () => {
  it("share out the whole service pool", () => {
    expect(VENDOR_SHARES_PCT.reduce((sum, [, share]) => sum + share, 0)).toBe(100);
  });
});

function checkPrices(table: PriceTable): void {
  expect(table.length).toBeGreaterThan(0);
  for (const { model, source, date } of table) expect([source, date], model).not.toContain(undefined);
  const named = table.map(({ model, host }) => `${model} at ${host ?? "any host"}`);
  expect(new Set(named).size).toBe(named.length);
  // What the library knows needs no line: two answers to one question would part one day.
  const baseURL = (host: string | undefined) => `https://${host ?? "example.com"}/v1`;
  expect(table.filter(({ model, host }) => genaiPrices(model, baseURL(host)) !== null)).toEqual([]);
}

function readme(): string {
  return readFileSync(join(dataDir, "README.md"), "utf8");
}

/** What would tell an agent about its future, about chance, or about the game it is in. */
const TELLTALES =
  /surge|cris[ie]s|recession|\b(19|20)\d\d\b|\b13[12]\b|horizon|episode|benchmark|simulat|probab|chance|odds|\bseed|random|ruleset|score|one to six/i;

function checkPaper(text: string): void {
  expect(text).toMatch(/^# /);
  expect(text).not.toMatch(TELLTALES);
}

function checkContract(index: number): void {
  const text = papers.vendor_contracts[index] ?? "";
  checkPaper(text);
  const [service, share] = VENDOR_SHARES_PCT[index] ?? ["", 0];
  expect(text).toContain(`# Vendor contract ${index + 1}: ${service}\n`);
  expect(text).toContain(`**${share} % of that month's service pool**`);
  expect(text).toContain("The service pool is 26 % of the Company's revenue for the month, or less");
  expect(papers.governance_approvals).toContain(`${service} ${share} %`);
}
