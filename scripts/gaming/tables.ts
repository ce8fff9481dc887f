// The search's result as the tables of docs/gaming.md.
import { MIXTURES, oracleInHardened, SIZES_USD, searchSizesAndMixtures } from "./search.ts";

/** Seeds 0 to 49 are searched. */
export const GAMING_SEEDS = 50;

/** Both tables and what bounds the second, as Markdown. */
export function gamingTables(seeds: number = GAMING_SEEDS): string {
  const rows = searchSizesAndMixtures(seeds);
  const tableOf = (ruleset: "paper" | "hardened"): string[] => [
    `**\`${ruleset}\`**: mean score in millions of dollars (survival %), seeds 0–${seeds - 1}`,
    "",
    `| mixture | ${SIZES_USD.map(sizeText).join(" | ")} |`,
    `| --- |${" ---: |".repeat(SIZES_USD.length)}`,
    ...Object.keys(MIXTURES).map((mixture) => {
      const cells = rows
        .filter((row) => row.ruleset === ruleset && row.mixture === mixture)
        .map(({ scoreMusd, survival }) => `${grouped(scoreMusd)} (${Math.round(100 * survival)})`);
      return `| ${mixture} | ${cells.join(" | ")} |`;
    }),
    "",
  ];
  const hardened = rows.filter(({ ruleset }) => ruleset === "hardened");
  const most = Math.max(...hardened.map(({ scoreMusd }) => scoreMusd));
  const oracle = oracleInHardened(seeds);
  return [
    ...tableOf("paper"),
    ...tableOf("hardened"),
    `In \`hardened\` the search finds ${grouped(most)} at most, and the oracle, which knows the tape, scores ` +
      `${grouped(oracle.scoreMusd)}; no plan whatever can score more than ${grouped(oracle.boundMusd)} ` +
      "(means over the same seeds, millions of dollars).",
  ].join("\n");
}

function sizeText(usd: number): string {
  return usd >= 1e9 ? `${usd / 1e9} bn` : `${usd / 1e6} M`;
}

/** One decimal and thousands as English readers group them. */
function grouped(musd: number): string {
  return musd.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
