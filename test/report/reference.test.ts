import { expect, test } from "vitest";
import { loadPaperTable } from "../../src/config/data.ts";
import { publishedCells, publishedOf, referenceMarkdown, referenceText } from "../../src/report/reference.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { table1Of } from "../../src/report/table1.ts";
import { present } from "../../src/std/assert.ts";
import { line, player, run } from "./sample-runs.ts";

const published = loadPaperTable();

test("a published row is printed in the columns of ours", () => {
  const row = present(publishedOf("Gemini 3.1 Pro", published), "a row");
  expect(publishedCells(row)).toEqual([
    "Gemini 3.1 Pro",
    "20.0",
    "58.0 ± 43.0",
    "10.4 ± 23.3",
    "100.0",
    "40.0",
    "20.0",
    "2.46",
    "13.2",
    "41.4 ± 41.7",
  ]);
});

test.each([
  ["gpt-5.5", "GPT-5.5"],
  ["Claude Opus 4.7", "Claude Opus 4.7"],
  ["claude-code + opus 4.7", "Claude Code + Opus 4.7"],
  ["GPT-5", undefined],
])("label %j is the paper's %s", (label, model) => {
  expect(publishedOf(label, published)?.model).toBe(model);
});

test("the Markdown pairs models in both tables, says whose numbers they are, and holds all published rows", () => {
  const { tables } = gatherResults([run([player("gpt-5.5")], [line({ label: "gpt-5.5" })])]);
  const text = referenceMarkdown(tables.map(table1Of), published);
  expect(text).toContain("measured on the authors' simulator");
  expect(text).toMatch(/\| gpt-5.5, here +\| +100\.0 \|/);
  expect(text).toMatch(/\| gpt-5.5, published +\| +0\.0 \|/);
  for (const { model } of published) expect(text).toContain(`| ${model}`);
});

test("the text for a terminal says whose numbers they are and lines up", () => {
  const [note = "", , ...rows] = referenceText(published).split("\n");
  expect(note).toContain("authors' simulator");
  expect(rows).toHaveLength(published.length + 1);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
});
