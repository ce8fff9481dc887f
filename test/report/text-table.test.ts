import { describe, expect, test } from "vitest";
import { gatherResults } from "../../src/report/run-results.ts";
import { table1Of } from "../../src/report/table1.ts";
import { type TextOptions, table1Text } from "../../src/report/text-table.ts";
import { bankrupt, line, MILLION_CENTS, player, run } from "./sample-runs.ts";

const scripted = (label: string) => player(label, { framework: "scripted", category: "Scripted" });
const labels = ["never-raise", "greedy-small-equity", "a-policy-whose-name-is-longer-than-any-terminal-would-like"];
const lines = labels.flatMap((label, index) => [
  line(
    { label, seed: 0 },
    { raisedCents: index * 139 * MILLION_CENTS, scoreCents: 140 * MILLION_CENTS, toolCalls: 132 * index },
  ),
  line({ label, seed: 1 }, bankrupt(30 + index)),
]);

function text(options?: TextOptions, warnings: string[] = []): string {
  return table1Text(gatherResults([run(labels.map(scripted), lines)]).tables.map(table1Of), warnings, options);
}

describe("the table on a terminal", () => {
  test.each([72, 80, 99, 100, 120])("fits %i columns", (width) => {
    const widths = text({ width })
      .split("\n")
      .map((row) => row.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
    expect(text({ width })).toContain("…");
  });

  test("leaves figures out where they would not fit, and says where they are", () => {
    expect(text({ width: 80 })).not.toContain("C1 %");
    expect(text({ width: 80 })).toContain("table1.md");
    expect(text({ width: 100 })).toContain("C1 %");
  });

  test("says name, survival, months and coverage on one line", () => {
    expect(text()).toMatch(/^ {2}never-raise +50\.0 +81\.0 ± 72\.1 .* 2\/2$/m);
  });

  test("has its columns below each other", () => {
    const rows = text()
      .split("\n")
      .filter((row) => /^ {2}\S/.test(row));
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    expect(new Set(rows.map((row) => row.indexOf("±"))).size).toBe(1);
  });

  test("is plain unless asked", () => {
    expect(text()).not.toContain("\u001b");
    expect(text({ bold: true })).toContain("\u001b[1m\u001b[4m82.0 ± 70.7\u001b[24m\u001b[22m");
  });

  test("prints alike with bold taken out", () => {
    expect(text({ bold: true }).replace(/\u001b\[\d+m/g, "")).toBe(text());
  });

  test("ends with the warnings", () => {
    expect(text({}, ["mind the gap"])).toMatch(/\n\nWarning: mind the gap\n$/);
  });
});
