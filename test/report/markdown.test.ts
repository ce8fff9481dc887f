import { describe, expect, test } from "vitest";
import type { ManifestPlayer } from "../../src/record/manifest.ts";
import type { TrialLine } from "../../src/record/trial-line.ts";
import { escapeMarkdown } from "../../src/report/markdown.ts";
import { gatherResults, type RunResults } from "../../src/report/run-results.ts";
import { tableFiles } from "../../src/report/write-tables.ts";
import { bankrupt, line, player, run } from "./sample-runs.ts";

function markdown(...runs: readonly RunResults[]): string {
  return tableFiles(gatherResults(runs))["table1.md"];
}

/** One trial each, bankrupt after the given months. */
function oneEach(players: readonly (readonly [ManifestPlayer, number])[]): RunResults {
  const lines: TrialLine[] = players.map(([{ label }, months]) => line({ label }, bankrupt(months)));
  return run(
    players.map(([who]) => who),
    lines,
    { seeds: [0] },
  );
}

/** The cells of the line of the first table that begins with a name. */
function cells(text: string, name: string): string[] {
  const found = text.split("\n").find((row) => row.startsWith(`| ${name} `)) ?? "";
  return found
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe("table1.md", () => {
  const text = markdown(
    oneEach([
      [player("slow"), 30],
      [player("fast"), 50],
      [player("open", { category: "Open-source LLMs" }), 40],
      [player("last", { category: "Open-source LLMs" }), 31],
      [player("cli", { framework: "codex", category: "Other frameworks" }), 20],
    ]),
  );

  test("underlines the best of a category and bolds the best of all", () => {
    expect(["slow", "fast", "open", "last", "cli"].map((name) => cells(text, name)[2])).toEqual([
      "30.0",
      "**<u>50.0</u>**",
      "<u>40.0</u>",
      "31.0",
      "20.0",
    ]);
  });

  test("groups by framework and category and adds the Overall rows", () => {
    const names = text
      .split("\n")
      .filter((row) => row.startsWith("| "))
      .map((row) => row.split("|")[1]?.trim());
    expect(names.slice(2, 12)).toEqual([
      "_ReAct · Closed-source LLMs_",
      "slow",
      "fast",
      "_ReAct · Open-source LLMs_",
      "open",
      "last",
      "_Overall (ReAct)_",
      "_Codex CLI · Other frameworks_",
      "cli",
      "_Overall_",
    ]);
  });

  test("shows the score less the money raised in a second table", () => {
    expect(text).toMatch(
      /## Score less money raised\n\n\| Model +\| +Score \$M \| +Raised \$M \| +Score less raised \$M \|/,
    );
  });

  test("says under which rules, on which seeds and from how many trials", () => {
    expect(text).toContain(
      "Protocol aaaa1111 (ruleset paper, horizon 132); seeds 0; n = 1 scored trials a player; 5 planned, 5 attempted, 5 scored.",
    );
  });

  test("gives every line of a table the same number of cells", () => {
    const table = text
      .split("\n\n")[1]
      ?.split("\n")
      .map((row) => row.split("|").length);
    expect(new Set(table).size).toBe(1);
  });
});

test("a row with too few scored trials has a dagger, a bracket and no mark", () => {
  const lines = [
    line({ label: "short", seed: 0 }),
    line({ label: "full", seed: 0 }),
    line({ label: "full", seed: 1 }, bankrupt(40)),
  ];
  const text = markdown(run([player("short"), player("full")], lines));
  expect(cells(text, "short †").slice(1, 3)).toEqual(["100.0", "132.0"]);
  expect(text).toContain(
    "short: 1 of 2 planned trials scored, below 80 %, hence no rank; full survival is between 50.0 % (every missing trial bankrupt) and 100.0 % (every one survived).",
  );
});

test("a shorter horizon ranks nobody and says so", () => {
  const text = markdown(
    run([player("A"), player("B")], [line({ label: "A" }), line({ label: "B" }, bankrupt(3))], {
      seeds: [0],
      protocol: { horizon: 60 },
    }),
  );
  expect(text).toContain("A horizon of 60 months is another protocol than the 132 of the benchmark: nobody is ranked.");
  expect(cells(text, "A †")[2]).toBe("132.0");
});

test("two protocols are two tables, and the second says why", () => {
  const other = run([player("A")], [], { protocolStamp: "b", protocol: { ruleset: "hardened", horizon: 132 } });
  const text = markdown(run([player("A")], []), other);
  expect(text.match(/^# .*/gm)).toEqual(["# Table 1, protocol 1 of 2", "# Table 1, protocol 2 of 2"]);
  expect(text).toContain(
    "Played under another protocol than the first table (ruleset hardened, not paper); the two are never averaged.",
  );
});

test("two rows of one label carry their stamps, and a warning follows", () => {
  const text = markdown(
    run([player("A")], [line({ seed: 0, playerStamp: "11112222333" }), line({ seed: 1, playerStamp: "44445555666" })]),
  );
  expect(text).toContain("| A \\[11112222\\] † ");
  expect(text).toContain("| A \\[44445555\\] † ");
  expect(text).toContain(`Warning: "A" has 2 player stamps`);
});

test.each([
  ["a|b", "a\\|b"],
  ["<b>x</b>", "\\<b\\>x\\</b\\>"],
  ["*_`[x]", "\\*\\_\\`\\[x\\]"],
  ["two\nlines", "two lines"],
  ["GPT-5.5 (high)", "GPT-5.5 (high)"],
])("%j reads in Markdown as it is: %j", (label, escaped) => {
  expect(escapeMarkdown(label)).toBe(escaped);
});
