// The long proof behind docs/gaming.md: its tables are what the search finds today, and its claims follow from them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GamingRow, oracleInHardened, searchSizesAndMixtures } from "../../scripts/gaming/search.ts";
import { GAMING_SEEDS, gamingTables } from "../../scripts/gaming/tables.ts";
import { ROOT } from "../house/repository.ts";

test("the page shows what the search finds", () => {
  expect(readFileSync(join(ROOT, "docs/gaming.md"), "utf8")).toContain(gamingTables());
});

test("size games `paper` without limit, and `hardened` not at all beyond what the market fills", () => {
  const rows = searchSizesAndMixtures(GAMING_SEEDS);
  const scoreOf = (ruleset: GamingRow["ruleset"], mixture: string, sizeUsd: number): number =>
    rows.find((row) => row.ruleset === ruleset && row.mixture === mixture && row.sizeUsd === sizeUsd)?.scoreMusd ?? NaN;
  expect(scoreOf("paper", "all equity", 1e10)).toBeGreaterThan(400 * scoreOf("paper", "all equity", 2e7));
  for (const mixture of new Set(rows.map((row) => row.mixture))) {
    expect(scoreOf("hardened", mixture, 1e10)).toBe(scoreOf("hardened", mixture, 1e8));
  }
  const most = Math.max(...rows.filter(({ ruleset }) => ruleset === "hardened").map(({ scoreMusd }) => scoreMusd));
  expect(most).toBeLessThan(1.5 * scoreOf("hardened", "all equity", 2e7));
  expect(most).toBeLessThan(oracleInHardened(GAMING_SEEDS).boundMusd);
});
